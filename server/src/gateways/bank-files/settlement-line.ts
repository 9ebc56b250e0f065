import { oldestFirst } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { CsvRow } from "./statement-file.ts";
import { located, StatementError } from "./statement-error.ts";

/** A line of the card provider's transaction history, without the buyer's name. Amounts in minor units. */
export type SettlementLine = Readonly<{
  line: number;
  /** The provider's id of the line, which no other line has. */
  transactionId: string | null;
  /** That of the shop. */
  day: string;
  /** The day that the file writes, by which older releases told lines apart; another one where its times are in UTC. */
  writtenDay: string;
  /** The provider's name of the kind. */
  type: string;
  /** The provider's id of the payment. */
  paymentId: string | null;
  orderId: string | null;
  orderNumber: number | null;
  /** Negative for money that left. */
  gross: number;
  /** What the provider charged; negative for what it gave back. */
  fee: number;
  /** The change of the balance with the provider: gross − fee. */
  net: number;
  /** The day of the payout that contained it, where the file says it of each line. */
  paidOutOn?: string | null;
  /** What the provider held after it, where the file says it. */
  balance?: number | null;
}>;

/** The lines of rows, oldest first: by their times where each has one, else by their days. */
export function linesInTime(
  rows: readonly Readonly<{ line: SettlementLine; writtenAt: string }>[],
): readonly SettlementLine[] {
  const times = new Map(rows.map(({ line, writtenAt }) => [line, timeIn(writtenAt)]));
  const isTimed = rows.every(({ line }) => times.get(line) !== null);
  return oldestFirst(
    rows.map(({ line }) => line),
    (line) => (isTimed ? `${line.writtenDay} ${times.get(line)}` : line.writtenDay),
  );
}

/** Null for a day alone. */
function timeIn(text: string): string | null {
  return /[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?: ?(?:Z|UTC))?$/i.exec(text.trim())?.[1] ?? null;
}

/**
 * A day as card providers write it, with the year first; null for an empty cell. A spreadsheet saves days in an order of its
 * own, by the settings of a computer.
 *
 * @throws StatementError for any other text
 */
export function providersDay(row: CsvRow, column: string, provider: string): string | null {
  const text = row.text(column);
  if (text === "" || /^\d{4}-\d{2}-\d{2}(?!\d)/.test(text)) return row.day(column);
  const where = located(text.slice(0, 40), { line: row.line, column });
  throw new StatementError(
    `${where} is not a date as ${provider} writes it; export the file again, and do not save it in a spreadsheet`,
  );
}

/** @throws StatementError for a line in another currency than the shop's */
export function requireCurrency(row: CsvRow, currency: Currency | null): void {
  const written = row.text("currency").toUpperCase();
  if (currency !== null && written !== "" && written !== currency)
    throw new StatementError(
      `line ${row.line} is in ${written.slice(0, 10)}, and this shop is paid in ${currency}`,
    );
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The order that a reference of the shop names; null for any other text. */
export function orderIdIn(reference: string): string | null {
  return uuidPattern.test(reference) ? reference.toLowerCase() : null;
}
