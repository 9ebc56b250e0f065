import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";

type Stretch = Readonly<{ after: number; through: number }>;

/**
 * Gathers what every order was when it was paid, of all that were paid after the one position and up to
 * the other: product by product and as a whole, by the rule of `changeByLast`. A million orders are one
 * statement, because to fetch and to fold them one by one would take ten times as long.
 */
export async function gatherPaidOrders(tx: Tx, stretch: Stretch): Promise<void> {
  await openPaidSales(tx, stretch);
  await sql`
    insert into sales_kind (product_id, region, currency, level, buyer, method)
    select distinct product_id, region, currency, level, buyer, method from paid_sales
    except select product_id, region, currency, level, buyer, method from sales_kind`.execute(tx);
  await sql`
    insert into gathered_sales
    select sale.day, sale.seller_id, kind.id, product_id = 0, 1, sale.units, sale.value,
      sale.charged, sale.delivery, 0
    from paid_sales sale
    join sales_kind kind using (product_id, region, currency, level, buyer, method)`.execute(tx);
  await sql`drop table paid_sales`.execute(tx);
}

/** Product 0 is the whole order; whose sale it was is what the books entered, else it is the house's. */
async function openPaidSales(tx: Tx, { after, through }: Stretch): Promise<void> {
  await sql`
    create temporary table paid_sales on commit drop as
    select paid.day, paid.seller_id, paid.level, paid.region, paid.currency, paid.buyer, paid.method,
      sold.product_id, sold.units, sold.value, sold.charged, sold.delivery
    from (
      select (orders.paid_at at time zone region.time_zone)::date as day,
        coalesce(entry.seller_id, 0) as seller_id, coalesce(entry.seller_level, 0) as level,
        orders.region, orders.currency, orders.vat_bps,
        case when orders.buyer_id is null then 'guest'
          when (placed.data->>'sellerId')::integer = orders.buyer_id then buyer.kind
          else 'customer' end as buyer,
        (select case when min(method) = max(method) then min(method) else 'several' end
          from projection.order_payment payment
          where payment.order_id = orders.order_id and payment.position < orders.paid_position
        ) as method,
        placed.data
      from projection.order_state orders
      join ledger_events placed on placed.position = orders.placed_position
      join region on region.code = orders.region
      left join projection.sale_entry entry
        on entry.position = orders.paid_position and entry.entry_no = 1
      left join projection.member buyer on buyer.user_id = orders.buyer_id
      where orders.live and orders.paid_position > ${after} and orders.paid_position <= ${through}
      -- Keeps what is looked up of an order from being looked up for each of its products.
      offset 0
    ) paid cross join lateral (
      select coalesce(product_id, 0) as product_id, sum(units) as units, sum(value) as value,
        sum(charged) as charged, sum(delivery) as delivery
      from (
        select (line->>'productId')::integer as product_id,
          case when price > 0 then quantity else 0 end as units,
          round(price * quantity * 10000::numeric / (10000 + paid.vat_bps)) as value,
          case when price > 0 then charged else 0 end as charged,
          case when price > 0 then 0 else charged end as delivery
        from jsonb_path_query(paid.data, '$.sections[*].lines[*]') line
        cross join lateral (
          select (line->>'commissionPrice')::bigint as price,
            (line->>'quantity')::bigint as quantity,
            (line->>'unitPrice')::bigint * (line->>'quantity')::bigint as charged
        ) priced
      ) part
      group by grouping sets ((product_id), ())
    ) sold`.execute(tx);
}
