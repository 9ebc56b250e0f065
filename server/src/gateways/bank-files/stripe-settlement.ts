import { addDays, oldestFirst } from "@portal/shared/platform/calendar.ts";
import type { BankFileOptions } from "./bank-file.ts";
import { bookedDayOf, zonedDayOf } from "./day-text.ts";
import {
  linesInTime,
  orderIdIn,
  providersDay,
  requireCurrency,
  type SettlementLine,
} from "./settlement-line.ts";
import { type CsvRow, required } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

type Options = Pick<BankFileOptions, "currency" | "timeZone">;
type Csv = Readonly<{ columns: readonly string[]; rows: readonly CsvRow[] }>;

/** The column that every report of Stripe with single transactions has. */
export const stripeCategory = "reporting_category";

const requiredColumns = ["currency", "gross", "net", "payment_intent_id"] as const;
/** Of the report of payouts. */
const requiredOfPayouts = ["currency", "gross", "net", "payout_id"] as const;
const payoutColumns = ["automatic_payout_id", "payout_id"];
/** Columns in UTC, and in the time zone that was chosen for the report. Older releases took the latter where both are there. */
const timeColumns = { utc: "created_utc", chosen: "created" } as const;
const payoutDayColumns = {
  utc: "automatic_payout_effective_at_utc",
  chosen: "automatic_payout_effective_at",
} as const;

/** The day of a line of the report of payouts. */
const effectiveColumns = { utc: "effective_at_utc", chosen: "effective_at" } as const;

/** Whether a line is a payout, or takes one back. */
export function isPayoutCategory(type: string): boolean {
  return type === "payout" || type === "payout_reversal";
}

/**
 * Older and shorter exports of Stripe name no categories, or no payment intents, by which payments are known.
 *
 * @throws StatementError for a file of Stripe that is none of the reports
 */
export function requireNoOtherStripe(columns: readonly string[]): void {
  const isOfStripe = columns.some((name) =>
    /^(?:balance_transaction_id|payment_?intent_?id|payout_id|automatic_payout_id|(?:created|available[ _]on)[ _]\(?utc\)?)$/.test(
      name,
    ),
  );
  if (!isOfStripe) return;
  throw new StatementError(
    `the file of Stripe names no column ${stripeCategory}: choose the report Payout reconciliation, itemized, or with manual payouts those of the balance, Balance change from activity and Payouts, itemized`,
  );
}

/**
 * Reads Stripe's payout reconciliation report, itemized (`payout_reconciliation.itemized`, as its documentation names the
 * columns). A line says which payout contained it; a payout that has no line of its own in the report is added with the sum of its
 * lines. Also the report of payouts (`payouts.itemized`), whose lines are payouts alone: with manual payouts no other has them.
 *
 * @throws StatementError naming the line, also for money in another currency than the shop's
 */
export function readStripeSettlement(
  { columns, rows }: Csv,
  options: Options,
): readonly SettlementLine[] {
  const isOfPayouts = !columns.includes("payment_intent_id") && columns.includes("payout_id");
  for (const name of isOfPayouts ? requiredOfPayouts : requiredColumns)
    if (!columns.includes(name)) throw new StatementError(`the first line names no column ${name}`);
  const times = isOfPayouts ? effectiveColumns : timeColumns;
  if (!Object.values(times).some((name) => columns.includes(name)))
    throw new StatementError(`the first line names no column ${times.chosen}`);
  if (rows.length === 0) throw new StatementError("the file has no transactions");
  if (isOfPayouts)
    return linesInTime(
      rows.map((row) => ({
        line: payoutLineOf(row, options),
        writtenAt: row.text(effectiveColumns.chosen) || row.text(effectiveColumns.utc),
      })),
    );
  const read = rows.map((row) => ({
    line: lineOf(row, options, daysOf(row, options)),
    writtenAt: row.text(timeColumns.chosen) || row.text(timeColumns.utc),
    payout: payoutOf(row, options),
  }));
  return [...linesInTime(read), ...payoutsIn(read)];
}

/** @throws StatementError for a line of the report of payouts that is none */
function payoutLineOf(row: CsvRow, options: Options): SettlementLine {
  const { line } = row;
  if (!isPayoutCategory(row.text(stripeCategory)))
    throw new StatementError(
      `line ${line}: ${row.text(stripeCategory).slice(0, 60) || "nothing"} is no payout, and the first line names no column payment_intent_id`,
    );
  return lineOf(row, options, required(dayOfPayout(row, effectiveColumns, options), line, "date"));
}

type Days = Pick<SettlementLine, "day" | "writtenDay">;

