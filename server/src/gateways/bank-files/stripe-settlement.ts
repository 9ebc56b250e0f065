import { addDays, oldestFirst } from "@portal/shared/platform/calendar.ts";
import type { BankFileOptions } from "./bank-file.ts";
import { zonedDayOf } from "./day-text.ts";
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

const requiredColumns = ["currency", "gross", "net", "payment_intent_id"] as const;
const payoutColumns = ["automatic_payout_id", "payout_id"];
/** Columns in UTC, and in the time zone that was chosen for the report. Older releases took the latter where both are there. */
const timeColumns = { utc: "created_utc", chosen: "created" } as const;
const payoutDayColumns = {
  utc: "automatic_payout_effective_at_utc",
  chosen: "automatic_payout_effective_at",
} as const;

/**
 * Reads Stripe's payout reconciliation report, itemized (`payout_reconciliation.itemized`, as its documentation names the
 * columns). A line says which payout contained it; a payout that has no line of its own in the report is added with the sum of its
 * lines.
 *
 * @throws StatementError naming the line, also for money in another currency than the shop's
 */
export function readStripeSettlement(
  { columns, rows }: Csv,
  options: Options,
): readonly SettlementLine[] {
  for (const name of requiredColumns)
    if (!columns.includes(name)) throw new StatementError(`the first line names no column ${name}`);
  if (!Object.values(timeColumns).some((name) => columns.includes(name)))
    throw new StatementError("the first line names no column created");
  if (rows.length === 0) throw new StatementError("the file has no transactions");
  const read = rows.map((row) => ({
    line: lineOf(row, options),
    writtenAt: row.text(timeColumns.chosen) || row.text(timeColumns.utc),
    payout: payoutOf(row),
  }));
  return [...linesInTime(read), ...payoutsIn(read)];
}

function lineOf(row: CsvRow, { currency, timeZone }: Options): SettlementLine {
  const { line } = row;
  const type = row.text("reporting_category").slice(0, 60);
  requireCurrency(row, currency);
  const writtenDay = required(
    dayIn(row, timeColumns.chosen) ?? dayIn(row, timeColumns.utc),
    line,
    "date",
  );
  const gross = required(row.minor("gross"), line, "gross amount");
  const net = required(row.minor("net"), line, "net amount");
  const fee = row.minor("fee") ?? 0;
  if (gross - fee !== net)
    throw new StatementError(`line ${line}: gross, fee and net do not add up`);
  return {
    line,
    transactionId: row.text("balance_transaction_id").slice(0, 100) || null,
    day: zonedDayOf(`${row.text(timeColumns.utc)}Z`, timeZone) ?? writtenDay,
    writtenDay,
    type,
    gross,
    fee,
    net,
    paymentId:
      (row.text("payment_intent_id") || (type === "payout" ? payoutIdOf(row) : "")).slice(0, 100) ||
      null,
    orderId: orderIdIn(row.text("payment_metadata[order_id]")),
    orderNumber: null,
    paidOutOn: payoutOf(row)?.day ?? null,
  };
}

function dayIn(row: CsvRow, column: string): string | null {
  return providersDay(row, column, "Stripe");
}

type Payout = Readonly<{ id: string; day: string; writtenDay: string }>;

/** Null while Stripe holds the money, and for a line that is a payout itself. */
function payoutOf(row: CsvRow): Payout | null {
  const id = firstOf(row, payoutColumns);
  const { utc, chosen } = payoutDayColumns;
  const writtenDay = dayIn(row, chosen) ?? dayIn(row, utc);
  if (id === "" || writtenDay === null || row.text("reporting_category") === "payout") return null;
  const day = dayIn(row, utc) ?? nearestDay(row.text(chosen), writtenDay);
  return { id: id.slice(0, 100), day, writtenDay };
}

/** A payout has a day, which Stripe writes as its midnight in UTC: behind UTC that is an evening of the day before. */
function nearestDay(text: string, day: string): string {
  return /[T ](?:1[2-9]|2\d):/.test(text) ? addDays(day, 1) : day;
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
