import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import type { PayWithCredit } from "@portal/shared/sales/orders/save-order.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import type { OrderState } from "../../platform/read-model/projection-rows.ts";
import { orderDecider } from "../../sales/orders/order.decider.ts";
import { orderEvents, orderStream } from "../../sales/orders/order.events.ts";
import { moneyOf } from "../../sales/orders/order.rules.ts";
import { queueOrderMessages } from "../../sales/orders/order-messages.actions.ts";
import { requirePasswordForCredit } from "./credit-password.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";
import { findOrderToCredit } from "./credit.queries.ts";
import { type CreditFacts, findCreditFacts } from "./payout-facts.queries.ts";

export type CreditForOrder = {
  /** What the person could pay with in all. */
  available: number;
  /** How much of it this order still takes. */
  usable: number;
  currency: Currency;
};

/** Null for an order that is not this person's, or takes no payment any more. */
export async function getCreditForOrder(
  caller: Caller,
  userId: number,
  uuid: string,
): Promise<CreditForOrder | null> {
  const order = await findOrderToCredit(readOnly(caller.db), uuid);
  if (order?.buyerId !== userId || order.state !== "placed") return null;
  const available = availableIn(await findCreditFacts(readOnly(caller.db), userId, caller.now()));
  const usable = Math.min(available, outstanding(order));
  return { available, usable, currency: order.currency };
}

/**
 * Pays an order of one's own with store credit, in part or in full: the credit account first, then
 * commission that is payable and that no payout request asks for (docs/domain.md, "Wallet, payouts, credit"). The credit and the
 * payment are one decision on two streams, so that no cent is spent twice and none is lost.
 *
 * @throws DomainError order.unknown for somebody else's, order.not-payable, wallet.credit-too-small,
 * wallet.still-maturing, access.password-needed
 */
export async function payWithCredit(
  caller: Caller,
  userId: number,
  { commandId, uuid, amount: asked }: PayWithCredit,
): Promise<{ uuid: string; state: OrderState; paidWithCredit: number }> {
  const command = commandFrom(caller, commandId, { action: "orders.payWithCredit", uuid, asked });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const order = await streams.load(orderStream(uuid), orderDecider, orderEvents);
    const wallet = await streams.load(walletStream(userId), walletDecider, walletEvents);
    const placed = await findOrderToCredit(readOnly(caller.db), uuid);
    if (placed?.buyerId !== userId) throw new DomainError("order.unknown");
    if (placed.paidAt !== null) throw new DomainError("order.already-paid");
    if (placed.state !== "placed") throw new DomainError("order.not-payable");

    const facts = await findCreditFacts(readOnly(caller.db), userId, caller.now());
    const due = order.state.status === "unplaced" ? 0 : outstanding(moneyOf(order.state));
    const amount = asked ?? Math.min(due, availableIn(facts));
    // More than the order takes would only have to be given back.
    if (amount > due) throw new DomainError("order.not-payable");
    if (amount <= 0) throw new DomainError("wallet.credit-too-small");
    await requirePasswordForCredit(caller, userId, { type: "CreditSpent", amount });
    const spend = { userId, orderId: uuid, amount };
    const spent = wallet.decide({ type: "SpendCredit", ...facts, ...spend });
    const paid = order.decide({
      type: "RecordPayment",
      orderId: uuid,
      method: "credit",
      amount,
      fee: 0,
      paymentId: `credit-${commandId}`,
      reference: "store credit",
    });
    const isPaid = paid.some(({ type }) => type === "OrderPaid");
    const state: OrderState = isPaid ? "paid" : "placed";
    return {
      events: [
        ...spent.map((event) => ({ streamId: walletStream(userId), event })),
        ...paid.map((event) => ({ streamId: orderStream(uuid), event })),
      ],
      answer: { uuid, state, paidWithCredit: amount },
      alongside: (tx) => queueOrderMessages(tx, caller, uuid, paid),
    };
  });
  return answer;
}

function availableIn({ creditAccount, convertible }: CreditFacts): number {
  return Math.max(0, creditAccount) + convertible;
}
