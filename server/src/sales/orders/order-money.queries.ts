import { sql } from "kysely";
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
