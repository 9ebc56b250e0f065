import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";
import { type CsvRow, parseCsv, required } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

export type SettlementKind = "payment" | "refund" | "payout" | "other";

/** A line of the card provider's transaction history, without the buyer's name. Amounts in minor units. */
export type SettlementLine = Readonly<{
  line: number;
  day: string;
  kind: SettlementKind;
  /** The provider's name of the kind. */
  type: string;
  /** The provider's id of the payment. */
  paymentId: string | null;
  orderId: string | null;
  orderNumber: number | null;
  /** Negative for money that left. */
  gross: number;
  /** What the provider charged. */
  fee: number;
  /** The change of the balance with the provider: gross − fee. */
  net: number;
}>;

const requiredColumns = ["date", "gross"] as const;

/**
 * Reads the transaction history that PayFast exports as CSV. Columns are found by their names: Date, Type, Gross, Fee, Net,
 * M Payment ID, PF Payment ID; others are ignored.
 *
 * @throws StatementError naming the line
 */
export function readCardSettlement(text: string): readonly SettlementLine[] {
  const { columns, rows } = parseCsv(text);
  for (const name of requiredColumns)
    if (!columns.includes(name)) throw new StatementError(`the first line names no column ${name}`);
  if (rows.length === 0) throw new StatementError("the file has no transactions");
  return rows.map(lineOf);
}

function lineOf(row: CsvRow): SettlementLine {
  const { line } = row;
  const day = required(row.day("date"), line, "date");
  const gross = required(row.minor("gross"), line, "gross amount");
  const { fee, net } = feeAndNet(row, gross);
  const type = row.text("type").slice(0, 60);
  const reference = row.text("m payment id").slice(0, 100);
  return {
    line,
    day,
    type,
    gross,
    fee,
    net,
    kind: kindOf(type, gross),
    paymentId: row.text("pf payment id").slice(0, 100) || null,
    orderId: uuidPattern.test(reference) ? reference.toLowerCase() : null,
    orderNumber: orderNumberOf(reference),
  };
}

/** Fees are exported with either sign, so the fee is derived from the net amount where there is one. */
function feeAndNet(row: CsvRow, gross: number): { fee: number; net: number } {
  const written = row.minor("fee");
  const net = row.minor("net");
  if (net === null) {
    const fee = Math.abs(written ?? 0);
    return { fee, net: gross - fee };
  }
  const fee = gross - net;
  if (written !== null && Math.abs(written) !== Math.abs(fee))
    throw new StatementError(`line ${row.line}: gross, fee and net do not add up`);
  return { fee, net };
}

function kindOf(type: string, gross: number): SettlementKind {
  if (/payout|withdraw/i.test(type)) return "payout";
  if (/refund/i.test(type)) return "refund";
  return gross > 0 && (type === "" || /received|payment/i.test(type)) ? "payment" : "other";
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
