import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import { digestOf, newLinkToken } from "../../platform/secrets.ts";

type NewReminder = Readonly<{ orderId: string; day: string; addressHash: string }>;

/**
 * Takes the day's reminder of each order and address, once whoever else tries at the same time.
 *
 * @returns the orders whose reminder was still free
 */
export async function takeReminders(
  tx: Tx,
  reminders: readonly NewReminder[],
  by: Readonly<{ userId: number; now: string }>,
): Promise<ReadonlySet<string>> {
  if (reminders.length === 0) return new Set();
  // In one order, so that two presses wait for each other and do not block each other for good.
  const inOrder = reminders.toSorted((one, other) =>
    one.addressHash < other.addressHash ? -1 : 1,
  );
  const taken = await tx
    .insertInto("payment_reminder")
    .values(
      inOrder.map(({ orderId, day, addressHash }) => ({
        order_id: orderId,
        day,
        email_hash: addressHash,
        asked_at: by.now,
        asked_by: by.userId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("order_id as orderId")
    .execute();
  return new Set(taken.map(({ orderId }) => orderId));
}

/**
 * Makes the secret of the link that stops reminders: only its digest is stored. A retry makes another, and the earlier ones
 * go on working, because their mail may have arrived.
 *
 * @returns null where the reminder is gone
 */
export async function mintReminderLink(
  db: Database,
  { orderId, day }: Omit<NewReminder, "addressHash">,
  now: string,
): Promise<string | null> {
  const token = newLinkToken();
  const hash = await digestOf(token);
  const { numAffectedRows } = await sql`
    insert into reminder_link (token_hash, order_id, email_hash, created_at)
    select ${hash}, order_id, email_hash, ${now}::timestamptz from payment_reminder
    where order_id = ${orderId}::uuid and day = ${day}::date`.execute(db);
  return numAffectedRows === 1n ? token : null;
}

/** Stops the reminders to the address of a link. An unknown secret changes nothing. */
export async function stopByLink(db: Database, token: string, now: string): Promise<void> {
  const hash = await digestOf(token);
  await sql`
    insert into reminder_stop (email_hash, stopped_at)
    select email_hash, ${now}::timestamptz from reminder_link where token_hash = ${hash}
    on conflict do nothing`.execute(db);
}
