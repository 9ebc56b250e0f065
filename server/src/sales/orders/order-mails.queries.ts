import type { MessageState } from "@portal/shared/platform/messages.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { MessageKind } from "../../platform/messages/message-kinds.ts";
import type { OrderFact } from "./order-history.queries.ts";

/** One mail that the buyer was sent about the order. */
export type OrderMail = {
  id: number;
  kind: MessageKind;
  state: MessageState;
  sentAt: string | null;
};

/** The occasion of telling that an order is on its way: anew where its parcels were sent anew. */
export function shippedKey(orderId: string, generation: number): string {
  return `order-shipped:${orderId}${generation > 1 ? `:${generation}` : ""}`;
}

/** The occasion of telling that the office sends it to another address, which has this id. */
export function recipientKey(orderId: string, addressId: number): string {
  return `order-recipient:${orderId}:${addressId}`;
}

/** Found by the names of their occasions, which the index of messages is made of. */
export async function findOrderMails(
  db: ReadDatabase,
  orderId: string,
  history: readonly OrderFact[],
): Promise<OrderMail[]> {
  const steps = ["placed", "eft", "paid", "cancelled", "delivered"];
  const shipments = history.filter(({ event }) => event.type === "ShipmentCreated");
  const refunds = history.flatMap(({ event }) =>
    event.type === "PaymentRefunded" ? `order-refunded:${orderId}:${event.data.refundId}` : [],
  );
  const keys = [
    ...steps.map((step) => `order-${step}:${orderId}`),
    // There are never more generations of parcels than waybills.
    ...shipments.map((_, at) => shippedKey(orderId, at + 1)),
    ...refunds,
    ...history.flatMap(({ event }) =>
      event.type === "RecipientCorrected" ? recipientKey(orderId, event.data.addressId) : [],
    ),
  ];
  return db
    .selectFrom("message")
    .select(["id", "kind", "state", "sent_at as sentAt"])
    .where("message_key", "in", keys)
    .where("channel", "=", "email")
    .orderBy("id")
    .execute();
}
