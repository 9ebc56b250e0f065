import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";
import { rowOf } from "../../platform/db/rows.ts";
import { orderStream } from "../orders/order.events.ts";

/** The order that a payment of Stripe was recorded on. */
export async function findOrderOfPayment(
  db: Database,
  paymentId: string | null,
): Promise<string | null> {
  if (paymentId === null) return null;
  const row = await db
    .selectFrom("card_notification")
    .select("order_id")
    .where("provider", "=", "stripe")
    .where("pf_payment_id", "=", paymentId)
    .where("state", "=", "applied")
    .executeTakeFirst();
  return row?.order_id ?? null;
}

/**
 * The first notification that tells of the same refund or dispute with one of these statuses.
 *
 * @param id only those before this one
 */
export async function findSameFact(
  db: Database,
  { id, factId, statuses }: Readonly<{ id?: number; factId: string; statuses: readonly string[] }>,
): Promise<number | null> {
  let told = db
    .selectFrom("card_notification")
    .select("id")
    .where("provider", "=", "stripe")
    .where("pf_payment_id", "=", factId)
    .where("payment_status", "in", statuses);
  if (id !== undefined) told = told.where("id", "<", id);
  return (await told.orderBy("id").limit(1).executeTakeFirst())?.id ?? null;
}

const refundsRow = z.strictObject({ recorded: z.int(), toldBefore: z.int() });

/**
 * How many card refunds of this amount the order has, and how many Stripe has told of before. A refund that failed, and one
 * that the office has settled in another way than as recorded, are none.
 */
export async function countCardRefunds(
  db: Database,
  of: Readonly<{ id: number; factId: string; orderId: string; amount: number }>,
): Promise<Readonly<z.infer<typeof refundsRow>>> {
  return rowOf(
    db,
    refundsRow,
    sql`
    select
      (select count(*)::integer from ledger_events
        where stream_id = ${orderStream(of.orderId)} and type = 'PaymentRefunded'
          and data ->> 'method' = 'card' and (data ->> 'amount')::bigint = ${of.amount}) as recorded,
      (select count(distinct told.pf_payment_id)::integer from card_notification told
        where told.order_id = ${of.orderId} and told.provider = 'stripe' and told.id < ${of.id}
          and told.amount = ${of.amount} and told.pf_payment_id <> ${of.factId}
          and told.payment_status in ('REFUND', 'DISPUTE LOST')
          and (told.handled_at is null or told.handled_as = 'recorded')
          and not exists (
            select from card_notification failed
            where failed.pf_payment_id = told.pf_payment_id
              and failed.payment_status = 'REFUND FAILED')) as "toldBefore"`,
  );
}
