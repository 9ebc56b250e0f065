import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import type { CardEnvironment } from "../../gateways/card/card-gateway.ts";

/** The next running number; those of an imported history are jumped over (migration 0003). */
export async function nextOrderNumber(db: Database): Promise<number> {
  const { rows } = await sql<{ number: number }>`select next_order_number() as number`.execute(db);
  const [first] = rows;
  if (!first) throw new Error("the database gave no order number");
  return first.number;
}

export type OrderDetail = Readonly<{
  uniqueId?: string | undefined;
  deliveryNotes?: string | undefined;
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
      gclid: detail.gclid ?? null,
      fbclid: detail.fbclid ?? null,
    })
    .execute();
}
