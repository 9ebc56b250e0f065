import { sql } from "kysely";

/**
 * Rows `order_id, paid_position, undone_position`: sales that an undone payment took back. As in the fold of the orders, it
 * is the first one after which the money kept no longer covers the total. They are few (index `ledger_events_undone`).
 */
export const lostSales = sql`
  select order_id, paid_position, min(position) as undone_position
  from (
    select undone.position, orders.order_id, orders.total,
      (select max(paid.position) from ledger_events paid
        where paid.stream_id = undone.stream_id and paid.type = 'OrderPaid'
          and paid.position < undone.position) as paid_position,
      (select sum(payment.amount) from projection.order_payment payment
        where payment.order_id = orders.order_id and payment.position <= undone.position)
      - (select coalesce(sum((refund.data->>'amount')::bigint), 0) from ledger_events refund
        where refund.stream_id = undone.stream_id and refund.type = 'PaymentRefunded'
          and refund.position <= undone.position) as kept
    from ledger_events undone
    join projection.order_state orders on orders.order_id = (undone.data->>'orderId')::uuid
    where undone.type = 'PaymentUndone'
  ) undone
  where kept < total and paid_position is not null
  group by order_id, paid_position`;
