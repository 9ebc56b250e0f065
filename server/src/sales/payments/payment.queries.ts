import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { requireWithinLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { sectionsAfter } from "../orders/order.rules.ts";
import { type OrderSection, orderEvents, orderStream } from "../orders/order.events.ts";
import { requireGainWithinLimit } from "../orders/reassign-limit.queries.ts";

/** Whether the order is neither paid in full nor cancelled. */
export async function isStillToPay(db: ReadDatabase, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom("projection.order_state")
    .select("order_id")
    .where("order_id", "=", orderId)
    .where("state", "=", "placed")
    .where("paid_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The last failed or pending card payment of the order in the last seven days. */
export async function findCardAttempt(
  db: ReadDatabase,
  orderId: string,
): Promise<Readonly<{ status: "failed" | "pending"; at: string }> | null> {
  const row = await db
    .selectFrom("card_notification")
    .select(["payment_status as status", "received_at as at"])
    .where("order_id", "=", orderId)
    .where("state", "=", "noted")
    .where("payment_status", "in", ["FAILED", "PENDING"])
    .where("received_at", ">", sql<string>`now() - interval '7 days'`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { status: row.status === "FAILED" ? "failed" : "pending", at: row.at } : null;
}

/** The sections with recipients as corrected since the order was placed. */
export async function getCurrentSections(
  db: ReadDatabase,
  orderId: string,
): Promise<readonly OrderSection[]> {
  const rows = await storedEvents(db)
    .where("stream_id", "=", orderStream(orderId))
    .where("type", "in", ["OrderPlaced", "RecipientCorrected"])
    .execute();
  return sectionsAfter(rows.map(orderEvents.read));
}

/** The sections of the first event, which never change. */
export async function getPlacedSections(
  db: ReadDatabase,
  orderId: string,
): Promise<readonly OrderSection[]> {
  const placed = await storedEvents(db)
    .where("stream_id", "=", orderStream(orderId))
    .where("stream_version", "=", 1)
    .executeTakeFirstOrThrow();
  const event = orderEvents.read(placed);
  if (event.type !== "OrderPlaced") throw new Error(`order ${orderId} begins with ${event.type}`);
  return event.data.sections;
}

export async function findProductNames(
  db: ReadDatabase,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom("product")
    .select(["id", "name"])
    .where("id", "in", productIds)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * In the transaction that records a transfer. Where a payment of the order was undone, or it was reassigned, its commission
 * may go to others than before: that has the limit of reassigning.
 *
 * @throws DomainError decision.needed
 */
export async function requireEftWithinLimit(
  tx: Tx,
  caller: Pick<Caller, "decision">,
  orderId: string,
): Promise<void> {
  await requireWithinLimit(tx, caller, transfersFor(orderId));
  if (await wasUndoneOrReassigned(tx, orderId)) await requireGainWithinLimit(tx, caller, orderId);
}

async function wasUndoneOrReassigned(tx: Tx, orderId: string): Promise<boolean> {
  const earlier = await tx
    .selectFrom("ledger_events")
    .select("position")
    .where("stream_id", "=", orderStream(orderId))
    .where("type", "in", ["PaymentUndone", "OrderReassigned"])
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** All transfers for one order that stand count together, so that small parts do not evade the limit. */
function transfersFor(orderId: string): RawBuilder<unknown> {
  return sql`stream_id = ${orderStream(orderId)} and type = 'PaymentReceived'
    and data ->> 'method' = 'eft' and not exists (
      select from ledger_events undone
      where undone.stream_id = ledger_events.stream_id and undone.type = 'PaymentUndone'
        and undone.data ->> 'paymentId' = ledger_events.data ->> 'paymentId')`;
}
