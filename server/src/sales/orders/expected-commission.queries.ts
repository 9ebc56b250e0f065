import { findPlanInForce } from "../../network/commissions/commission-plan.queries.ts";
import { commissionOn } from "../../network/commissions/commission.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadUplines } from "./moved-commission.queries.ts";

/**
 * What a paid order brings each member by the present plan and tree, in minor units: for whoever decides on its payment or
 * seller. Nothing without a seller.
 *
 * @param sellerId whose sale it would be; undefined: whose it is
 */
export async function expectedCommission(
  db: ReadDatabase,
  orderId: string,
  sellerId?: number | null,
): Promise<readonly Readonly<{ beneficiaryId: number; amount: number }>[]> {
  const order = await db
    .selectFrom("projection.order_state")
    .select(["seller_id as sellerId", "value", "paid_goods as paidGoods", "live"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  const ofSale = sellerId === undefined ? order?.sellerId : sellerId;
  if (!order?.live || ofSale === null || ofSale === undefined) return [];
  const members = await loadUplines(db, [ofSale]);
  const seller = members.get(ofSale);
  if (!seller) return [];
  const { value, paidGoods } = order;
  const entries = commissionOn(
    { seller, value, paidGoods },
    (id) => members.get(id),
    await findPlanInForce(db),
  );
  const sums = new Map<number, number>();
  for (const { beneficiaryId, amount } of entries)
    sums.set(beneficiaryId, (sums.get(beneficiaryId) ?? 0) + amount);
  return [...sums].map(([beneficiaryId, amount]) => ({ beneficiaryId, amount }));
}
