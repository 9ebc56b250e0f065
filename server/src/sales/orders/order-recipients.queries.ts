import type { ReadDatabase } from "../../platform/db/database.ts";
import { findRecipients } from "./order-history.queries.ts";
import { sectionsAfter } from "./order-sections.rules.ts";
import { type OrderEvent, orderEvents, orderStream } from "./order.events.ts";

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
