import type { UndoRepayment } from "@portal/shared/money/wallet-entries.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isDecisionNeeded } from "../../platform/proposals/second-person-limit.queries.ts";
import { findBankLine, freeBankLine } from "../../sales/bank-lines/bank-line.actions.ts";
import { requireUndoneWithinLimit } from "../../sales/payments/undo-limit.queries.ts";
import { repaymentWasUndone } from "./repaid-commission.messages.ts";
import { findMoneyBack } from "./repaid-commission.queries.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";

/**
 * Takes back that a member paid commission back by a transaction, which is open again: they owe it as before. What goes above
 * the limit of undoing is a proposal.
 */
export async function undoRepayment(
  caller: Caller,
  user: SignedInUser,
  undone: UndoRepayment,
): Promise<{ lineId: number; proposalId: string | null }> {
  const { commandId, lineId } = undone;
  if ((await findProposal(caller.db, commandId)) === null)
    try {
      return { ...(await bookUndoneRepayment(caller, undone)), proposalId: null };
    } catch (error) {
      if (!isDecisionNeeded(error)) throw error;
    }
  const userId = await findRepayer(caller, lineId);
  const { amount } = await findBankLine(caller.db, lineId);
  const data = { userId, payoutId: null, lineId, amount };
  const change = { kind: "undo-return", data, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  return { lineId, proposalId };
}

/**
 * @param frozen whose repayment a decision takes back
 * @throws DomainError decision.needed above the limit, where it carries out no decision; proposal.outdated,
 * wallet.own-repayment, wallet.not-repaid
 */
export async function bookUndoneRepayment(
  caller: Caller,
  { commandId, lineId }: UndoRepayment,
  frozen: Readonly<{ userId: number }> | null = null,
): Promise<{ lineId: number }> {
  const command = commandFrom(caller, commandId, { action: "wallet.undoRepayment", lineId });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const userId = await findRepayer(caller, lineId);
    if (frozen !== null && frozen.userId !== userId) throw new DomainError("proposal.outdated");
    if (userId === caller.user?.id) throw new DomainError("wallet.own-repayment");
    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const undo = { type: "UndoCommissionRepayment", userId, bankLineId: lineId } as const;
    return {
      events: inStream(streamId, wallet.decide(undo)),
      answer: { lineId },
      sideWrites: async (tx) => {
        await requireUndoneWithinLimit(tx, caller);
        const by = caller.user?.id ?? 0;
        await freeBankLine(tx, lineId, { by, kind: "commission-repaid" });
        await insertAudit(tx, caller, {
          action: "commission.repayment-undone",
          target: `bank line ${lineId}`,
          subjectId: userId,
          details: { bankLine: lineId, amount: wallet.state.repaidBy.get(lineId) ?? 0 },
        });
        const key = `commission-repayment-undone:${lineId}:${commandId}`;
        await queueMessage(tx, caller, key, repaymentWasUndone, { userId, lineId });
      },
    };
  });
  return answer;
}

async function findRepayer({ db }: Pick<Caller, "db">, lineId: number): Promise<number> {
  const back = await findMoneyBack(readOnly(db), lineId);
  if (back === null || back.payoutId !== null) throw new DomainError("wallet.not-repaid");
  return back.userId;
}
