import type { Tx } from "../../platform/db/database.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import { type MessageDesk, queueMessage } from "../../platform/messages/queue-message.ts";
import type { OrderEvent } from "./order.events.ts";
import { findOrderParties } from "./order.queries.ts";
import { readOnly } from "../../platform/db/database.ts";

/**
 * Asks for the mails that tell the buyer what has become of an order, with the facts themselves or not
 * at all. Each is sent once for its occasion, whoever records it.
 */
export async function queueOrderMessages(
  tx: Tx,
  desk: MessageDesk,
  orderId: string,
  events: readonly OrderEvent[],
): Promise<void> {
  const telling = events.filter(({ type }) => toldTypes.has(type));
  if (telling.length === 0) return;
  const parties = await findOrderParties(readOnly(tx), orderId);
  const order = { userId: parties?.buyerId ?? null, orderId };
  const isCancelled = telling.some(({ type }) => type === "OrderCancelled");
  for (const { type, data } of telling) {
    if (type === "OrderPaid")
      await queueMessage(tx, desk, `order-paid:${orderId}`, { kind: "order-paid", ...order });
    if (type === "OrderCancelled")
      await queueMessage(tx, desk, `order-cancelled:${orderId}`, {
        kind: "order-cancelled",
        ...order,
      });
    // What goes back with a cancellation is told by the mail about that.
    if (type === "PaymentRefunded" && !isCancelled)
      await queueMessage(tx, desk, `order-refunded:${orderId}:${data.refundId}`, {
        kind: "order-refunded",
        ...order,
        amount: data.amount,
        method: data.method,
      });
  }
}

const toldTypes: ReadonlySet<OrderEvent["type"]> = new Set([
  "OrderPaid",
  "OrderCancelled",
  "PaymentRefunded",
]);

/** The first mail about an order: thanks where a card can pay it, else how to pay it by bank. */
export function firstMailAbout(
  order: Readonly<{ userId: number | null; orderId: string }>,
  placed: Readonly<{ total: number; byCard: boolean }>,
): Readonly<{ key: string; about: MessageAbout }> {
  // What costs nothing is paid by being placed.
  const unpaid = placed.byCard ? "order-placed" : "order-eft";
  const kind = placed.total === 0 ? "order-paid" : unpaid;
  return { key: `${kind}:${order.orderId}`, about: { kind, ...order } };
}
