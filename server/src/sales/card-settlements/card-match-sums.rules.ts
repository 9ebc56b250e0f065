import { type CardMatchState, isDispute } from "@portal/shared/sales/card-match.ts";
import type { MatchedPayment, SettledLine } from "./card-match.rules.ts";

export type CardMatchSummary = ReturnType<typeof summaryOf>;

/** Totals: every cent that the provider received is a fee, refunded, paid out or still held (`left`). */
export function summaryOf(
  payments: readonly Pick<MatchedPayment, "state">[],
  settlement: readonly SettledLine[],
) {
  const sum = (kind: SettledLine["kind"], field: "gross" | "net"): number =>
    settlement.reduce((total, line) => total + (line.kind === kind ? line[field] : 0), 0);
  const counts = { ...noCounts };
  for (const { state } of payments) counts[state] += 1;
  return {
    counts,
    received: sum("payment", "gross"),
    fees: settlement.reduce((total, { fee }) => total + fee, 0) - sum("fee", "gross"),
    refunded: 0 - sum("refund", "gross"),
    other: sum("unknown", "gross"),
    paidOut: 0 - sum("payout", "gross"),
    left: settlement.reduce((total, { net }) => total + net, 0),
  };
}

const noCounts: Record<CardMatchState, number> = {
  "missing-in-ledger": 0,
  "missing-in-settlement": 0,
  "amount-differs": 0,
  "fee-differs": 0,
  "no-notification": 0,
  "unknown-type": 0,
  waiting: 0,
  matched: 0,
};

/** A fee of the provider that the ledger does not have: a difference from the payment's own, or one that belongs to none. */
export type FeeToBook = Readonly<{ lineId: number; day: string; amount: number }>;

/** The booked fees that belong to no payment or refund, which show their own, and those of disputes. */
export function bookedFeesApart(settlement: readonly SettledLine[]): readonly FeeToBook[] {
  return settlement.flatMap((line) => {
    const { id, day, bookedFee } = line;
    return isFeeApart(line) && bookedFee !== null ? [{ lineId: id, day, amount: bookedFee }] : [];
  });
}

/** A dispute's is charged whether it is open, won or lost, so it does not wait for a refund in the ledger. */
function isFeeApart({ kind, type }: Pick<SettledLine, "kind" | "type">): boolean {
  return kind === "payout" || kind === "fee" || isDispute(type);
}

/**
 * The fees that can be booked, each once. Of a payment or refund that is no dispute, only where the ledger has it with the same
 * amount: else the whole line is an exception.
 */
export function feesToBook(
  payments: readonly MatchedPayment[],
  settlement: readonly SettledLine[],
): readonly FeeToBook[] {
  const ofPayments = payments.flatMap(({ type, ledger, settlement: settled }) =>
    ledger &&
    settled &&
    !isDispute(type ?? "") &&
    ledger.amount === settled.amount &&
    settled.bookedFee === null
      ? [{ lineId: settled.lineId, day: settled.day, amount: settled.fee - ledger.fee }]
      : [],
  );
  const apart = settlement.flatMap((line) => {
    const { id, kind, day, gross, fee, bookedFee } = line;
    if (bookedFee !== null || !isFeeApart(line)) return [];
    return [{ lineId: id, day, amount: kind === "fee" ? fee - gross : fee }];
  });
  return [...ofPayments, ...apart].filter(({ amount }) => amount !== 0);
}
