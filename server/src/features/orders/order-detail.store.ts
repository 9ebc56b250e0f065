import type { Collection } from "@portal/shared/orders/save-order.ts";
import type { Tx } from "../../db/database.ts";
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
