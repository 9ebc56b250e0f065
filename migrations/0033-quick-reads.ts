import { type Kysely, sql } from "kysely";

/** What keeps lists and reports quick over a million orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await orderLists(db);
  await orderSearch(db);
  await orderCount(db);
  await salesQuarters(db);
}

/** Each sort has an index that knows what lists are filtered by, so that a deep page reads no order before it. */
async function orderLists(db: Kysely<unknown>): Promise<void> {
  await sql`drop index projection.order_state_order_number_idx`.execute(db);
  await sql`
    create unique index order_state_order_number_idx on projection.order_state (order_number)
    include (state, region)
  `.execute(db);
  await sql`
    create index order_state_by_day on projection.order_state (placed_at, order_number)
    include (state, region)
  `.execute(db);
  await sql`
    create index order_state_by_total on projection.order_state (total, order_number)
    include (state, region)
  `.execute(db);
  // Most orders are paid: those are all but these.
  await sql`
    create index order_state_unpaid on projection.order_state (state, region) where state <> 'paid'
  `.execute(db);
}

/** A guest has no account: orders are found by whom the same browser entered. */
async function orderSearch(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index address_guest_search on address using gin (
      (recipient_email || ' ' || recipient_first_name || ' ' || recipient_last_name) gin_trgm_ops
    ) where guest_id is not null
  `.execute(db);
  await sql`
    create index order_detail_guest on order_detail (guest_id) where guest_id is not null
  `.execute(db);
}

/** How many orders were placed, as far as sales were counted: those after that are few. */
async function orderCount(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_count (region text primary key, orders bigint not null)`.execute(db);
  await sql`
    insert into order_count
    select region, count(*) from projection.order_state
    where placed_position <= (select position from sales_count) group by region
  `.execute(db);
  await sql`grant select, insert, update, delete on order_count to portal_app`.execute(db);
}

/** Sales of people by whole quarters: a third of the rows of their months. */
async function salesQuarters(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sales_person_quarter (
      whole boolean not null, quarter date not null, seller_id integer not null,
      kind_id integer not null, orders integer not null, units integer not null,
      value bigint not null, charged bigint not null, delivery bigint not null,
      refunded bigint not null, primary key (whole, quarter, seller_id, kind_id)
    ) partition by list (whole)
  `.execute(db);
  for (const [name, whole] of Object.entries({ whole: true, product: false }))
    await sql`
      create table ${sql.id(`sales_person_quarter_${name}`)} partition of sales_person_quarter
      for values in (${sql.lit(whole)}) with (fillfactor = 80)
    `.execute(db);
  await sql`
    insert into sales_person_quarter
    select whole, date_trunc('quarter', month)::date, seller_id, kind_id, sum(orders), sum(units),
      sum(value), sum(charged), sum(delivery), sum(refunded)
    from sales_person_month group by 1, 2, 3, 4
  `.execute(db);
  await sql`
    grant select, insert, update, delete on sales_person_quarter to portal_app
  `.execute(db);
}
