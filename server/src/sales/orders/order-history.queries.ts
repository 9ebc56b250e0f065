import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { type OrderEvent, orderEvents, orderStream } from "./order.events.ts";

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
          row.suburb,
          row.town,
          row.province,
          row.postal_code,
        ].filter((line): line is string => Boolean(line)),
      },
    ]),
  );
}
