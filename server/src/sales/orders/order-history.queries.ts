import { type TrackingState, trackingState } from "@portal/shared/sales/delivery/delivery.ts";
import type { NotificationState } from "@portal/shared/sales/notifications.ts";
import { readablePhone } from "@portal/shared/platform/phones/phone-number.ts";
import { placeLine } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { type OrderEvent, orderEvents, type OrderSection, orderStream } from "./order.events.ts";
import { sectionsAfter } from "./order.rules.ts";

/** `actorName`: the account that recorded it; null for guests, jobs and the card provider. */
export type OrderFact = Readonly<{ event: OrderEvent; at: string; actorName: string | null }>;

/** The events of one order, oldest first; empty for an unknown order. */
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
  return rows.map(({ at, actorName, ...event }) => ({
    event: orderEvents.read(event),
    at,
    actorName,
  }));
}

export type Recipient = {
  name: string;
  cell: string;
  email: string;
  /** By line. */
  address: string[];
  vatNo: string | null;
  /** In degrees; both or neither. */
  latitude: number | null;
  longitude: number | null;
};

/** Null for a section without an address, and once the recipient was erased. */
export async function findRecipient(
  db: ReadDatabase,
  section: OrderSection | undefined,
): Promise<Recipient | null> {
  const id = section?.addressId ?? null;
  return id === null ? null : ((await findRecipients(db, [id])).get(id) ?? null);
}

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
        cell: readablePhone(cell, row.country),
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

/** The names of each order's recipients, in the order of its sections. */
export async function findRecipientNames(
  db: ReadDatabase,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await storedEvents(db)
    .where("stream_id", "in", orderIds.map(orderStream))
    .where("type", "in", ["OrderPlaced", "RecipientCorrected"])
    .execute();
  const byStream = Map.groupBy(rows, ({ streamId }) => streamId);
  const addresses = orderIds.map((orderId) => {
    const facts = (byStream.get(orderStream(orderId)) ?? []).map(orderEvents.read);
    return { orderId, ids: sectionsAfter(facts).flatMap(({ addressId }) => addressId ?? []) };
  });
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

type OrderShipment = {
  /** Null where the viewer may not track it. */
  trackingReference: string | null;
  state: TrackingState;
  /** When the courier reported the state, an ISO instant. */
  seenAt: string | null;
};

/** The last shipments, in the order of the recipients; empty for an imported order. */
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

type ShownFulfilment =
  | "quoted"
  | "collection-booked"
  | "shipped"
  | "ready-to-collect"
  | "delivered"
  | null;

/** The fulfilment of the ledger, brought up to date by the states of the parcels. */
export function fulfilmentOf(
  known: Exclude<ShownFulfilment, "delivered">,
  shipments: readonly OrderShipment[],
): ShownFulfilment {
  if (known !== "shipped" || shipments.length === 0) return known;
  if (shipments.every(({ state }) => state === "delivered")) return "delivered";
  return shipments.every(({ state }) => state === "cancelled") ? "quoted" : "shipped";
}

/** What is known of the order beside its events: the courier's state of a parcel, the card provider's notifications. */
type OrderNews =
  | { by: "courier"; at: string; state: TrackingState; parcel: number }
  | { by: "card"; at: string; id: number; state: NotificationState; paymentStatus: string | null };

/** Of each parcel only the last state is known. */
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
      const current = state === "cancelled" ? "cancelled" : trackingState(status);
      return at === null || current === "booked"
        ? []
        : [{ by: "courier", at, state: current, parcel: section }];
    }),
    ...notifications.map((one): OrderNews => ({ by: "card", ...one })),
  ];
}

/** The key of the message that an order was shipped: another one for each generation of its parcels. */
export function shippedKey(orderId: string, generation: number): string {
  return `order-shipped:${orderId}${generation > 1 ? `:${generation}` : ""}`;
}

/** The key of the message that a recipient was corrected to this address. */
export function recipientKey(orderId: string, addressId: number): string {
  return `order-recipient:${orderId}:${addressId}`;
}

/** The messages about an order, found by their keys, because these have an index. */
export async function findOrderMails(
  db: ReadDatabase,
  orderId: string,
  history: readonly OrderFact[],
) {
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
