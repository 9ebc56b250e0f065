import type { OrderQuestion } from "@portal/shared/orders/order-desk.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../db/database.ts";

/**
 * How many orders there are, of a region or those that are paid: as many as were counted beforehand and
 * the few after them. Most are paid, so these are all but the others.
 *
 * @returns null where something else is asked for, by which they have to be counted one by one
 */
export async function readKnownCount(
  db: ReadDatabase,
  { search, method, from, to, work, overpaid, state, region }: OrderQuestion,
): Promise<number | null> {
  if ([search, method, from, to, work, overpaid].some((asked) => asked)) return null;
  if (state !== undefined && state !== "paid") return null;
  const isOfRegion = region === undefined ? sql`true` : sql`region = ${region}`;
  const isTakenOff = state === "paid" ? sql`state <> 'paid'` : sql`false`;
  const { rows } = await sql<{ total: number }>`
    select ((select coalesce(sum(orders), 0) from order_count where ${isOfRegion})
      + (select count(*) from projection.order_state
        where placed_position > (select position from sales_count) and ${isOfRegion})
      - (select count(*) from projection.order_state where ${isTakenOff} and ${isOfRegion})
    )::bigint as total`.execute(db);
  return rows[0]?.total ?? null;
}
