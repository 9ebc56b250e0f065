import type { OrderQuestion } from "@portal/shared/sales/orders/order-desk.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { Period } from "../../platform/audit/day-range.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { askAfterCount, isOf, placedStretches } from "./order-stretch.queries.ts";

/**
 * How many orders there are, of a region, of some days, of a method of payment, or those that are paid: as
 * many as were counted beforehand and the few after them. Most are paid, so these are all but the others.
 *
 * @returns null where something else is asked for, by which they have to be counted one by one
 */
export async function readKnownCount(
  db: ReadDatabase,
  { search, method, work, overpaid, underpaid, test, state, region }: OrderQuestion,
  period: Period,
): Promise<number | null> {
  if ([search, work, overpaid, underpaid, test].some((asked) => asked)) return null;
  if (state !== undefined && state !== "paid") return null;
  if ((period.from ?? period.until) !== null && (state ?? method) !== undefined) return null;
  const { total } = await askAfterCount(
    db,
    (counted) => sql<{ total: number; counted: number }>`
      select position as counted, greatest(0, ${
        method === undefined
          ? placedWithin(period, region, counted)
          : paidBy(method, region, counted)
      } - (select count(*) from projection.order_state "order"
          where ${isLive()} and ${state === "paid" ? sql`state <> 'paid'` : sql`false`} and ${isOf(region)}
            and ${method === undefined ? sql`true` : isPaidBy(method)}))::bigint as total
      from sales_count`,
  );
  return total;
}

type OfRegion = OrderQuestion["region"];

function placedWithin({ from, until }: Period, region: OfRegion, counted: number) {
  const all = placedBefore(until, region, counted);
  return from === null ? all : sql`${all} - ${placedBefore(from, region, counted)}`;
}

/** Whole days were counted beforehand; of the day of the instant orders are counted one by one. */
function placedBefore(instant: string | null, region: OfRegion, counted: number) {
  const { at, start } = placedStretches;
  const day = instant === null ? null : at(instant);
  const isBefore = day === null ? sql`true` : sql`placed_at < ${start(day)}`;
  return sql`(
    (select coalesce(sum(orders), 0) from order_stretch
      where sort = 'placedAt' and ${day === null ? sql`true` : sql`stretch < ${day}`} and ${isOf(region)})
    + (select count(*) from projection.order_state "order"
      where ${isLive()} and placed_position > ${counted} and ${isBefore} and ${isOf(region)})
    + ${
      day === null
        ? sql`0`
        : sql`(select count(*) from projection.order_state "order"
      where ${isLive()} and placed_at >= ${start(day)} and placed_at < ${instant} and ${isOf(region)})`
    })`;
}

function paidBy(method: Method, region: OfRegion, counted: number) {
  return sql`(
    (select coalesce(sum(orders), 0) from order_method where method = ${method} and ${isOf(region)})
    + (select count(*) from ${firstPayments({ after: counted })}
      join projection.order_state "order" using (order_id)
      where ${isLive()} and method = ${method} and ${isOf(region)}))`;
}

type Method = NonNullable<OrderQuestion["method"]>;

/** Something was paid for the order in this way. */
export function isPaidBy(method: Method): RawBuilder<boolean> {
  return sql`exists (
    select from projection.order_payment payment
    where payment.order_id = "order".order_id and payment.method = ${method})`;
}

/**
 * Payments after the one position, and up to the other if there is one, that are the first one of their
 * method for their order. Found where they lie in the ledger, because payments themselves lie by their
 * orders.
 */
export function firstPayments({
  after,
  through,
}: Readonly<{ after: number; through?: number }>): RawBuilder<unknown> {
  return sql`(
    select distinct payment.order_id, payment.method
    from ledger_events event
    join projection.order_payment payment
      on payment.order_id = (event.data->>'orderId')::uuid and payment.position = event.position
    where event.position > ${after} and event.type = 'PaymentReceived'
      ${through === undefined ? sql`` : sql`and event.position <= ${through}`}
      and not exists (
        select from projection.order_payment earlier
        where earlier.order_id = payment.order_id and earlier.method = payment.method
          and earlier.position <= ${after})
  ) first`;
}
