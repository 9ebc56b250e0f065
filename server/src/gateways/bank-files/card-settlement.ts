import { addDays } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";
import type { BankFileOptions } from "./bank-file.ts";
import { type CsvRow, parseCsvBetween, required } from "./statement-file.ts";
import {
  linesInTime,
  orderIdIn,
  providersDay,
  requireCurrency,
  type SettlementLine,
} from "./settlement-line.ts";
import { StatementError } from "./statement-error.ts";
import { requirePast } from "./latest-day.ts";
import {
  isPayoutCategory,
  readStripeSettlement,
  requireNoOtherStripe,
  stripeCategory,
} from "./stripe-settlement.ts";

/**
 * The days of which a settlement has every payment. A report of payouts has the payments that they contained: others of its
 * last day are in the next payout.
 */
export function coveredDays(
  lines: readonly Pick<SettlementLine, "day" | "paidOutOn">[],
): Readonly<{ from: string; to: string }> {
  const inPayouts = lines.filter(({ paidOutOn }) => paidOutOn);
  const days = (inPayouts.length > 0 ? inPayouts : lines).map(({ day }) => day).toSorted();
  const [from = "", last = ""] = [days[0], days.at(-1)];
  const to = inPayouts.length > 0 && last > from ? addDays(last, -1) : last;
  return { from, to };
}

/** What the provider held before the first line and after the last one, where the file says it. */
export function statedBalances(lines: readonly Pick<SettlementLine, "net" | "balance">[]) {
  const [first] = lines;
  const after = first?.balance ?? null;
  return {
    opening: first === undefined || after === null ? null : after - first.net,
    closing: lines.at(-1)?.balance ?? null,
  };
}

/** Whether a file has payments. One of payouts alone says of no day that it had none. */
export function hasPayments(lines: readonly Pick<SettlementLine, "type">[]): boolean {
  return !lines.every(({ type }) => isPayoutCategory(type));
}

type Options = Pick<BankFileOptions, "currency" | "timeZone" | "latest">;

const requiredColumns = ["date", "gross"] as const;

/**
 * Reads the transaction history that PayFast exports as CSV, from its dashboard or its API, and reports of Stripe
 * (`stripe-settlement.ts`). Columns are found by their names: Date, Type, Sign, Currency, Gross, Fee, Net, Balance,
 * M Payment ID, PF Payment ID; others are ignored.
 *
 * @returns the lines oldest first, whichever way the file has them
 * @throws StatementError naming the line, also for money in another currency than the shop's and for a day far ahead
 */
export function readCardSettlement(text: string, options: Options): readonly SettlementLine[] {
  const lines = linesIn(text, options);
  requirePast(lines, options);
  return lines;
}

function linesIn(text: string, options: Options): readonly SettlementLine[] {
  const { columns, rows } = parseCsvBetween(text, isHeader);
  if (columns.includes(stripeCategory)) return readStripeSettlement({ columns, rows }, options);
  requireNoOtherStripe(columns);
  for (const name of requiredColumns)
    if (!columns.includes(name)) throw new StatementError(`the first line names no column ${name}`);
  if (rows.length === 0) throw new StatementError("the file has no transactions");
  return linesInTime(
    rows.map((row) => ({ line: lineOf(row, options.currency), writtenAt: row.text("date") })),
  );
}

function isHeader(names: readonly string[]): boolean {
  return names.includes(stripeCategory) || requiredColumns.every((name) => names.includes(name));
}

function lineOf(row: CsvRow, currency: Currency | null): SettlementLine {
  const { line } = row;
  const day = required(providersDay(row, "date", "PayFast"), line, "date");
  const gross = signed(row, required(row.minor("gross"), line, "gross amount"));
  requireCurrency(row, currency);
  const { fee, net } = feeAndNet(row, gross);
  const type = row.text("type").slice(0, 60);
  const reference = row.text("m payment id").slice(0, 100);
  return {
    line,
    transactionId: null,
    day,
    writtenDay: day,
    type,
    gross,
    fee,
    net,
    balance: row.minor("balance"),
    paymentId: row.text("pf payment id").slice(0, 100) || null,
    orderId: orderIdIn(reference),
    orderNumber: orderNumberOf(reference),
  };
}

/** The column Sign says which way the money went, where the amount has no sign. */
function signed(row: CsvRow, gross: number): number {
  const sign = row.text("sign").toLowerCase();
  if (sign === "" || gross === 0) return gross;
  if (sign !== "debit" && sign !== "credit")
    throw new StatementError(`line ${row.line}: ${sign.slice(0, 20)} in column sign is not a sign`);
  if (sign === "debit") return 0 - Math.abs(gross);
  if (gross < 0) throw new StatementError(`line ${row.line}: a credit with a negative amount`);
  return gross;
}

function isUnsigned(row: CsvRow, gross: number): boolean {
  return gross < 0 && (row.minor("gross") ?? 0) > 0;
}

/** Fees are exported with either sign, so the fee is derived from the net amount where there is one. */
function feeAndNet(row: CsvRow, gross: number): { fee: number; net: number } {
  const written = row.minor("fee");
  const net = row.minor("net");
  if (net === null) {
    // What is given back has the sign of money that comes in.
    const fee = gross < 0 ? 0 - (written ?? 0) : Math.abs(written ?? 0);
    return { fee, net: gross - fee };
  }
  // A file without signs is read by its column Sign, the net amount too.
  const total = isUnsigned(row, gross) ? 0 - Math.abs(net) : net;
  const fee = gross - total;
  if (written !== null && Math.abs(written) !== Math.abs(fee))
    throw new StatementError(`line ${row.line}: gross, fee and net do not add up`);
  return { fee, net: total };
}
