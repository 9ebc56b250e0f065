import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { closingStream } from "../../money/statements/closing.events.ts";
import { bookedDaySql } from "../../money/statements/closing.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import type { CountedFact, CountRange } from "./counted-facts.queries.ts";
import { lostSales } from "./lost-sales.queries.ts";
import { figureNames, type SalesChange, wholeOrder } from "./sales-change.rules.ts";

export type CountState = Readonly<{
  position: number;
  /** The checkpoint of the projections, which the count cannot pass. */
  head: number;
  /** Everything has to be counted again. */
  isOutdated: boolean;
  projections: string;
}>;

/** The key of an advisory lock. */
const countLock = 7_226_011;

/** Until the end of the transaction. @returns false when another process is counting */
export async function lockCount(tx: Tx): Promise<boolean> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${countLock}) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}

/** Identifies the counted projections: a rebuild swaps in tables with other oids. */
export const projectionsName = sql<string>`concat(
  'projection.sale_entry'::regclass::oid, ' ', 'projection.order_state'::regclass::oid)`;

/**
 * A closing counts through a position before its own. Facts that were recorded in between, and counted before the closing
 * was there, are late.
 */
const isClosedMeanwhile = sql<boolean>`exists (
  select from ledger_events closing where closing.stream_id = ${closingStream}
    and closing.position > counted.position
    and (closing.data->>'throughPosition')::bigint < counted.position)`;

export async function readCountState(db: Tx): Promise<CountState> {
  const { rows } = await sql<CountState>`
    select counted.position, ${projectionsName} as projections,
      counted.projections <> ${projectionsName} or ${isClosedMeanwhile} as "isOutdated",
      (select min(position) from projection.checkpoint) as head
    from sales_count counted`.execute(db);
  const [state] = rows;
  if (!state) throw new Error("the count of sales has no row");
  return state;
}

export async function saveCountState(tx: Tx, position: number, projections: string): Promise<void> {
  await tx.updateTable("sales_count").set({ position, projections }).execute();
}

/**
 * Collects the orders that were paid within a range of positions, by product and as a whole, as rows of `paid_sales` with
 * the kinds of `paid_kind`; without those that were recorded late and those of `lostSales`. This is the rule of
 * `changeByLast` in SQL, because folding a million orders one by one would take ten times as long.
 */
export async function gatherPaidOrders(tx: Tx, range: CountRange): Promise<void> {
  await createPaidOrders(tx, range);
  await createPaidSales(tx);
  await createPaidKinds(tx);
}

async function createPaidOrders(tx: Tx, { after, through, closings }: CountRange): Promise<void> {
  const own = sql<string>`(orders.paid_at at time zone region.time_zone)::date`;
  const booked = bookedDaySql(closings, { local: own, position: sql`orders.paid_position` });
  await sql`
    create temporary table paid_order on commit drop as
    select orders.placed_position, orders.vat_bps, ${own} as day,
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
      select order_id, min(method) as least, max(method) as most
      from (
        select payment.order_id, payment.method
        from projection.order_payment payment
        join projection.order_state paying
          on paying.order_id = payment.order_id and payment.position < paying.paid_position
        where ${isLive("paying")} and paying.paid_position > ${after} and paying.paid_position <= ${through}
        group by payment.order_id, payment.method having sum(payment.amount) > 0
      ) standing
      group by order_id
    ) paid on paid.order_id = orders.order_id
    where ${isLive("orders")} and orders.paid_position > ${after} and orders.paid_position <= ${through}
      and ${booked} = ${own}
      and not exists (select from (${lostSales}) lost where lost.order_id = orders.order_id)
  `.execute(tx);
  await sql`
    create temporary table paid_terms on commit drop as
    select (row_number() over ())::integer as id, region, currency, level, buyer, method
    from (select distinct region, currency, level, buyer, method from paid_order) terms`.execute(
    tx,
  );
  await sql`analyze paid_order, paid_terms`.execute(tx);
}

