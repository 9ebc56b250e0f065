import type { OrderWork } from "@portal/shared/sales/orders/order-terms.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { problemStatuses } from "@portal/shared/sales/delivery/delivery.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { isLive } from "../../platform/read-model/live-orders.ts";

// What `@portal/shared/orders/order-money.ts` reckons, on a row of `projection.order_state` named "order": the conditions
// have to be found by indexes (migrations/0003-projections.sql), and a test compares both.

const kept = sql`"order".received - "order".refunded`;

/** What an order still has to bring in. */
export const outstandingSql = sql<number>`(case when "order".state = 'placed'
  then greatest(0, "order".total - (${kept})) else 0 end)`;

/** What came in for an order and is not for it, and has to be given back. */
export const excessSql = sql<number>`greatest(0, ${kept} - "order".due)`;

/** Too much is here: a refund is to be made. */
export const isOverpaid = sql<boolean>`(${isLive()} and ${kept} > "order".due)`;

/** Something came in, and not all: somebody asks for the rest, or gives it back. */
export const isUnderpaid = sql<boolean>`(${isLive()} and "order".state = 'placed' and ${kept} > 0)`;

/** After this many days a courier's price is no promise any more. */
export const quoteFreshDays = 7;

/** Its buyer fetches it. A literal, because the indexes of waiting orders name it. */
export const isCollected = sql<SqlBool>`"order".delivery_service is not distinct from ${sql.lit(selfCollectionService)}`;

/** It has no waybill, or its parcels were taken back since. */
export const isUnshipped = sql<boolean>`("order".waybill is null or exists (
  select from courier_booking booking where booking.order_id = "order".order_id
    and booking.tracking_reference = "order".waybill and booking.state = 'cancelled'))`;

const isPaid = sql<SqlBool>`"order".state in ('paid', 'partly-refunded')`;

/**
 * An order for the courier that nobody knows the courier's price of, or, where it is paid and could go, only an old one.
 * `now`: an ISO instant.
 */
export function isToBeQuoted(now: string): RawBuilder<boolean> {
  return sql<boolean>`(
    ${isLive()} and "order".region = 'za' and not ${isCollected} and ${isUnshipped}
    and "order".state in ('placed', 'paid', 'partly-refunded')
    and ("order".quote_number is null or (${isPaid} and not exists (
      select from ledger_events event
      where event.stream_id = 'order-' || "order".order_id and event.type = 'DeliveryQuoted'
        and event.occurred_at > ${now}::timestamptz - make_interval(days => ${quoteFreshDays})))))`;
}

/**
 * Too much came in, a booking has no answer, or the courier is in trouble with a parcel. Orders of such
 * bookings are found first, as those below, so that indexes find all of them among a million.
 */
const isProblem = sql<SqlBool>`(${isLive()} and "order".order_id = any(array(
  select order_id from projection.order_state "order" where ${isOverpaid}
  union all
  select order_id from courier_booking where state in ('unclear', 'refused')
  union all
  select order_id from courier_booking where state = 'booked' and delivered_at is null
    and tracking_status in (${sql.join([...problemStatuses])}))))`;

/** The parcels of its waybill were taken back. */
const isTakenBack = sql<SqlBool>`"order".order_id = any(array(
  select booking.order_id from courier_booking booking
  join projection.order_state sent
    on sent.order_id = booking.order_id and sent.waybill = booking.tracking_reference
  where booking.state = 'cancelled'))`;

const isPaidAndSent = sql<SqlBool>`(${isLive()} and ${isPaid} and not ${isCollected})`;

/** Paid, and whoever collects it waits for the office to pack it. Its index: migrations/0022-waiting-collectors.sql. */
const isToPack = sql<SqlBool>`(${isLive()} and ${isPaid} and ${isCollected}
  and "order".fulfilment is distinct from 'ready-to-collect')`;

/** Rows with `paid_at` of what `isWork("to-pack")` finds. */
export function paidAtOfOrdersToPack(max: number): RawBuilder<unknown> {
  return sql`select "order".paid_at from projection.order_state "order"
    where ${isToPack} order by "order".paid_at limit ${sql.lit(max)}`;
}

const isToShip = sql<SqlBool>`(${isPaidAndSent} and ("order".waybill is null or ${isTakenBack}))`;

/**
 * The orders to ship, the longest paid of them where there are more than `max`: those without a waybill, and those
 * whose parcel was taken back. Two halves, because each has an index (migrations/0003-projections.sql,
 * 0011-delivery.sql) and both together none that is sorted.
 */
function longestPaidToShip(columns: RawBuilder<unknown>, max: number): RawBuilder<unknown> {
  return sql`
    (select ${columns} from projection.order_state "order"
    where ${isPaidAndSent} and "order".waybill is null
    order by "order".paid_at limit ${sql.lit(max)})
    union all
    (select ${columns} from courier_booking booking
    join projection.order_state "order" on "order".order_id = booking.order_id
      and "order".waybill = booking.tracking_reference
    where booking.state = 'cancelled' and ${isPaidAndSent}
    limit ${sql.lit(max)})`;
}

/** Rows with `paid_at` of what `isWork("to-ship")` finds. */
export function paidAtOfOrdersToShip(max: number): RawBuilder<unknown> {
  return longestPaidToShip(sql`"order".paid_at`, max);
}

/** Whatever may have to be quoted: each part has an index (migrations/0003-projections.sql). */
const isWithoutQuote = sql<SqlBool>`("order".quote_number is null and "order".region = 'za'
  and not ${isCollected} and "order".state in ('placed', 'paid', 'partly-refunded'))`;

/**
 * Rows of what `isWork("to-quote")` finds: what nobody priced, and what is to go and was priced long ago: the oldest of
 * them, because those that were priced lately are not among the oldest.
 */
export function ordersToQuote(now: string, max: number): RawBuilder<unknown> {
  return sql`
    select 1 as one from (
      (select "order".* from projection.order_state "order"
      where ${isLive()} and ${isWithoutQuote} limit ${sql.lit(max)})
      union (${longestPaidToShip(sql`"order".*`, max)})
    ) "order" where ${isToBeQuoted(now)}`;
}

/** What the office has to do with an order, as a condition on it. */
export function isWork(work: OrderWork, now: string): RawBuilder<SqlBool> {
  switch (work) {
    case "to-quote":
      return sql`((${isWithoutQuote} or ${isToShip}) and ${isToBeQuoted(now)})`;
    case "to-ship":
      return isToShip;
    case "to-pack":
      return isToPack;
    case "collection":
      return sql`(${isLive()} and "order".state in ('placed', 'paid', 'partly-refunded') and ${isCollected})`;
    case "problem":
      return isProblem;
  }
}
