import type { OrderQuestion } from "@portal/shared/sales/orders/order-desk.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";

import { isLive } from "../../platform/read-model/live-orders.ts";

type Sort = OrderQuestion["sort"]["by"];
type Stretches = Readonly<{
  /** The number of the stretch that an order lies in. */
  of: RawBuilder<number>;
  /** What the sort's column is where a stretch begins. */
  start: (stretch: number) => string | number;
}>;

const dayMs = 86_400_000;

/** Days of UTC, by their number since 1970. */
export const placedStretches = {
  of: sql<number>`floor(extract(epoch from "order".placed_at) / 86400)::bigint`,
  start: (stretch: number) => new Date(stretch * dayMs).toISOString(),
  at: (instant: string) => Math.floor(Date.parse(instant) / dayMs),
};

/** Each sort in stretches of some thousand orders, by what never changes of an order. */
export const orderStretches: Readonly<Record<Sort, Stretches>> = {
  placedAt: placedStretches,
  orderNumber: { of: sql`"order".order_number / 1000`, start: (stretch) => stretch * 1000 },
  total: { of: sql`"order".total / 1000`, start: (stretch) => stretch * 1000 },
};

export type StretchStart = Readonly<{
  /** No order that is left out is at or beyond this one in the column of the sort. */
  from: string | number;
  /** How many of the orders from there on come before the page. */
  before: number;
}>;

/**
 * Where to begin to look for the order that so many others come before, of all or of a region: what was
 * counted by stretches beforehand, and the few orders after that, say how many lie in those before it.
 */
export async function findStretch(
  db: ReadDatabase,
  { sort, region }: Pick<OrderQuestion, "sort" | "region">,
  { before, isAscending }: Readonly<{ before: number; isAscending: boolean }>,
): Promise<StretchStart | null> {
  const { of, start } = orderStretches[sort.by];
  const { stretch, passed } = await askAfterCount(
    db,
    (counted) => sql<{ stretch: number | null; passed: number } & Counted>`
      with part as (
        select stretch, sum(orders) as orders from (
          select stretch, orders from order_stretch
          where sort = ${sort.by} and ${isOf(region)}
          union all
          select ${of}, 1 from projection.order_state "order"
          where ${isLive()} and placed_position > ${counted} and ${isOf(region)}
        ) each group by stretch
      ), reached as (
        select stretch, orders,
          sum(orders) over (order by stretch ${isAscending ? sql`asc` : sql`desc`}) as through
        from part
      ), found as (
        select stretch, through - orders as passed
        from reached where through > ${before} order by through limit 1
      )
      select count.position as counted, found.stretch, coalesce(found.passed, 0)::bigint as passed
      from sales_count count left join found on true`,
  );
  if (stretch === null) return null;
  return { from: start(isAscending ? stretch : stretch + 1), before: before - passed };
}

type Counted = Readonly<{ counted: number }>;

/**
 * Asks what was counted beforehand together with what came after that. The position is told before, so
 * that the planner knows how little came after it; if the count went on meanwhile, it is asked again.
 */
export async function askAfterCount<Row extends Counted>(
  db: ReadDatabase,
  question: (counted: number) => RawBuilder<Row>,
): Promise<Row> {
  const { position } = await db
    .selectFrom("sales_count")
    .select("position")
    .executeTakeFirstOrThrow();
  const { rows } = await question(position).execute(db);
  const [row] = rows;
  if (!row) throw new Error("the count of sales has no row");
  return row.counted === position ? row : askAfterCount(db, question);
}

/** A condition on anything that has a region. */
export function isOf(region: OrderQuestion["region"]): RawBuilder<boolean> {
  return region === undefined ? sql`true` : sql`region = ${region}`;
}
