import type { ReturnPayout } from "@portal/shared/money/payouts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { readOnly } from "../../platform/db/database.ts";
import { timeOf } from "../../sales/bank-entries/bank-entry.actions.ts";
import { decideBankLine, findLineForWallet } from "../../sales/bank-lines/bank-line.actions.ts";
import { requireOwnUploadsWithinLimit } from "../../sales/bank-lines/own-upload.queries.ts";
import { payoutReturned } from "./payout.messages.ts";
import { findPayout } from "./payout.queries.ts";
import { type SettledPayout, settlePayout } from "./settle-payout.ts";

/**
 * Records that the bank returned a payout by an incoming transaction of its amount: the member is owed the money again. Each
 * transaction and each payout is used once.
 *
 * @throws DomainError payout.other-return, payout.own-return, payout.returned, payout.not-paid, payout.already-rejected,
 * bankline.unknown, bankline.account-unknown, bankline.copy, bankline.own-upload, bankline.decided
 */
export async function returnPayout(
  caller: Caller,
  user: SignedInUser,
  { commandId, id, lineId }: ReturnPayout,
): Promise<SettledPayout> {
  const command = commandFrom(caller, commandId, { action: "payouts.return", id, lineId });
  const line = await findLineForWallet(caller.db, lineId);
  const { userId, paidOn } = await findPayout(readOnly(caller.db), id);
  if (userId === user.id) throw new DomainError("payout.own-return");
  if (paidOn !== null && line.bookedOn < paidOn) throw new DomainError("payout.other-return");
  return settlePayout(caller, command, {
    payoutId: id,
    state: "returned",
    wallet: () => ({
      type: "ReturnPayout",
      payoutId: id,
      amount: line.amount,
      bankLineId: lineId,
    }),
    // A payment may have been recorded after the bank had returned it.
    happenedAt: ({ settledAt }, timeZone) =>
      later(timeOf(line.bookedOn, { timeZone, now: caller.now() }), settledAt),
    text: null,
    audit: () => ({
      action: "payout.returned",
      target: id,
      details: { bankLine: lineId, amount: line.amount },
    }),
    message: payoutReturned,
    sideWrites: async (tx) => {
      await requireOwnUploadsWithinLimit(tx, { lineId, memberId: userId, userId: user.id });
      await decideBankLine(tx, lineId, {
        from: "open",
        to: "ignored",
        by: user.id,
        at: caller.now(),
        kind: "payout-returned",
      });
    },
  });
}

function later(at: string, other: string | null): string {
  return other !== null && Date.parse(other) > Date.parse(at) ? other : at;
}
