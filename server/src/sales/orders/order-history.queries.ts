import type { MessageChannel, MessageState } from "@portal/shared/platform/messages.ts";
import { type TrackingState, trackingState } from "@portal/shared/sales/delivery/delivery.ts";
import type { NotificationState } from "@portal/shared/sales/notifications.ts";
import { placeLine } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { MessageKind } from "../../platform/messages/message-kinds.ts";
import { type OrderEvent, orderEvents, orderStream } from "./order.events.ts";
import { type KnownParcel, sectionsAfter } from "./order.rules.ts";

/** A fact of the order, when it happened, and who of the shop's people recorded it, if anybody did. */
export type OrderFact = Readonly<{ event: OrderEvent; at: string; actorName: string | null }>;

/** Everything that happened to one order, oldest first; empty where there is none. */
export async function findOrderHistory(
  db: ReadDatabase,
  orderId: string,
): Promise<readonly OrderFact[]> {
  const rows = await db
    .selectFrom("ledger_events as event")
    .leftJoin("account as actor", (join) =>
      join.on("actor.id", "=", sql<number>`(event.metadata->>'actorId')::integer`),
    )
    .select([
      "event.type",
      "event.schema_version as schemaVersion",
      "event.event_id as eventId",
      "event.data",
      "event.occurred_at as at",
      sql<string | null>`actor.first_name || ' ' || actor.last_name`.as("actorName"),
    ])
    .where("event.stream_id", "=", orderStream(orderId))
    .orderBy("event.stream_version")
    .execute();
  return rows.map(({ at, actorName, ...stored }) => ({
    event: orderEvents.read(stored),
    at,
    actorName,
  }));
}

/** Where a parcel of the order goes. */
export type Recipient = {
  name: string;
  cell: string;
  email: string;
  /** Lines, one below the other. */
  address: string[];
  vatNo: string | null;
  /** Where it is on a map, in degrees; both or none. */
  latitude: number | null;
  longitude: number | null;
};

