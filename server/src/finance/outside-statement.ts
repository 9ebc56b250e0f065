import { eftPrefix } from "@portal/shared/constants.ts";
import { type CsvRow, parseCsv } from "./csv.ts";
import { readText } from "./json-file.ts";
import { WrongUse } from "./wrong-use.ts";

/** Money that came in as somebody outside tells it: a line of the bank, or of the card provider. */
export type OutsideLine = Readonly<{
  line: number;
  orderNumber: number | null;
  /** The card provider's own number. */
  paymentId: string | null;
  amount: number;
  /** Null where the statement says nothing of fees. */
  fee: number | null;
  day: string | null;
}>;

export type StatementKind = "bank" | "payfast";

type Columns = Readonly<{
  amount: readonly string[];
  day: readonly string[];
  fee: readonly string[];
  paymentId: readonly string[];
}>;

/** Names that the columns go by; the rest of a line is searched for the order's reference. */
const columnsOf: Readonly<Record<StatementKind, Columns>> = {
  bank: {
    amount: ["amount", "credit", "credit amount", "money in"],
    day: ["date", "transaction date", "value date"],
    fee: [],
    paymentId: [],
  },
  payfast: {
    amount: ["gross"],
    day: ["date"],
    fee: ["fee"],
    paymentId: ["pf payment id"],
  },
};

/** The lines of a CSV file on which money came in. @throws WrongUse */
export async function readStatement(
  file: string,
  kind: StatementKind,
): Promise<readonly OutsideLine[]> {
  const text = await readText(file);
  try {
    return parseStatement(text, columnsOf[kind]);
  } catch (error) {
    throw error instanceof WrongUse
      ? new WrongUse(`${file}: ${error.message}.`, { cause: error })
      : error;
  }
}

function parseStatement(text: string, names: Columns): readonly OutsideLine[] {
  const { columns, rows } = parseCsv(text);
  const find = (wanted: readonly string[]): string | undefined =>
    wanted.find((name) => columns.includes(name));
  const amountColumn = find(names.amount);
  if (amountColumn === undefined)
    throw new WrongUse(`the first line names no column ${names.amount.join(" or ")}`);
  const [dayColumn, feeColumn, idColumn] = [
    find(names.day),
    find(names.fee),
    find(names.paymentId),
  ];

  return rows.flatMap((row) => {
    const amount = minorOf(row, amountColumn);
    // Money that went out, and lines about no money, are nobody's payment.
    if (amount === null || amount <= 0) return [];
    const fee = feeColumn === undefined ? null : minorOf(row, feeColumn);
    return {
      line: row.line,
      orderNumber: orderNumberIn(row),
      paymentId: (idColumn && row.cells.get(idColumn)) || null,
      amount,
      fee: fee === null ? null : Math.abs(fee),
      day: dayColumn === undefined ? null : dayIn(row, dayColumn),
    };
  });
}

const referencePattern = new RegExp(`\\b${eftPrefix}\\s*0*(\\d{1,15})\\b`, "i");

function orderNumberIn({ cells }: CsvRow): number | null {
  for (const cell of cells.values()) {
    const number = referencePattern.exec(cell)?.[1];
    if (number !== undefined) return Number(number);
  }
  return null;
}

/** `R1 234.50`, `1,234.50`, `1234,5` and `-29.00` in minor units; null for an empty cell. */
function minorOf({ line, cells }: CsvRow, column: string): number | null {
  const text = cells.get(column) ?? "";
  const bare = text.replaceAll(/[\s\u00a0R£$']/g, "");
  if (bare === "") return null;
  const decimal = /,\d{1,2}$/.test(bare)
    ? bare.replaceAll(".", "").replace(",", ".")
    : bare.replaceAll(",", "");
  const [, sign, whole, fraction = ""] =
    /^([+-]?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(decimal) ?? [];
  if (whole === undefined)
    throw new WrongUse(`line ${line}: ${text} in column ${column} is not an amount`);
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign === "-" ? 0 - minor : minor;
}

function dayIn({ line, cells }: CsvRow, column: string): string | null {
  const text = cells.get(column) ?? "";
  if (text === "") return null;
  const day = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})/.exec(text);
  if (day) return `${day[1]}-${day[2]}-${day[3]}`;
  const european = /^(\d{2})[-/.](\d{2})[-/.](\d{4})/.exec(text);
  if (european) return `${european[3]}-${european[2]}-${european[1]}`;
  throw new WrongUse(`line ${line}: ${text} in column ${column} is not a date`);
}
