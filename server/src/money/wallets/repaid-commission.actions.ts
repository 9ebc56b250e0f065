import type { RepayCommission } from "@portal/shared/money/wallet-entries.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { listUnerased } from "../../people/users/user.queries.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { timeOf } from "../../sales/bank-entries/bank-entry.actions.ts";
import { decideBankLine, findLineForWallet } from "../../sales/bank-lines/bank-line.actions.ts";
import { requireOwnUploadsWithinLimit } from "../../sales/bank-lines/own-upload.queries.ts";
import { commissionWasRepaid } from "./repaid-commission.messages.ts";
import { getPayoutFacts } from "./wallet-facts.queries.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";

/**
 * Records that a member transferred commission back by an incoming transaction: as much as they owe, or a part of it. Each
 * transaction is used once.
 *
 * @throws DomainError wallet.owes-less, wallet.own-repayment, account.unknown, bankline.unknown, bankline.account-unknown,
 * bankline.copy, bankline.own-upload, bankline.decided
 */
export async function repayCommission(
  caller: Caller,
  user: SignedInUser,
  { commandId, userId, lineId }: RepayCommission,
): Promise<{ userId: number; amount: number }> {
  const command = commandFrom(caller, commandId, { action: "wallet.repay", userId, lineId });
  const { amount, bookedOn } = await findLineForWallet(caller.db, lineId);
  if (userId === user.id) throw new DomainError("wallet.own-repayment");
  const db = readOnly(caller.db);
  if ((await listUnerased(db, [userId])).length === 0) throw new DomainError("account.unknown");
  const { timeZone } = await loadRegion(db, caller.shop.region);
  const occurredAt = timeOf(bookedOn, { timeZone, now: caller.now() });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const { earned: accrued } = await getPayoutFacts(db, userId, caller.now());
    const repay = { type: "RepayCommission", userId, amount, bankLineId: lineId, accrued } as const;
    const events = inStream(streamId, wallet.decide(repay));
    return {
      events: events.map((event) => ({ ...event, occurredAt })),
      answer: { userId, amount },
      sideWrites: async (tx) => {
        await requireOwnUploadsWithinLimit(tx, { lineId, memberId: userId, userId: user.id });
        const by = { by: user.id, at: caller.now() };
        const decision = { from: "open", to: "ignored", ...by, kind: "commission-repaid" } as const;
        await decideBankLine(tx, lineId, decision);
        await insertAudit(tx, caller, {
          action: "commission.repaid",
          target: `bank line ${lineId}`,
          subjectId: userId,
          details: { bankLine: lineId, amount },
        });
        const key = `commission-repaid:${lineId}:${commandId}`;
        await queueMessage(tx, caller, key, commissionWasRepaid, { userId, lineId });
      },
    };
  });
  return answer;
}