/** Product 0 is the whole order. The value is `exclVat` of each line, in integer arithmetic. */
async function createPaidSales(tx: Tx): Promise<void> {
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

async function createPaidKinds(tx: Tx): Promise<void> {
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

export type CountedChange = SalesChange &
  Pick<CountedFact, "day" | "region" | "currency" | "buyer" | "method">;

export type LateChange = CountedChange &
  Pick<CountedFact, "position" | "orderNumber" | "type" | "happenedOn">;

/** Adds changes to the figures by day, by person and day, and by person and month. */
export async function addToFigures(tx: Tx, changes: readonly CountedChange[]): Promise<void> {
  if (changes.length > 0)
    await addFrom(tx, sql`(${await rowsOf(tx, changes)})`, { fromScratch: false });
}

/** Lists facts that were recorded late, of which the figures have the changes. */
export async function addLateSales(tx: Tx, changes: readonly LateChange[]): Promise<void> {
  if (changes.length === 0) return;
  const kinds = await numberKinds(tx, changes);
  await tx
    .insertInto("sales_late")
    .values(
      changes.map((change) => ({
        position: change.position,
        order_number: change.orderNumber,
        type: change.type,
        day: change.day,
        happened_on: change.happenedOn,
        seller_id: change.sellerId,
        kind_id: kinds.get(kindName(change)) ?? 0,
        orders: change.orders,
        units: change.units,
        value: change.value,
        charged: change.charged,
        delivery: change.delivery,
        refunded: change.refunded,
      })),
    )
    .execute();
}

/** A temporary table for the changes of a count in bulk, which are added up once. */
export async function createGathering(tx: Tx, { fromScratch }: Filling): Promise<void> {
  if (fromScratch) await tx.deleteFrom("sales_late").execute();
  await sql`
    create temporary table gathered_sales (
      day date not null, seller_id integer not null, kind_id integer not null,
      whole boolean not null, orders integer not null, units integer not null,
      value bigint not null, charged bigint not null, delivery bigint not null,
      refunded bigint not null
    ) on commit drop`.execute(tx);
  await sql`set local work_mem = '128MB'`.execute(tx);
}

export async function gatherChanges(tx: Tx, changes: readonly CountedChange[]): Promise<void> {
  if (changes.length > 0)
    await sql`insert into gathered_sales ${await rowsOf(tx, changes)}`.execute(tx);
}

/** Adds the gathered changes to the figures, from scratch after deleting the present ones. */
export async function addGathered(tx: Tx, options: Filling): Promise<void> {
  if (options.fromScratch)
    for (const table of ["sales_day", "sales_person_day", "sales_person_month"] as const)
      await tx.deleteFrom(table).execute();
  await sql`analyze gathered_sales`.execute(tx);
  await addFrom(tx, gathered, options);
}

/** Paid orders, refunds and reassignments. */
const gathered = sql`(
  select day, seller_id, kind_id, product_id = 0 as whole, 1 as orders, units, value, charged, delivery,
    0::bigint as refunded
  from paid_sales join paid_kind using (terms_id, product_id)
  union all
  select day, seller_id, kind_id, whole, orders, units, value, charged, delivery, refunded
  from gathered_sales
)`;

/** Empty tables are filled without checks for conflicts, which would take longer than the insert. */
type Filling = Readonly<{ fromScratch: boolean }>;

async function addFrom(
  tx: Tx,
  changes: RawBuilder<unknown>,
  { fromScratch }: Filling,
): Promise<void> {
  for (const [table, names, values] of [
    ["sales_day", "day, kind_id", "day, kind_id"],
    ["sales_person_day", "whole, day, seller_id, kind_id", "whole, day, seller_id, kind_id"],
    [
      "sales_person_month",
      "whole, month, seller_id, kind_id",
      "whole, date_trunc('month', day::timestamp)::date, seller_id, kind_id",
    ],
  ] as const)
    await sql`
      insert into ${sql.table(table)} as kept (${sql.raw(names)}, ${figureColumns})
      select ${sql.raw(values)}, ${figureSums}
      from ${changes} change
      group by ${sql.raw(values)} order by ${sql.raw(values)}
      ${fromScratch ? sql`` : sql`on conflict (${sql.raw(names)}) do update set ${figureAdditions}`}`.execute(
      tx,
    );
}

/** Changes as rows with the columns of `gathered_sales`. */
async function rowsOf(tx: Tx, changes: readonly CountedChange[]): Promise<RawBuilder<unknown>> {
  const kinds = await numberKinds(tx, changes);
  const column = (figure: (change: CountedChange) => unknown) => changes.map(figure);
  return sql`
    select day, seller_id, kind_id, whole, ${figureColumns}
    from unnest(${column(({ day }) => day)}::date[],
      ${column(({ sellerId }) => sellerId)}::integer[],
      ${column((change) => kinds.get(kindName(change)))}::integer[],
      ${column(({ productId }) => productId === wholeOrder)}::boolean[],
      ${column(({ orders }) => orders)}::integer[], ${column(({ units }) => units)}::integer[],
      ${column(({ value }) => value)}::bigint[], ${column(({ charged }) => charged)}::bigint[],
      ${column(({ delivery }) => delivery)}::bigint[],
      ${column(({ refunded }) => refunded)}::bigint[]
    ) as change(day, seller_id, kind_id, whole, ${figureColumns})`;
}

type Kind = Pick<CountedChange, "productId" | "region" | "currency" | "level" | "buyer" | "method">;

function kindName({ productId, region, currency, level, buyer, method }: Kind): string {
  return [productId, region, currency, level, buyer, method].join(" ");
}

/** The ids of kinds of sale by name; inserts those that are new. */
async function numberKinds(tx: Tx, changes: readonly Kind[]): Promise<Map<string, number>> {
  const kinds = new Map(changes.map((change) => [kindName(change), change]));
  // `except` instead of `on conflict do nothing`, which would use up an id of the sequence for each known kind.
  await sql`
    insert into sales_kind (product_id, region, currency, level, buyer, method)
    select "productId", region, currency, level, buyer, method
    from json_to_recordset(${JSON.stringify([...kinds.values()])})
      as kind("productId" integer, region text, currency text, level integer, buyer text, method text)
    except select product_id, region, currency, level, buyer, method from sales_kind`.execute(tx);
  const known = await tx
    .selectFrom("sales_kind")
    .select(["id", "product_id as productId", "region", "currency", "level", "buyer", "method"])
    .execute();
  return new Map(known.map((kind) => [kindName(kind), kind.id]));
}

const figureColumns = sql.raw(figureNames.join(", "));
const figureSums = sql.raw(figureNames.map((name) => `sum(${name})`).join(", "));
const figureAdditions = sql.raw(
  figureNames.map((name) => `${name} = kept.${name} + excluded.${name}`).join(", "),
);