export async function findRecipients(
  db: ReadDatabase,
  addressIds: readonly number[],
): Promise<ReadonlyMap<number, Recipient>> {
  if (addressIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("address")
    .select([
      "id",
      "recipient_first_name",
      "recipient_last_name",
      "recipient_cell as cell",
      "recipient_email as email",
      "complex_building",
      "street_address",
      "line_2",
      "line_3",
      "suburb",
      "town",
      "province",
      "postal_code",
      "country",
      "vat_no as vatNo",
      "latitude",
      "longitude",
    ])
    .where("id", "in", addressIds)
    .execute();
  return new Map(
    rows.map(({ id, cell, email, vatNo, latitude, longitude, ...row }) => [
      id,
      {
        name: `${row.recipient_first_name} ${row.recipient_last_name}`.trim(),
        cell,
        email,
        vatNo,
        latitude,
        longitude,
        address: [
          row.complex_building,
          row.street_address,
          row.line_2,
          row.line_3,
          ...(row.country === "US"
            ? [placeLine({ ...row, postalCode: row.postal_code })]
            : [row.suburb, row.town, row.province, row.postal_code]),
        ].filter((line): line is string => Boolean(line)),
      },
    ]),
  );
}

/** Whom a parcel of each order goes to, by name, in the order of its sections. */
export async function findRecipientNames(
  db: ReadDatabase,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("ledger_events")
    .select([
      "stream_id as stream",
      "type",
      "schema_version as schemaVersion",
      "event_id as eventId",
      "data",
    ])
    .where("stream_id", "in", orderIds.map(orderStream))
    .where("type", "in", ["OrderPlaced", "RecipientCorrected"])
    .orderBy("stream_version")
    .execute();

  const facts = new Map<string, OrderEvent[]>();
  for (const { stream, ...stored } of rows)
    facts.set(stream, [...(facts.get(stream) ?? []), orderEvents.read(stored)]);
  const addresses = orderIds.map((orderId) => ({
    orderId,
    ids: sectionsAfter(facts.get(orderStream(orderId)) ?? []).flatMap(
      ({ addressId }) => addressId ?? [],
    ),
  }));
  const recipients = await findRecipients(
    db,
    addresses.flatMap(({ ids }) => ids),
  );
  return new Map(
    addresses.map(({ orderId, ids }) => [
      orderId,
      ids.flatMap((id) => recipients.get(id)?.name || []),
    ]),
  );
}

/** One parcel as the courier last saw it. */
export type OrderShipment = {
  /** Null where the viewer may not follow it at the courier's. */
  trackingReference: string | null;
  state: TrackingState;
  /** When the courier saw it last, an ISO instant. */
  seenAt: string | null;
};

/** The parcels that were booked last, in the order of the recipients; those of an imported order are not known. */
export async function findShipments(db: ReadDatabase, orderId: string): Promise<OrderShipment[]> {
  const rows = await db
    .selectFrom("courier_booking")
    .select([
      "generation",
      "state",
      "tracking_reference as trackingReference",
      "tracking_status as status",
      "tracked_at as seenAt",
    ])
    .where("order_id", "=", orderId)
    .where("state", "in", ["booked", "cancelled"])
    .orderBy("generation", "desc")
    .orderBy("section")
    .execute();
  const [last] = rows;
  return rows
    .filter(({ generation }) => generation === last?.generation)
    .map(({ trackingReference, status, seenAt, ...row }) => ({
      trackingReference,
      state: row.state === "cancelled" ? "cancelled" : trackingState(status),
      seenAt,
    }));
}

export type ShownFulfilment =
  | "quoted"
  | "collection-booked"
  | "shipped"
  | "ready-to-collect"
  | "delivered"
  | null;

/** What the ledger says, and what became of its parcels since. */
export function fulfilmentOf(
  known: Exclude<ShownFulfilment, "delivered">,
  shipments: readonly OrderShipment[],
): ShownFulfilment {
  if (known !== "shipped" || shipments.length === 0) return known;
  if (shipments.every(({ state }) => state === "delivered")) return "delivered";
  return shipments.every(({ state }) => state === "cancelled") ? "quoted" : "shipped";
}

/** What was asked of the courier for each recipient, of the parcels that were booked last. */
export async function findParcels(
  db: ReadDatabase,
  orderId: string,
): Promise<readonly KnownParcel[]> {
  const rows = await db
    .selectFrom("courier_booking")
    .select(["generation", "section", "state", "tracking_status as trackingStatus"])
    .where("order_id", "=", orderId)
    .orderBy("generation", "desc")
    .execute();
  return rows.filter(({ generation }) => generation === rows[0]?.generation);
}

/** One message that somebody was sent about the order. */
export type OrderMail = {
  id: number;
  kind: MessageKind;
  channel: MessageChannel;
  state: MessageState;
  createdAt: string;
  sentAt: string | null;
};

/** What others said of the order, beside its own events: the courier of a parcel, the card provider of a payment. */
export type OrderNews =
  | { by: "courier"; at: string; state: TrackingState; parcel: number }
  | { by: "card"; at: string; id: number; state: NotificationState; paymentStatus: string | null };

/** The courier is known by its last word of each parcel, and by when it was delivered. */
export async function findOrderNews(db: ReadDatabase, orderId: string): Promise<OrderNews[]> {
  const parcels = await db
    .selectFrom("courier_booking")
    .select(["section", "state", "tracking_status as status"])
    .select(["tracked_at as trackedAt", "delivered_at as deliveredAt"])
    .where("order_id", "=", orderId)
    .where("state", "in", ["booked", "cancelled"])
    .execute();
  const notifications = await db
    .selectFrom("card_notification")
    .select(["id", "state", "received_at as at", "payment_status as paymentStatus"])
    .where("order_id", "=", orderId)
    .where("copy_of", "is", null)
    .execute();
  return [
    ...parcels.flatMap(({ section, state, status, trackedAt, deliveredAt }): OrderNews[] => {
      const at = deliveredAt ?? trackedAt;
      const said = state === "cancelled" ? "cancelled" : trackingState(status);
      return at === null || said === "booked"
        ? []
        : [{ by: "courier", at, state: said, parcel: section }];
    }),
    ...notifications.map((one): OrderNews => ({ by: "card", ...one })),
  ];
}

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
  const steps = ["placed", "eft", "paid", "ready", "cancelled", "delivered"];
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
    .select(["id", "kind", "channel", "state", "created_at as createdAt", "sent_at as sentAt"])
    .where("message_key", "in", keys)
    .orderBy("id")
    .execute();
}
