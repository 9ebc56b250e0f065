import type { Remindable } from "@portal/shared/money/payment-reminders.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { addressDigest } from "../../platform/messages/address-digest.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { bandSql, isUnpaid, type OwedToday } from "./owed.queries.ts";
import type { ReminderCandidate } from "./payment-reminder.rules.ts";

const candidateRow = z.strictObject({
  orderId: z.string(),
  orderNumber: z.int(),
  buyerId: z.int().nullable(),
  isLive: z.boolean(),
  isUnpaid: z.boolean(),
  placedAt: z.string(),
  addressHash: z.string().nullable(),
  hasStopped: z.boolean(),
  wasRemindedToday: z.boolean(),
  today: z.string(),
});
/** `today`: the day of the order's region. */
export type FoundCandidate = ReminderCandidate &
  Readonly<{ buyerId: number | null; today: string }>;

/** The chosen orders that exist, or the unpaid ones of an age. */
export async function listReminderCandidates(
  db: ReadDatabase,
  at: OwedToday & Readonly<{ now: string }>,
  chosen: Remindable,
): Promise<FoundCandidate[]> {
  const isChosen =
    "age" in chosen
      ? sql`(${isUnpaid} and ${bandSql(sql`"order".placed_at`, at)} = ${chosen.age})`
      : sql`"order".order_id = any(${chosen.orderIds}::uuid[])`;
  return candidatesOf(db, isChosen, at.now);
}

export async function findReminderCandidate(
  db: ReadDatabase,
  orderId: string,
  now: string,
): Promise<FoundCandidate | null> {
  const [found] = await candidatesOf(db, sql`"order".order_id = ${orderId}::uuid`, now);
  return found ?? null;
}

/**
 * The address is that of the buyer: of the account, or given with the order. A parcel's recipient, who may have got a
 * present, is never asked to pay.
 */
function candidatesOf(
  db: ReadDatabase,
  condition: RawBuilder<unknown>,
  now: string,
): Promise<FoundCandidate[]> {
  return rowsOf(
    db,
    candidateRow,
    sql`
    select "order".order_id as "orderId", "order".order_number as "orderNumber",
      "order".buyer_id as "buyerId", ${isLive()} as "isLive", ${isUnpaid} as "isUnpaid",
      "order".placed_at as "placedAt", buyer_address.hash as "addressHash",
      local.today::text as today,
      exists (select from reminder_stop where email_hash = buyer_address.hash) as "hasStopped",
      exists (select from payment_reminder where day = local.today
          and payment_reminder.order_id = "order".order_id)
        or exists (select from payment_reminder where day = local.today
          and email_hash = buyer_address.hash) as "wasRemindedToday"
    from projection.order_state "order"
    join region on region.code = "order".region
    left join account buyer on buyer.id = "order".buyer_id
    left join order_detail detail on detail.order_id = "order".order_id
    cross join lateral (select ${addressDigest(sql`nullif(case when "order".buyer_id is null
      then detail.buyer_email when buyer.active then buyer.email end, '')`)} as hash) buyer_address
    cross join lateral (
      select (${now}::timestamptz at time zone region.time_zone)::date as today) local
    where ${condition}`,
  );
}

/** The digest of the address that the reminder of that day was asked for; null where there is none. */
export async function findReminderAddress(
  db: ReadDatabase,
  { orderId, day }: Readonly<{ orderId: string; day: string }>,
): Promise<string | null> {
  const row = await db
    .selectFrom("payment_reminder")
    .select("email_hash as addressHash")
    .where("order_id", "=", orderId)
    .where("day", "=", day)
    .executeTakeFirst();
  return row?.addressHash ?? null;
}
