import type { Currency } from "@portal/shared/platform/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { PlanInForce } from "../commissions/commission.rules.ts";
import { defaultPlan } from "../commissions/default-plan.ts";
import type { PreviewedSale } from "./network-preview.rules.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";

export type SoldOrders = Readonly<Omit<PreviewedSale, "sellerIdAfter">>;
type Paid = Readonly<{ since: string; currency: Currency }>;

/** Paid live orders since then whose seller is this member or stands below it. */
export function listSalesBelow(
  db: ReadDatabase,
  userId: number,
  paid: Paid,
): Promise<SoldOrders[]> {
  return listSales(
    db,
    sql`seller_id in (select descendant_id from projection.member_path where ancestor_id = ${userId})`,
    paid,
  );
}

/** Paid live orders since then that this customer made. */
export function listPurchases(db: ReadDatabase, userId: number, paid: Paid): Promise<SoldOrders[]> {
  return listSales(db, sql`buyer_id = ${userId}`, paid);
}

async function listSales(
  db: ReadDatabase,
  condition: RawBuilder<unknown>,
  { since, currency }: Paid,
): Promise<SoldOrders[]> {
  const { rows } = await sql<SoldOrders>`
    select count(*) as orders, seller_id as "sellerId", value, goods, paid_goods as "paidGoods",
      refunded_goods as "refundedGoods"
    from projection.order_state "order"
    where ${condition} and ${isLive()} and paid_at >= ${since}::timestamptz and currency = ${currency}
    group by seller_id, value, goods, paid_goods, refunded_goods`.execute(db);
  return rows;
}

export async function getPlanInForce(db: ReadDatabase): Promise<PlanInForce> {
  const published = await db
    .selectFrom("projection.commission_plan")
    .select(["position", "plan"])
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return published ?? { position: 0, plan: defaultPlan };
}

/** A member without an account goes by its code. */
export async function listNames(
  db: ReadDatabase,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ userId: number; name: string }>`
    select wanted.id as "userId",
      coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), member.code, '') as name
    from unnest(${userIds}::integer[]) wanted (id)
    left join account on account.id = wanted.id
    left join projection.member member on member.user_id = wanted.id`.execute(db);
  return new Map(rows.map(({ userId, name }) => [userId, name]));
}
