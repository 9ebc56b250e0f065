import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { type CsvRow, parseCsv } from "../../gateways/bank-files/csv.ts";
import { dayIn, minorIn } from "../../gateways/bank-files/cell-values.ts";
import { StatementError } from "../../gateways/bank-files/statement-error.ts";
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
    throw error instanceof StatementError
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
    throw new StatementError(`the first line names no column ${names.amount.join(" or ")}`);
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
      day: dayColumn === undefined ? null : dayOf(row, dayColumn),
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

function minorOf(row: CsvRow, column: string): number | null {
  return minorIn(row.cells.get(column) ?? "", { line: row.line, column });
}

function dayOf(row: CsvRow, column: string): string | null {
  return dayIn(row.cells.get(column) ?? "", { line: row.line, column });
}
