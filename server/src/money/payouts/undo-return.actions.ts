import type { UndoPayoutReturn } from "@portal/shared/money/payouts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { readOnly } from "../../platform/db/database.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isDecisionNeeded } from "../../platform/proposals/second-person-limit.queries.ts";
import { freeBankLine } from "../../sales/bank-lines/bank-line.actions.ts";
import { requireUndoneWithinLimit } from "../../sales/payments/undo-limit.queries.ts";
import type { WalletEvent } from "../wallets/wallet.events.ts";
import { payoutReturnUndone } from "./payout.messages.ts";
import { findPayout } from "./payout.queries.ts";
import { findReturnLine } from "./returned-payout.queries.ts";
import { type SettledPayout, settlePayout } from "./settle-payout.ts";

/**
 * Takes back that the bank returned a payout: by a wrong transaction, of the wrong member, or because the bank paid after all.
 * It is paid as before, and the transaction is open again. What goes above the limit of undoing is a proposal.
 */
export async function undoPayoutReturn(
  caller: Caller,
  user: SignedInUser,
  undone: UndoPayoutReturn,
): Promise<SettledPayout & { proposalId: string | null }> {
  const { commandId, id } = undone;
  if ((await findProposal(caller.db, commandId)) === null)
    try {
      return { ...(await bookUndoneReturn(caller, undone)), proposalId: null };
    } catch (error) {
      if (!isDecisionNeeded(error)) throw error;
    }
  const db = readOnly(caller.db);
  const { userId, amount, state } = await findPayout(db, id);
  const data = { userId, payoutId: id, lineId: await findReturnLine(db, { id, userId }), amount };
  const change = { kind: "undo-return", data, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  return { id, state, proposalId };
}

/**
 * @param frozen the return that a decision takes back
 * @throws DomainError decision.needed above the limit, where it carries out no decision; proposal.outdated, payout.own-return,
 * payout.not-returned, payout.unknown
 */
export async function bookUndoneReturn(
  caller: Caller,
  { commandId, id }: UndoPayoutReturn,
  frozen: Readonly<{ lineId: number | null }> | null = null,
): Promise<SettledPayout> {
  const command = commandFrom(caller, commandId, { action: "payouts.undoReturn", id });
  const { userId } = await findPayout(readOnly(caller.db), id);
  if (userId === caller.user?.id) throw new DomainError("payout.own-return");
  return settlePayout(caller, command, {
    payoutId: id,
    state: "paid",
    wallet: () => ({ type: "UndoPayoutReturn", payoutId: id }),
    text: null,
    audit: (_before, events) => {
      const { bankLine, amount } = undoneBy(events);
      return { action: "payout.return-undone", target: id, details: { bankLine, amount } };
    },
    message: payoutReturnUndone,
    sideWrites: async (tx, events) => {
      const { bankLine } = undoneBy(events);
      if (frozen !== null && frozen.lineId !== bankLine) throw new DomainError("proposal.outdated");
      await requireUndoneWithinLimit(tx, caller);
      const by = caller.user?.id ?? 0;
      if (bankLine !== null) await freeBankLine(tx, bankLine, { by, kind: "payout-returned" });
    },
  });
}

/** The transaction, and what had arrived by it. */
function undoneBy(events: readonly WalletEvent[]) {
  const undone = events.find((event) => event.type === "PayoutReturnUndone");
  if (!undone) throw new DomainError("payout.not-returned");
  const { bankLineId: bankLine, amount, withheld } = undone.data;
  return { bankLine, amount: amount - withheld };
}
