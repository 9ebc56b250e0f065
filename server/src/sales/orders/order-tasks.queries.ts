import type { OrderWork } from "@portal/shared/sales/orders/order-terms.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { problemStatuses } from "@portal/shared/sales/delivery/delivery.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { wasPacked } from "../../platform/proposals/money-out.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";

// The rules of `@portal/shared/orders/order-money.ts` in SQL, on a row of `projection.order_state` named "order". The
// conditions match partial indexes (migrations/0003-projections.sql), and a test compares both.

const kept = sql`"order".received - "order".refunded`;

export const outstandingSql = sql<number>`(case when "order".state = 'placed'
  then greatest(0, "order".total - (${kept})) else 0 end)`;

/** The overpaid amount, which has to be refunded. */
export const excessSql = sql<number>`greatest(0, ${kept} - "order".due)`;

export const isOverpaid = sql<boolean>`(${isLive()} and ${kept} > "order".due)`;

export const isUnderpaid = sql<boolean>`(${isLive()} and "order".state = 'placed' and ${kept} > 0)`;

/** A courier's quote is out of date after this many days. */
export const quoteFreshDays = 7;

/** Collected at the office. The service is a literal, because partial indexes contain it. */
export const isCollected = sql<SqlBool>`"order".delivery_service is not distinct from ${sql.lit(selfCollectionService)}`;

/** It has no waybill, or the shipment of its waybill was cancelled. */
export const isUnshipped = sql<boolean>`("order".waybill is null or exists (
  select from courier_booking booking where booking.order_id = "order".order_id
    and booking.tracking_reference = "order".waybill and booking.state = 'cancelled'))`;

/** With the courier, or once packed for its collector. */
export const isOut = sql<boolean>`(not ${isUnshipped} or ${wasPacked("order")})`;

const isOutNow = sql<boolean>`(not ${isUnshipped} or "order".fulfilment is not distinct from 'ready-to-collect')`;

/** Sent or ready to collect although its payment was undone. Its index: migrations/0036-undone-transfers.sql. */
export const isSentUnpaid = sql<boolean>`(${isLive()} and "order".state = 'placed'
  and ("order".waybill is not null or "order".fulfilment = 'ready-to-collect') and ${isOutNow})`;

const isPaid = sql<SqlBool>`"order".state in ('paid', 'partly-refunded')`;

/**
 * An order to be shipped by courier without a quote or, where it is paid, with an out-of-date one. `now`: an ISO instant.
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
 * Overpaid, a booking without an answer, two shipments of one parcel, or a parcel that the courier reports a problem with. The orders are selected by
 * `any(array(…))` of ids, here and below, so that each part uses its index among a million orders.
 */
const isProblem = sql<SqlBool>`(${isLive()} and "order".order_id = any(array(
  select order_id from projection.order_state "order" where ${isOverpaid}
  union all
  select order_id from courier_booking where state in ('unclear', 'refused')
  union all
  select order_id from courier_booking where surplus_references <> '{}'
  union all
  select order_id from courier_booking where state = 'booked' and delivered_at is null
    and tracking_status in (${sql.join([...problemStatuses])}))))`;

/** The shipment of its waybill was cancelled. */
const isTakenBack = sql<SqlBool>`"order".order_id = any(array(
  select booking.order_id from courier_booking booking
  join projection.order_state sent
    on sent.order_id = booking.order_id and sent.waybill = booking.tracking_reference
  where booking.state = 'cancelled'))`;

/** Where all goods were taken back nothing is sent, though an overpayment is kept. */
const hasGoodsLeft = sql<SqlBool>`("order".due > 0 or "order".total = 0)`;

const isPaidAndSent = sql<SqlBool>`(${isLive()} and ${isPaid} and not ${isCollected} and ${hasGoodsLeft})`;

/** Paid, collected, and not packed yet. Its index: migrations/0022-waiting-collectors.sql. */
const isToPack = sql<SqlBool>`(${isLive()} and ${isPaid} and ${isCollected} and ${hasGoodsLeft}
  and "order".fulfilment is distinct from 'ready-to-collect')`;

/** Rows with `paid_at` of the orders that match `isWork("to-pack")`. */
export function paidAtOfOrdersToPack(max: number): RawBuilder<unknown> {
  return sql`select "order".paid_at from projection.order_state "order"
    where ${isToPack} order by "order".paid_at limit ${sql.lit(max)}`;
}

const isToShip = sql<SqlBool>`(${isPaidAndSent} and ("order".waybill is null or ${isTakenBack}))`;

/**
 * The orders to ship, those paid first where there are more than `max`: without a waybill, or with a cancelled shipment.
 * A union, because each half has an index (migrations/0003-projections.sql, 0011-delivery.sql) and no sorted index covers
 * both.
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

/** Rows with `paid_at` of the orders that match `isWork("to-ship")`. */
export function paidAtOfOrdersToShip(max: number): RawBuilder<unknown> {
  return longestPaidToShip(sql`"order".paid_at`, max);
}

/** Has a partial index (migrations/0003-projections.sql). */
const isWithoutQuote = sql<SqlBool>`("order".quote_number is null and "order".region = 'za'
  and not ${isCollected} and "order".state in ('placed', 'paid', 'partly-refunded'))`;

/**
 * Rows of the orders that match `isWork("to-quote")`: those without a quote, and those to ship with an out-of-date one,
 * which are among the first paid.
 */
export function ordersToQuote(now: string, max: number): RawBuilder<unknown> {
  const columns = sql`"order".order_id, "order".live, "order".region, "order".state,
    "order".delivery_service, "order".quote_number, "order".waybill`;
  return sql`
    select distinct "order".order_id from (
      (select ${columns} from projection.order_state "order"
      where ${isLive()} and ${isWithoutQuote} limit ${sql.lit(max)})
      union all (${longestPaidToShip(columns, max)})
    ) "order" where ${isToBeQuoted(now)}`;
}

/** The condition of an order that the office has this work with. */
export function isWork(work: OrderWork, now: string): RawBuilder<SqlBool> {
  switch (work) {
    case "to-quote":
      return sql`((${isWithoutQuote} or ${isToShip}) and ${isToBeQuoted(now)})`;
    case "to-ship":
      return isToShip;
    case "to-pack":
      return isToPack;
    case "sent-unpaid":
      return isSentUnpaid;
    case "collection":
      return sql`(${isLive()} and "order".state in ('placed', 'paid', 'partly-refunded') and ${isCollected})`;
    case "problem":
      return isProblem;
  }
}
