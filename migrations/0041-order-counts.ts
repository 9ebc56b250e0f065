import { type Kysely, sql } from "kysely";

/** What finds any page of a million orders, and of those with a method of payment, without counting up to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await orderStretches(db);
  await orderMethods(db);
  await networkMoves(db);
}

/** How many orders lie in each stretch of a sort: days, thousands of numbers, tens of the currency. */
async function orderStretches(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_stretch (
      sort text not null check (sort in ('placedAt', 'orderNumber', 'total')),
      stretch bigint not null, region text not null, orders bigint not null,
      primary key (sort, stretch, region)
    )
  `.execute(db);
  await sql`
    insert into order_stretch
    select part.sort, part.stretch, region, count(*)
    from projection.order_state cross join lateral (values
      ('placedAt', floor(extract(epoch from placed_at) / 86400)::bigint),
      ('orderNumber', order_number / 1000), ('total', total / 1000)) part (sort, stretch)
    where placed_position <= (select position from sales_count)
    group by part.sort, part.stretch, region
  `.execute(db);
  await sql`grant select, insert, update, delete on order_stretch to portal_app`.execute(db);
  // The days of the stretches add up to the same.
  await sql`drop table order_count`.execute(db);
}

/** How many orders something was paid for by each method, and the fewer ones of which that was no card. */
async function orderMethods(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_method (
      method text not null, region text not null, orders bigint not null,
      primary key (method, region)
    )
  `.execute(db);
  await sql`
    insert into order_method
    select method, region, count(distinct order_id)
    from projection.order_payment join projection.order_state using (order_id)
    where position <= (select position from sales_count)
    group by method, region
  `.execute(db);
  await sql`grant select, insert, update, delete on order_method to portal_app`.execute(db);
  await sql`
    create index order_payment_no_card on projection.order_payment (method, order_id)
    where method <> 'card'
  `.execute(db);
}

/** Who was moved, among all that ever happened in the network; an order writes nothing to it. */
async function networkMoves(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index ledger_events_moves on ledger_events (position)
    where stream_id = 'network' and type in ('DistributorMoved', 'StockistMoved')
  `.execute(db);
}