/** Of a payment. */
function daysOf(row: CsvRow, { timeZone }: Options): Days {
  const writtenDay = required(
    dayIn(row, timeColumns.chosen) ?? dayIn(row, timeColumns.utc),
    row.line,
    "date",
  );
  return { day: zonedDayOf(`${row.text(timeColumns.utc)}Z`, timeZone) ?? writtenDay, writtenDay };
}

function lineOf(row: CsvRow, options: Options, days: Days): SettlementLine {
  const { line } = row;
  const type = row.text(stripeCategory).slice(0, 60);
  requireCurrency(row, options.currency);
  const gross = required(row.minor("gross"), line, "gross amount");
  const net = required(row.minor("net"), line, "net amount");
  const fee = row.minor("fee") ?? 0;
  if (gross - fee !== net)
    throw new StatementError(`line ${line}: gross, fee and net do not add up`);
  return {
    line,
    transactionId: row.text("balance_transaction_id").slice(0, 100) || null,
    ...days,
    type,
    gross,
    fee,
    net,
    paymentId:
      (row.text("payment_intent_id") || (type === "payout" ? payoutIdOf(row) : "")).slice(0, 100) ||
      null,
    orderId: orderIdIn(row.text("payment_metadata[order_id]")),
    orderNumber: null,
    paidOutOn: payoutOf(row, options)?.day ?? null,
  };
}

function dayIn(row: CsvRow, column: string): string | null {
  return providersDay(row, column, "Stripe");
}

type Payout = Days & Readonly<{ id: string }>;

/** Null while Stripe holds the money, and for a line that is a payout itself. */
function payoutOf(row: CsvRow, options: Options): Payout | null {
  const id = firstOf(row, payoutColumns);
  const days = dayOfPayout(row, payoutDayColumns, options);
  if (id === "" || days === null || row.text(stripeCategory) === "payout") return null;
  return { id: id.slice(0, 100), ...days };
}

function dayOfPayout(
  row: CsvRow,
  { utc, chosen }: Readonly<{ utc: string; chosen: string }>,
  { timeZone }: Options,
): Days | null {
  const writtenDay = dayIn(row, chosen) ?? dayIn(row, utc);
  if (writtenDay === null) return null;
  const day = bookedDayOf(`${row.text(utc)}Z`, timeZone) ?? dayIn(row, utc);
  return { day: day ?? nearestDay(row.text(chosen), writtenDay), writtenDay };
}

/**
 * A payout has a day, which Stripe writes as its midnight in UTC: behind UTC that is an evening of the day before. Zones differ by
 * quarters of an hour, so that another time is that of somebody who began the payout.
 */
function nearestDay(text: string, day: string): string {
  return /[T ](?:1[2-9]|2\d):(?:00|15|30|45)(?::00|$)/.test(text) ? addDays(day, 1) : day;
}

function firstOf(row: CsvRow, names: readonly string[]): string {
  return names.map((name) => row.text(name)).find((text) => text !== "") ?? "";
}

/** The payout that a line is. */
function payoutIdOf(row: CsvRow): string {
  const source = row.text("source_id");
  return firstOf(row, payoutColumns) || (source.startsWith("po_") ? source : "");
}

/** Those that the file has no line of: none with their id, and none without an id of their amount. */
function payoutsIn(
  read: readonly Readonly<{ line: SettlementLine; payout: Payout | null }>[],
): SettlementLine[] {
  const own = read.flatMap(({ line }) => (line.type === "payout" ? line : []));
  const named = new Set(own.map(({ paymentId }) => paymentId));
  const nameless = own.flatMap(({ paymentId, net }) => (paymentId === null ? net : []));
  const payouts = Map.groupBy(
    read.filter(({ payout }) => payout !== null),
    ({ payout }) => payout?.id ?? "",
  );
  const added = [...payouts].flatMap(([id, parts]): SettlementLine | [] => {
    const amount = 0 - parts.reduce((sum, { line }) => sum + line.net, 0);
    if (named.has(id) || takeFrom(nameless, amount)) return [];
    const last = parts.at(-1);
    return {
      line: last?.line.line ?? 0,
      transactionId: null,
      day: last?.payout?.day ?? "",
      writtenDay: last?.payout?.writtenDay ?? "",
      type: "payout",
      gross: amount,
      fee: 0,
      net: amount,
      paymentId: id,
      orderId: null,
      orderNumber: null,
      paidOutOn: null,
    };
  });
  return [...oldestFirst(added, ({ day }) => day)];
}

/** Whether it was there. */
function takeFrom(amounts: number[], amount: number): boolean {
  const at = amounts.indexOf(amount);
  if (at !== -1) amounts.splice(at, 1);
  return at !== -1;
}
