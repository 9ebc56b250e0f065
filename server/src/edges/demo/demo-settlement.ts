import { createHash } from "node:crypto";
import { addDays } from "@portal/shared/platform/days-between.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { listCardPayments } from "../../sales/card-settlements/card-match.queries.ts";
import type { LedgerPayment } from "../../sales/card-settlements/card-match.rules.ts";
import {
  insertSettlement,
  type NewSettlementLine,
} from "../../sales/card-settlements/settlement.actions.ts";

const timeZone = "Africa/Johannesburg";
const extraFee = 150;

/**
 * Four weeks of the card provider's settlement, with a payout a week that is on the bank account two
 * days later, and three lines that the office has to look into.
 */
export async function insertDemoSettlement(
  tx: Tx,
  { until, adminId }: Readonly<{ until: string; adminId: number }>,
): Promise<void> {
  const [fromDay, toDay] = [addDays(until, -35), addDays(until, -8)];
  const around = await listCardPayments(readOnly(tx), {
    from: fromDay,
    to: toDay,
    timeZone,
    paidIds: [],
  });
  const payments = around.filter(({ day }) => day >= fromDay && day <= toDay);
  const settled = payments.flatMap((payment, at) => settledAs(payment, at));
  const payouts = [0, 1, 2, 3].map((week) => {
    const [first, last] = [addDays(fromDay, week * 7), addDays(fromDay, week * 7 + 6)];
    const ofWeek = settled.filter(({ day }) => day >= first && day <= last);
    return aLine({
      day: last,
      kind: "payout",
      gross: 0 - ofWeek.reduce((sum, { net }) => sum + net, 0),
    });
  });
  const lines = [...settled, ...payouts].toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const file = { name: "payfast-settlement.csv", fromDay, toDay };
  const uploaded = { uploadedBy: adminId, uploadedAt: `${addDays(toDay, 2)}T08:00:00.000Z` };
  const numbered = lines.map((line, at) => ({ ...line, line: at + 2 }));
  await insertSettlement(tx, { ...file, ...uploaded }, numbered);
  await insertPayoutsOnBank(tx, payouts, adminId);
}

/** One is missing, one has another fee, one came twice under a number that no order has. */
function settledAs(payment: LedgerPayment, at: number): NewSettlementLine[] {
  const { day, paymentId, orderId, amount, fee } = payment;
  const line = { day, kind: "payment", paymentId, orderId, gross: amount } as const;
  if (at === 3) return [];
  if (at === 5) return [aLine({ ...line, fee: fee + extraFee })];
  if (at === 8) return [aLine({ ...line, fee }), aLine({ ...line, fee, paymentId: "1999999" })];
  return [aLine({ ...line, fee })];
}

function aLine(
  facts: Pick<NewSettlementLine, "day" | "kind" | "gross"> & Partial<NewSettlementLine>,
): NewSettlementLine {
  const { gross, fee = 0 } = facts;
  const key = `demo ${facts.day} ${facts.kind} ${facts.paymentId ?? ""} ${gross}`;
  return {
    line: 0,
    paymentId: null,
    orderId: null,
    orderNumber: null,
    fee,
    type: facts.kind === "payout" ? "PAYOUT" : "FUNDS_RECEIVED",
    net: gross - fee,
    fingerprint: createHash("sha256").update(key).digest("hex"),
    ...facts,
  };
}

/** All but the last, which no statement tells of yet; they pay no order, so they are put aside. */
async function insertPayoutsOnBank(
  tx: Tx,
  payouts: readonly NewSettlementLine[],
  adminId: number,
): Promise<void> {
  const rows = payouts.slice(0, -1).map(({ day, net, fingerprint }) => {
    const booked = addDays(day, 2);
    return {
      fingerprint,
      account: "62000000000",
      booked_on: booked,
      amount: 0 - net,
      description: "PAYFAST PAYOUT",
      file_name: "bank.csv",
      uploaded_by: adminId,
      state: "ignored" as const,
      reason: "Payout of the card provider",
      decided_at: `${booked}T09:00:00.000Z`,
      decided_by: adminId,
    };
  });
  await tx.insertInto("bank_line").values(rows).execute();
}
