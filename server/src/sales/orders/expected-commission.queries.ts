import { sql } from "kysely";
import { z } from "zod";
import { findPlanInForce } from "../../network/commissions/commission-plan.queries.ts";
import { commissionOn } from "../../network/commissions/commission.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import type { CommissionOf } from "../../platform/proposals/frozen-commission.ts";
import { loadUplines } from "./moved-commission.queries.ts";

const orderRow = z.strictObject({ orderId: z.guid(), sellerId: z.int().nullable() });

/** For a decision that pays orders, or gives one another seller. */
export const commissionOf: CommissionOf = async (db, { kind, data }) => {
  switch (kind) {
    case "reassign":
      return [await ofOrder(db, { orderId: data.uuid, sellerId: data.sellerId })];
    case "eft":
    case "bank-line": {
      const which =
        kind === "eft"
          ? sql`order_id = ${data.uuid}`
          : sql`order_number = any (${data.uses.map(({ orderNumber }) => orderNumber)})`;
      const orders = await rowsOf(
        db,
        orderRow,
        sql`select order_id as "orderId", seller_id as "sellerId" from projection.order_state
          where ${which} order by order_id`,
      );
      return Promise.all(orders.map((order) => ofOrder(db, order)));
    }
    default:
      return [];
  }
};

async function ofOrder(db: ReadDatabase, { orderId, sellerId }: z.infer<typeof orderRow>) {
  const earned = (await expectedCommission(db, orderId, sellerId))
    .map(({ beneficiaryId, amount }) => ({ userId: beneficiaryId, amount }))
    .toSorted((one, other) => one.userId - other.userId);
  return { orderId, sellerId, earned };
}

/**
 * What a paid order brings each member by the present plan and tree, in minor units: for whoever decides on its payment or
 * seller. Nothing without a seller.
 *
 * @param sellerId whose sale it would be; undefined: whose it is
 */
async function expectedCommission(
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
