import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";

type Stretch = Readonly<{ after: number; through: number }>;

/**
 * Gathers what every order was when it was paid, of all that were paid after the one position and up to
 * the other: product by product and as a whole, by the rule of `changeByLast`, as rows of `paid_sales`
 * under the kinds of `paid_kind`. A million orders are a few statements, because to fetch and to fold
 * them one by one would take ten times as long.
 */
export async function gatherPaidOrders(tx: Tx, stretch: Stretch): Promise<void> {
  await openPaidOrders(tx, stretch);
  await openPaidSales(tx);
  await openPaidKinds(tx);
}

/** Whose sale it was is what the books entered, else it is the house's. */
async function openPaidOrders(tx: Tx, { after, through }: Stretch): Promise<void> {
  await sql`
    create temporary table paid_order on commit drop as
    select orders.placed_position, orders.vat_bps,
      (orders.paid_at at time zone region.time_zone)::date as day,
      coalesce(entry.seller_id, 0) as seller_id, coalesce(entry.seller_level, 0) as level,
      orders.region, orders.currency,
      case when orders.buyer_id is null then 'guest'
        when buyer.user_id is null then 'customer'
        when (select (placed.data->>'sellerId')::integer from ledger_events placed
          where placed.position = orders.placed_position) = orders.buyer_id then buyer.kind
        else 'customer' end as buyer,
      case when paid.least = paid.most then paid.least else 'several' end as method
    from projection.order_state orders
    join region on region.code = orders.region
    left join projection.sale_entry entry
      on entry.position = orders.paid_position and entry.entry_no = 1
    left join projection.member buyer on buyer.user_id = orders.buyer_id
    left join (
      select payment.order_id, min(payment.method) as least, max(payment.method) as most
      from projection.order_payment payment
      join projection.order_state paying
        on paying.order_id = payment.order_id and payment.position < paying.paid_position
      where ${isLive("paying")} and paying.paid_position > ${after} and paying.paid_position <= ${through}
      group by payment.order_id
    ) paid on paid.order_id = orders.order_id
    where ${isLive("orders")} and orders.paid_position > ${after} and orders.paid_position <= ${through}
  `.execute(tx);
  await sql`
    create temporary table paid_terms on commit drop as
    select (row_number() over ())::integer as id, terms.*
    from (select distinct region, currency, level, buyer, method from paid_order) terms`.execute(
    tx,
  );
  await sql`analyze paid_order, paid_terms`.execute(tx);
}

/** Product 0 is the whole order. The value is `exclVat` of each line, in whole numbers. */
async function openPaidSales(tx: Tx): Promise<void> {
  await sql`
    create temporary table paid_sales on commit drop as
    select paid.day, paid.seller_id, paid.terms_id,
      sold.product_id, sold.units, sold.value, sold.charged, sold.delivery
    from (
      select paid_order.day, paid_order.seller_id, terms.id as terms_id,
        10000 + paid_order.vat_bps as vat_share, placed.data
      from paid_order
      join paid_terms terms using (region, currency, level, buyer, method)
      join ledger_events placed on placed.position = paid_order.placed_position
    ) paid cross join lateral (
      select coalesce(product_id, 0) as product_id, sum(units)::integer as units,
        sum(value)::bigint as value, sum(charged)::bigint as charged,
        sum(delivery)::bigint as delivery
      from (
        select (line->>'productId')::integer as product_id,
          case when price > 0 then quantity else 0 end as units,
          (price * quantity * 20000 + paid.vat_share) / (2 * paid.vat_share) as value,
          case when price > 0 then charged else 0 end as charged,
          case when price > 0 then 0 else charged end as delivery
        from jsonb_path_query(paid.data, '$.sections[*].lines[*]') line
        cross join lateral (
          select (line->>'commissionPrice')::bigint as price, (line->>'quantity')::integer as quantity,
            (line->>'unitPrice')::bigint * (line->>'quantity')::bigint as charged
        ) priced
      ) part
      group by grouping sets ((product_id), ())
    ) sold`.execute(tx);
}

async function openPaidKinds(tx: Tx): Promise<void> {
  await sql`
    create temporary table paid_kind (
      terms_id integer, product_id integer, kind_id integer
    ) on commit drop`.execute(tx);
  const sold = sql`
    (select distinct terms_id, product_id from paid_sales) sold
    join paid_terms terms on terms.id = sold.terms_id`;
  await sql`
    insert into sales_kind (product_id, region, currency, level, buyer, method)
    select product_id, region, currency, level, buyer, method from ${sold}
    except select product_id, region, currency, level, buyer, method from sales_kind`.execute(tx);
  await sql`
    insert into paid_kind
    select terms_id, product_id, kind.id
    from ${sold} join sales_kind kind using (product_id, region, currency, level, buyer, method)
  `.execute(tx);
  await sql`analyze paid_sales, paid_kind`.execute(tx);
}
