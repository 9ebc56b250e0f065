import type { Collection } from "@portal/shared/sales/orders/save-order.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { CardEnvironment } from "../../gateways/card/card-gateway.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";

export type OrderDetail = Readonly<{
  uniqueId?: string | undefined;
  deliveryNotes?: string | undefined;
  collection?: Collection | undefined;
  gclid?: string | undefined;
  fbclid?: string | undefined;
}>;

export type PlacedRows = Readonly<{
  orderId: string;
  detail: OrderDetail;
  cardEnvironment: CardEnvironment | null;
  /** The first mail about it, and the occasion that it is sent for once. */
  mail: Readonly<{ key: string; about: MessageAbout; at: string }>;
  /** The courier is asked what it costs. */
  isQuoted: boolean;
}>;

/**
 * What is written beside the fact that an order was placed: what the order says besides, the first mail, and the jobs
 * that send it and ask the courier. In one statement, because all other writers wait meanwhile.
 */
export async function insertPlacedRows(tx: Tx, placed: PlacedRows): Promise<void> {
  const { orderId, detail, cardEnvironment, mail, isQuoted } = placed;
  const { uniqueId, deliveryNotes = "", collection, gclid, fbclid } = detail;
  const collectionJson = collection ? JSON.stringify(collection) : null;
  await sql`
    with detail as (
      insert into order_detail
        (order_id, guest_id, card_environment, delivery_notes, collection, gclid, fbclid)
      values (${orderId}, ${uniqueId ?? null}, ${cardEnvironment}, ${deliveryNotes},
        ${collectionJson}, ${gclid ?? null}, ${fbclid ?? null})
    ), mail as (
      insert into message (message_key, channel, kind, user_id, about, created_at)
      values (${mail.key}, 'email', ${mail.about.kind}, ${mail.about.userId},
        ${JSON.stringify(mail.about)}, ${mail.at})
      on conflict do nothing returning id
    )
    insert into wanted_job (name, data, start_after_seconds)
    select 'message', jsonb_build_object('messageId', id), 0 from mail
    union all
    select 'quote-delivery', jsonb_build_object('orderId', ${orderId}::text), 0
    where ${isQuoted}::boolean
  `.execute(tx);
}

/** Which advertisement somebody came from is of no use once its campaign was judged. */
export async function forgetAdvertisingIds(db: Database, before: string): Promise<void> {
  await db
    .updateTable("order_detail")
    .set({ gclid: null, fbclid: null })
    .where("created_at", "<", before)
    .where((row) => row.or([row("gclid", "is not", null), row("fbclid", "is not", null)]))
    .execute();
}
