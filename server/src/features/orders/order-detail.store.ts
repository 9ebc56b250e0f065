import type { Collection } from "@portal/shared/orders/save-order.ts";
import type { Database, Tx } from "../../db/database.ts";
import type { CardEnvironment } from "../../gateways/card/card-gateway.ts";

export type OrderDetail = Readonly<{
  uniqueId?: string | undefined;
  deliveryNotes?: string | undefined;
  collection?: Collection | undefined;
  gclid?: string | undefined;
  fbclid?: string | undefined;
}>;

export async function insertOrderDetail(
  tx: Tx,
  orderId: string,
  detail: OrderDetail,
  cardEnvironment: CardEnvironment | null,
): Promise<void> {
  await tx
    .insertInto("order_detail")
    .values({
      order_id: orderId,
      guest_id: detail.uniqueId ?? null,
      card_environment: cardEnvironment,
      delivery_notes: detail.deliveryNotes ?? "",
      collection: detail.collection ? JSON.stringify(detail.collection) : null,
      gclid: detail.gclid ?? null,
      fbclid: detail.fbclid ?? null,
    })
    .execute();
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
