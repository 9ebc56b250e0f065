import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import type { Caller } from "../../caller.ts";
import type { CardEnvironment } from "../../gateways/card/card-provider.ts";
import type { Tx } from "../../platform/db/database.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import { ownCommandId } from "../../platform/ledger/own-command-id.ts";
import { queueOrderMessages } from "../orders/order.actions.ts";
import { type Order, orderDecider } from "../orders/order.decider.ts";
import { orderEvents, orderStream } from "../orders/order.events.ts";
import { moneyOf } from "../orders/order.rules.ts";
import { saveVerdict, type Verdict } from "./card-notification.store.ts";

/** The part of the caller that also jobs have. */
export type NotificationContext = Pick<
  Caller,
  "db" | "ledger" | "card" | "jobs" | "log" | "now" | "shop"
>;

type Payment = Readonly<{
  order: Readonly<{ orderId: string; currency: Currency; cardEnvironment: CardEnvironment }>;
  facts: Omit<Verdict, "state" | "reason">;
  /** Minor units; 0 where the provider says it later. */
  fee: number;
  /** Rows of the provider that change with it. */
  alsoWrite?: (tx: Tx) => Promise<void>;
}>;

/** Writes the payment and the notification's verdict in one transaction. */
export async function recordPayment(
  context: NotificationContext,
  notificationId: number,
  { order, facts, fee, alsoWrite }: Payment,
): Promise<Verdict> {
  const { orderId, currency, cardEnvironment } = order;
  const { pfPaymentId } = facts;
  if (pfPaymentId === null) throw new Error("a payment was verified without its number");
  const amount = facts.amount ?? 0;

  const command = {
    // The same for every copy. The sandbox counts for itself: its numbers are other payments in the live account.
    commandId: ownCommandId("card", cardEnvironment, pfPaymentId),
    request: { action: "card-notification", orderId, pfPaymentId, amount },
    metadata: { source: "card", correlationId: `card-notification-${notificationId}` },
    occurredAt: context.now(),
  };
  try {
    const { answer } = await context.ledger.execute(command, async (streams) => {
      const stream = await streams.load(orderStream(orderId), orderDecider, orderEvents);
      requireSameAmount(stream.state, pfPaymentId, amount);
      const events = stream.decide({
        type: "RecordPayment",
        orderId,
        paymentId: pfPaymentId,
        method: "card",
        amount,
        fee,
        reference: pfPaymentId,
      });
      if (events.length === 0) return { events: [], answer: { reason: null } };
      const reason = noteOnPayment(stream.state, amount, currency);
      const verdict: Verdict = { ...facts, state: "applied", reason };
      return {
        events: inStream(orderStream(orderId), events),
        answer: { reason },
        sideWrites: async (tx) => {
          await saveVerdict(tx, notificationId, verdict, context.now());
          await queueOrderMessages(tx, context, orderId, events);
          await alsoWrite?.(tx);
        },
      };
    });
    // `settle` ignores this where the side write has applied the notification; where the command was replayed, it is noted.
    return {
      ...facts,
      state: "noted",
      reason: answer.reason ?? "this payment has already been recorded",
    };
  } catch (error) {
    if (!(error instanceof DomainError) || !usedOtherwise.has(error.code)) throw error;
    return {
      ...facts,
      state: "rejected",
      reason: "this payment number was used for another payment",
    };
  }
}

const usedOtherwise: ReadonlySet<string> = new Set([
  "request.reused-key",
  "order.payment-repeated",
]);

/** @throws DomainError order.payment-repeated for a payment that the order has with another amount */
function requireSameAmount(order: Order, paymentId: string, amount: number): void {
  if (order.status === "unplaced") return;
  const known = order.payments.find((payment) => payment.paymentId === paymentId);
  if (known && known.amount !== amount) throw new DomainError("order.payment-repeated", paymentId);
}

/** The note for the office on a payment that is not exactly the amount due. */
function noteOnPayment(before: Order, amount: number, currency: Currency): string | null {
  if (before.status === "cancelled") return "the order was already cancelled: refund this payment";
  if (before.status === "unplaced") return null;
  if (before.isPaid) return "the order was already paid: refund this payment";
  const missing = outstanding(moneyOf(before)) - amount;
  if (missing === 0) return null;
  return missing < 0
    ? `${formatMoney(-missing, currency)} more than the amount due: refund it`
    : `${formatMoney(missing, currency)} of the order is still outstanding`;
}
