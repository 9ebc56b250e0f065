import type { Currency } from "@portal/shared/platform/money.ts";
import { orderIdIn, requireCurrency, type SettlementLine } from "./settlement-line.ts";
import { type CsvRow, required } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

type Csv = Readonly<{ columns: readonly string[]; rows: readonly CsvRow[] }>;

const requiredColumns = ["currency", "gross", "net", "payment_intent_id"] as const;
const payoutColumns = ["automatic_payout_id", "payout_id"];
const payoutDayColumns = ["automatic_payout_effective_at", "automatic_payout_effective_at_utc"];

/**
 * Reads Stripe's payout reconciliation report, itemized (`payout_reconciliation.itemized`, as its documentation names the
 * columns). A line says which payout contained it; the report has no line of the payout itself, so each one is added with the
 * sum of its lines.
 *
 * @throws StatementError naming the line, also for money in another currency than the shop's
 */
export function readStripeSettlement(
  { columns, rows }: Csv,
  currency: Currency | null,
): readonly SettlementLine[] {
  for (const name of requiredColumns)
    if (!columns.includes(name)) throw new StatementError(`the first line names no column ${name}`);
  const dayColumn = ["created", "created_utc"].find((name) => columns.includes(name));
  if (dayColumn === undefined) throw new StatementError("the first line names no column created");
  if (rows.length === 0) throw new StatementError("the file has no transactions");
  const read = rows.map((row) => ({
    line: lineOf(row, dayColumn, currency),
    payout: payoutOf(row),
  }));
  return [...read.map(({ line }) => line), ...payoutsIn(read)];
}

function lineOf(row: CsvRow, dayColumn: string, currency: Currency | null): SettlementLine {
  const { line } = row;
  requireCurrency(row, currency);
  const day = required(row.day(dayColumn), line, "date");
  const gross = required(row.minor("gross"), line, "gross amount");
  const net = required(row.minor("net"), line, "net amount");
  const fee = row.minor("fee") ?? 0;
  if (gross - fee !== net)
    throw new StatementError(`line ${line}: gross, fee and net do not add up`);
  return {
    line,
    day,
    type: row.text("reporting_category").slice(0, 60),
    gross,
    fee,
    net,
    paymentId: row.text("payment_intent_id").slice(0, 100) || null,
    orderId: orderIdIn(row.text("payment_metadata[order_id]")),
    orderNumber: null,
    paidOutOn: payoutOf(row)?.day ?? null,
  };
}

type Payout = Readonly<{ id: string; day: string }>;

/** Null while Stripe holds the money, and for a line that is a payout itself. */
function payoutOf(row: CsvRow): Payout | null {
  const id = firstOf(row, payoutColumns);
  const dayColumn = payoutDayColumns.find((name) => row.text(name) !== "");
  if (id === "" || dayColumn === undefined || row.text("reporting_category") === "payout")
    return null;
  return { id: id.slice(0, 100), day: required(row.day(dayColumn), row.line, "day of its payout") };
}

function firstOf(row: CsvRow, names: readonly string[]): string {
  return names.map((name) => row.text(name)).find((text) => text !== "") ?? "";
}

/** Those that the file has no line of. */
function payoutsIn(
  read: readonly Readonly<{ line: SettlementLine; payout: Payout | null }>[],
): SettlementLine[] {
  if (read.some(({ line }) => line.type === "payout")) return [];
  const payouts = Map.groupBy(
    read.filter(({ payout }) => payout !== null),
    ({ payout }) => payout?.id ?? "",
  );
  return [...payouts].map(([id, parts]) => {
    const amount = 0 - parts.reduce((sum, { line }) => sum + line.net, 0);
    const last = parts.at(-1);
    return {
      line: last?.line.line ?? 0,
      day: last?.payout?.day ?? "",
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
}
