import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { RefundOrder } from "@portal/shared/sales/orders/save-order.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { readOnly } from "../../platform/db/database.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { requireMoneyOutWithinLimit } from "../../platform/proposals/money-out.queries.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isDecisionNeeded } from "../../platform/proposals/second-person-limit.queries.ts";
import { findPayableOrder } from "../payments/payment.actions.ts";
import { type ChangedOrder, changeOrder } from "./order.actions.ts";
import { findOrderParties } from "./order.queries.ts";

/**
 * Refunds money. Above the limit it is a proposal, and refunded once it is confirmed; to the card only where the buyer keeps
 * goods that the card did not pay.
 */
export async function refundOrder(
  caller: Caller,
  user: SignedInUser,
  refund: RefundOrder,
): Promise<ChangedOrder & { proposalId: string | null }> {
  const { commandId, uuid, amount, productAmount, units, method, reason } = refund;
  if ((await findProposal(caller.db, commandId)) === null)
    try {
      return { ...(await bookRefund(caller, refund)), proposalId: null };
    } catch (error) {
      if (!isDecisionNeeded(error)) throw error;
    }
  const { proposalId } = await propose(caller, user, commandId, {
    kind: "refund",
    data: { uuid, amount, productAmount, units, method },
    words: { reason },
  });
  const order = await findPayableOrder(caller, uuid);
  if (!order) throw new DomainError("order.unknown");
  return { uuid, state: order.state, proposalId };
}

/** @throws DomainError decision.needed above the limit, where it carries out no decision; those of the decider */
export async function bookRefund(
  caller: Caller,
  { commandId, uuid, ...refund }: RefundOrder,
): Promise<ChangedOrder> {
  const command = commandFrom(caller, commandId, { action: "orders.refund", uuid, ...refund });
  const { reason, ...money } = refund;
  const text = typed(reason);
  const order = { ...money, orderId: uuid, reasonId: text?.id ?? null };
  return changeOrder(caller, command, {
    order: { type: "RefundPayment", refundId: `refund-${commandId}`, ...order },
    text,
    sideWrites: async (tx) => {
      const parties = await findOrderParties(readOnly(tx), uuid);
      // As the refund leaves it: the buyer gets own money back, and has no goods for it.
      const isOwn = parties?.keepsGoods !== true && parties?.dueBeyondCard === 0;
      if (refund.method === "card" && isOwn) return;
      const userId = parties?.buyerId ?? null;
      await requireMoneyOutWithinLimit(tx, caller, { userId, orderId: uuid });
    },
    audit: { action: "order.refunded", details: { ...money, reason: textRef(text) } },
  });
}
