import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import type { OutsideStatement } from "@portal/shared/office/month-end.ts";
import type { BankFileOptions } from "./bank-file.ts";
import { readBankStatement } from "./bank-statement.ts";
import { parseCsv } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

/** A payment on a statement of the bank or of the card provider. */
export type OutsideLine = Readonly<{
  line: number;
  orderNumber: number | null;
  /** The card provider's own number. */
  paymentId: string | null;
  amount: number;
  /** Null when the statement has no fees. */
  fee: number | null;
  day: string | null;
  /** The whole text of the line. */
  words: string;
}>;

type Columns = Readonly<{
  amount: readonly string[];
  day: readonly string[];
  fee: readonly string[];
  paymentId: readonly string[];
}>;

/** Possible column names; the order's reference may be in any column. */
const columnsOf: Readonly<Record<OutsideStatement, Columns>> = {
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

/**
 * The incoming payments of a file: CSV with a header line, or a bank's own layout, as "Bank payments" reads it.
 *
 * @throws StatementError
 */
export function readOutsideLines(
  text: string,
  kind: OutsideStatement,
  options: BankFileOptions,
): readonly OutsideLine[] {
  try {
    return readColumns(text, columnsOf[kind]);
  } catch (error) {
    const lines = kind === "bank" ? readOwnLayout(text, options) : null;
    if (lines === null) throw error;
    return lines;
  }
}

function readOwnLayout(text: string, options: BankFileOptions): readonly OutsideLine[] | null {
  try {
    const lines = readBankStatement(text, options).flatMap((statement) => statement.lines);
    return lines.map(({ day, amount, description }, index) => ({
      line: index + 1,
      orderNumber: orderNumberIn([description]),
      paymentId: null,
      amount,
      fee: null,
      day,
      words: description,
    }));
  } catch (error) {
    if (error instanceof StatementError) return null;
    throw error;
  }
}

function readColumns(text: string, names: Columns): readonly OutsideLine[] {
  const { columns, rows } = parseCsv(text);
  const find = (wanted: readonly string[]): string | undefined =>
    wanted.find((name) => columns.includes(name));
  const amountColumn = find(names.amount);
  if (amountColumn === undefined)
    throw new StatementError(`the first line names no column ${names.amount.join(" or ")}`);
  const dayColumn = find(names.day);
  const feeColumn = find(names.fee);
  const idColumn = find(names.paymentId);

  return rows.flatMap((row) => {
    const amount = row.minor(amountColumn);
    // Outgoing money and lines without an amount are no payments.
    if (amount === null || amount <= 0) return [];
    const fee = feeColumn === undefined ? null : row.minor(feeColumn);
    return {
      line: row.line,
      orderNumber: orderNumberIn(row.cells.values()),
      paymentId: (idColumn && row.text(idColumn)) || null,
      amount,
      fee: fee === null ? null : Math.abs(fee),
      day: dayColumn === undefined ? null : row.day(dayColumn),
      words: [...row.cells.values()].join(" ").replaceAll(/\s+/g, " "),
    };
  });
}

function orderNumberIn(texts: Iterable<string>): number | null {
  return [...texts].flatMap(orderNumbersIn)[0] ?? null;
}
