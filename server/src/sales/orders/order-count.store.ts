import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { firstPayments } from "./order-count.queries.ts";
import { orderStretches } from "./order-stretch.queries.ts";

/**
 * Adds to the counts what happened after the one position: the orders that were placed up to the other,
 * by the stretches that pages are found by, and those that were paid for in a way for the first time.
 *
 * @param isAnew what was counted before does not hold any more; then `after` is 0
 */
export async function countOrders(
  tx: Tx,
  { after, through, isAnew }: Readonly<{ after: number; through: number; isAnew: boolean }>,
): Promise<void> {
  if (isAnew) {
    await tx.deleteFrom("order_stretch").execute();
    await tx.deleteFrom("order_method").execute();
  }
  await sql`
    insert into order_stretch as known (sort, stretch, region, orders)
    select part.sort, part.stretch, region, count(*)
    from projection.order_state "order" cross join lateral (values ${sql.join(
      Object.entries(orderStretches).map(([sort, { of }]) => sql`(${sql.lit(sort)}, ${of})`),
    )}) part (sort, stretch)
    where ${isLive()} and placed_position > ${after} and placed_position <= ${through}
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (sort, stretch, region) do update set orders = known.orders + excluded.orders
  `.execute(tx);

  const paid = isAnew
    ? sql`(select distinct order_id, method from projection.order_payment
        where position <= ${through}) first`
    : firstPayments({ after, through });
  await sql`
    insert into order_method as known (method, region, orders)
    select method, region, count(*) from ${paid} join projection.order_state "order" using (order_id)
    where ${isLive()}
    group by method, region order by method, region
    on conflict (method, region) do update set orders = known.orders + excluded.orders
  `.execute(tx);
}
