import { sql } from "kysely";
import type { ReadDatabase } from "../db/database.ts";
import type { EventWithAudience } from "./live.rules.ts";

/**
 * The events after a position with the users that they concern, in one query for all subscribers. Commission entries are
 * looked up only for events that change them.
 */
export async function eventsWithAudienceAfter(
  db: ReadDatabase,
  after: number,
  limit: number,
): Promise<readonly EventWithAudience[]> {
  const { rows } = await sql<EventWithAudience>`
    select event.position, event.type, placed.order_id as "orderId",
      event.data->>'payoutId' as "payoutId", (event.data->>'userId')::integer as "userId",
      placed.buyer_id as "buyerId",
      case when event.type in ('OrderPaid', 'PaymentRefunded', 'PaymentUndone', 'OrderReassigned') then array(
        select distinct beneficiary_id from projection.commission_entry entry
        where entry.order_id = placed.order_id) else '{}' end as "earnerIds",
      case when event.type in ('OrderPlaced', 'PaymentReceived') then '{}' else array(
        select distinct path.ancestor_id from projection.member_path path
        where path.descendant_id in (
          placed.seller_id, placed.sold_by_id, (event.data->>'userId')::integer)) end as "aboveIds"
    from (
      select position, type, data from ledger_events
      where position > ${after} order by position limit ${limit}
    ) event
    left join projection.order_state placed
      on placed.order_id = (event.data->>'orderId')::uuid
    order by event.position`.execute(db);
  return rows;
}

/** The sessions that are still valid, and whether each is an admin's. */
export async function sessionsStillOf(
  db: ReadDatabase,
  handles: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.user_id")
    .select(["session.handle", "account.role"])
    .where("session.handle", "in", handles)
    .where("session.expires_at", ">", sql<string>`now()`)
    .where("account.active", "=", true)
    .execute();
  return new Map(rows.map(({ handle, role }) => [handle, role === "admin"]));
}
