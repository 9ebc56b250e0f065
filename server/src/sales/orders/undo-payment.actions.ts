import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { UndoPayment } from "@portal/shared/sales/orders/save-order.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { readOnly } from "../../platform/db/database.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isDecisionNeeded } from "../../platform/proposals/second-person-limit.queries.ts";
import { findPayment } from "../payments/known-payments.queries.ts";
import { findPayableOrder } from "../payments/payment.actions.ts";
import { requireUndoneWithinLimit } from "../payments/undo-limit.queries.ts";
import { type ChangedOrder, changeOrder } from "./order.actions.ts";

/**
 * Undoes a transfer that the office typed for the wrong order, or twice. One from a bank transaction is undone with the
 * transaction, which may have paid several orders. What goes above the limit of undoing is a proposal.
 */
export async function undoPayment(
  caller: Caller,
  user: SignedInUser,
  undone: UndoPayment,
): Promise<ChangedOrder & { proposalId: string | null }> {
  const { commandId, uuid, position, isSentKnown } = undone;
  if ((await findProposal(caller.db, commandId)) === null)
    try {
      return { ...(await bookUndoneEft(caller, undone)), proposalId: null };
    } catch (error) {
      if (!isDecisionNeeded(error)) throw error;
    }
  const { amount } = await getPayment(caller, undone);
  const data = { uuid, position, amount, ...(isSentKnown && { isSentKnown }) };
  const change = { kind: "undo-eft", data, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  const order = await findPayableOrder(caller, uuid);
  if (!order) throw new DomainError("order.unknown");
  return { uuid, state: order.state, proposalId };
}

/**
 * @throws DomainError decision.needed above the limit, where it carries out no decision; order.unknown-payment,
 * order.undo-bank-line, order.undo-sent, and those of the decider
 */
export async function bookUndoneEft(caller: Caller, undone: UndoPayment): Promise<ChangedOrder> {
  const { commandId, uuid, position, isSentKnown = false } = undone;
  const request = { action: "orders.undoPayment", uuid, position, isSentKnown };
  const { paymentId, amount, bankLineId } = await getPayment(caller, undone);
  return changeOrder(caller, commandFrom(caller, commandId, request), {
    order: { type: "UndoPayment", orderId: uuid, paymentId, mayBeOut: isSentKnown },
    check: () => {
      if (bankLineId !== null) throw new DomainError("order.undo-bank-line");
    },
    sideWrites: (tx) => requireUndoneWithinLimit(tx, caller),
    audit: { action: "order.payment-undone", details: { amount, position } },
  });
}

async function getPayment({ db }: Pick<Caller, "db">, { uuid, position }: UndoPayment) {
  const payment = await findPayment(readOnly(db), uuid, position);
  if (!payment) throw new DomainError("order.unknown-payment");
  return payment;
}
