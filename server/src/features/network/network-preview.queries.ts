import type { Currency } from "@portal/shared/money.ts";
import type { DistributorLevel, Role } from "@portal/shared/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../db/database.ts";
import type { PlanInForce } from "../commissions/commission.rules.ts";
import { defaultPlan } from "../commissions/default-plan.ts";
import { scopeOf } from "../users/user-scope.queries.ts";
import type { PreviewedSale } from "./network-preview.rules.ts";

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
    select count(*) as orders, seller_id as "sellerId", value, goods, refunded_goods as "refundedGoods"
    from projection.order_state
    where ${condition} and live and paid_at >= ${since}::timestamptz and currency = ${currency}
    group by seller_id, value, goods, refunded_goods`.execute(db);
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

export type PreviewedAccount = Readonly<{
  id: number;
  role: Role;
  active: boolean;
  firstName: string;
  parentId: number | null;
}>;

/** An account that this user may see; undefined for any other. */
export function findAccount(
  db: ReadDatabase,
  user: Readonly<{ id: number; role: Role; level: DistributorLevel | null }>,
  id: number,
): Promise<PreviewedAccount | undefined> {
  const scope = scopeOf(user);
  let account = db
    .selectFrom("account")
    .select(["id", "role", "active", "first_name as firstName", "parent_id as parentId"])
    .where("id", "=", id);
  if (scope) account = account.where(scope);
  return account.executeTakeFirst();
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
