import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import type { BankFile, BankFileOptions } from "./bank-file.ts";
import { isHeader } from "./csv-names.ts";
import { readBankText } from "./read-bank-text.ts";
import { parseCsv, parseRecords } from "./statement-file.ts";
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
  /** The whole text of a line of the bank; empty of the card provider. */
  words: string;
}>;

/** `openDay`: a day of the file that may be another one, month first; null where the file tells. */
export type OutsideFile = Readonly<{ lines: readonly OutsideLine[]; openDay: string | null }>;

/** Possible column names; the order's reference may be in any column. */
const columnNames = {
  amount: ["amount", "credit", "credit amount", "money in"],
  day: ["date", "transaction date", "value date"],
};

/**
 * The incoming payments of a bank's file. It is read as "Bank payments" reads it, and only where that knows neither its
 * layout nor the names of its columns by the names here.
 *
 * @throws StatementError
 */
export function readOutsideLines(text: string, options: BankFileOptions): OutsideFile {
  return readOwnLayout(text, options) ?? { lines: readColumns(text), openDay: null };
}

function readOwnLayout(text: string, options: BankFileOptions): OutsideFile | null {
  const file = readUnlessUnknown(text, options);
  if (file === null) return null;
  const incoming = file.accounts.flatMap(({ lines }) => lines.filter(({ amount }) => amount > 0));
  const openDay = file.questions.find(({ ask }) => ask === "day-order");
  const lines = incoming.map(({ line, day, amount, text: words, reference }) => ({
    line,
    orderNumber: orderNumberIn([words, reference ?? ""]),
    paymentId: null,
    amount,
    fee: null,
    day,
    words: withSingleBlanks(words),
  }));
  return { lines, openDay: openDay?.ask === "day-order" ? openDay.example : null };
}

function readUnlessUnknown(text: string, options: BankFileOptions): BankFile | null {
  try {
    const file = readBankText(text, options);
    return file.questions.some(({ ask }) => ask === "columns") ? null : file;
  } catch (error) {
    // What is refused below known names is not read in another way.
    if (error instanceof StatementError && !parseRecords(text).some(isHeader)) return null;
    throw error;
  }
}

function readColumns(text: string): readonly OutsideLine[] {
  const { columns, rows } = parseCsv(text);
  const find = (wanted: readonly string[]): string | undefined =>
    wanted.find((name) => columns.includes(name));
  const amountColumn = find(columnNames.amount);
  if (amountColumn === undefined)
    throw new StatementError(`the first line names no column ${columnNames.amount.join(" or ")}`);
  const dayColumn = find(columnNames.day);

  return rows.flatMap((row) => {
    const amount = row.minor(amountColumn);
    // Outgoing money and lines without an amount are no payments.
    if (amount === null || amount <= 0) return [];
    return {
      line: row.line,
      orderNumber: orderNumberIn(row.cells.values()),
      paymentId: null,
      amount,
      fee: null,
      day: dayColumn === undefined ? null : row.day(dayColumn),
      words: withSingleBlanks([...row.cells.values()].join(" ")),
    };
  });
}

/** As texts are stored. */
function withSingleBlanks(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function orderNumberIn(texts: Iterable<string>): number | null {
  return [...texts].flatMap(orderNumbersIn)[0] ?? null;
}
