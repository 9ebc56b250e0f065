import { type Kysely, sql } from "kysely";

/** What is found of orders that were paid too much or in part; and counts of orders are of live ones alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Money that came after an order was given back whole is too much as well, and what goods were given back is not charged.
  await sql`drop index projection.order_state_overpaid`.execute(db);
  await sql`
    create index order_state_overpaid on projection.order_state (order_number)
    where received - refunded
      > case when state in ('cancelled', 'refunded') then 0 else total - refunded_goods end
  `.execute(db);
  await sql`
    create index order_state_underpaid on projection.order_state (order_number)
    where state = 'placed' and received - refunded > 0
  `.execute(db);
  await sql`create index order_state_test on projection.order_state (order_number) where not live`.execute(
    db,
  );
  await countLiveOrders(db);
}

/** As migration 0041 counted them, without those of test accounts. */
async function countLiveOrders(db: Kysely<unknown>): Promise<void> {
  await sql`delete from order_stretch`.execute(db);
  await sql`
    insert into order_stretch
    select part.sort, part.stretch, region, count(*)
    from projection.order_state cross join lateral (values
      ('placedAt', floor(extract(epoch from placed_at) / 86400)::bigint),
      ('orderNumber', order_number / 1000), ('total', total / 1000)) part (sort, stretch)
    where live and placed_position <= (select position from sales_count)
    group by part.sort, part.stretch, region
  `.execute(db);
  await sql`delete from order_method`.execute(db);
  await sql`
    insert into order_method
    select method, region, count(distinct order_id)
    from projection.order_payment join projection.order_state using (order_id)
    where live and position <= (select position from sales_count)
    group by method, region
  `.execute(db);
}
