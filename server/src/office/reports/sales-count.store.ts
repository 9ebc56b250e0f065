import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { closingStream } from "../../money/statements/closing.events.ts";
import type { CountedFact } from "./counted-facts.queries.ts";
import { figureNames, figuresOf, type SalesChange, wholeOrder } from "./sales-change.rules.ts";

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

/** Changes when facts count otherwise. In the second one credit notes of delivery are deducted. */
const rule = 2;

/**
 * Identifies the counted projections: a rebuild swaps in tables with other oids. With the number of figures, because a process
 * of a release that has fewer may count once more after a migration added some, and with the rule of counting, because what an
 * earlier one counted is counted again. With the registration for VAT, because amounts
 * excl. VAT follow it; the name is as before where that is always.
 */
export const projectionsName = sql<string>`concat(
  'projection.sale_entry'::regclass::oid, ' ', 'projection.order_state'::regclass::oid,
  ' ', ${sql.lit(figureNames.length)}, ${sql.lit(rule)}, (
    select string_agg(concat(' ', code, ' ', vat_registered_from, ' until ' || vat_registered_until,
      nullif(vat_registered_earlier::text, '[]')), '' order by code)
    from region where vat_registered_from <> 'always' or vat_registered_until is not null))`;

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

export type CountedChange = SalesChange &
  Pick<CountedFact, "day" | "region" | "currency" | "buyer" | "method">;

export type LateChange = CountedChange &
  Pick<CountedFact, "position" | "orderNumber" | "type" | "happenedOn">;

/** Adds changes to the figures. */
export async function addToFigures(tx: Tx, changes: readonly CountedChange[]): Promise<void> {
  if (changes.length > 0) await addFrom(tx, await rowsOf(tx, changes), { fromScratch: false });
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
        ...figuresOf(change),
      })),
    )
    .execute();
}

/** A temporary table for the changes of a count in bulk, which are added up once. */
export async function createGathering(tx: Tx, { fromScratch }: Filling): Promise<void> {
  if (fromScratch) await tx.deleteFrom("sales_late").execute();
  await sql`
    create temporary table gathered_sales on commit drop as
    select day, seller_id, kind_id, whole, ${figureColumns} from sales_person_day with no data`.execute(
    tx,
  );
  await sql`set local work_mem = '128MB'`.execute(tx);
  // Or PostgreSQL reads all orders for each page of events, instead of looking some up.
  await sql`set local random_page_cost = 1.1`.execute(tx);
}

export async function gatherChanges(tx: Tx, changes: readonly CountedChange[]): Promise<void> {
  if (changes.length > 0)
    await sql`insert into gathered_sales ${await rowsOf(tx, changes)}`.execute(tx);
}

/** Adds the gathered changes to the figures, from scratch after deleting the present ones. */
export async function addGathered(tx: Tx, options: Filling): Promise<void> {
  if (options.fromScratch)
    for (const { table } of tables) await sql`delete from ${sql.table(table)}`.execute(tx);
  await sql`analyze gathered_sales`.execute(tx);
  await addFrom(tx, gathered, options);
}

/**
 * The table that the rule fills, and two sums of it without which a report of a million orders takes longer than people wait
 * (docs/adr/0016-one-rule-for-sales-figures.md).
 */
const tables = [
  { table: "sales_person_day", key: "whole, day, seller_id, kind_id" },
  { table: "sales_day", key: "day, kind_id" },
  { table: "sales_person_month", key: "whole, month, seller_id, kind_id" },
] as const;

/** Empty tables are filled without checks for conflicts, which would take longer than the insert. */
type Filling = Readonly<{ fromScratch: boolean }>;

/** Adds rows with the columns of `gathered_sales` to all tables. */
async function addFrom(
  tx: Tx,
  changes: RawBuilder<unknown>,
  { fromScratch }: Filling,
): Promise<void> {
  const change = sql`(
    select whole, day, date_trunc('month', day::timestamp)::date as month, seller_id, kind_id, ${figureColumns}
    from (${changes}) gathered) change`;
  for (const { table, key } of tables) {
    const keys = sql.raw(key);
    const adding = sql`on conflict (${keys}) do update set ${figureAdditions}`;
    await sql`
      insert into ${sql.table(table)} as kept (${keys}, ${figureColumns})
      select ${keys}, ${figureSums} from ${change} group by ${keys} order by ${keys}
      ${fromScratch ? sql`` : adding}`.execute(tx);
  }
}

/** Changes as rows with the columns of `gathered_sales`. */
async function rowsOf(tx: Tx, changes: readonly CountedChange[]): Promise<RawBuilder<unknown>> {
  const kinds = await numberKinds(tx, changes);
  const column = (value: (change: CountedChange) => unknown) => changes.map(value);
  const figures = figureNames.map((name) => sql`${column((change) => change[name])}::bigint[]`);
  return sql`
    select day, seller_id, kind_id, whole, ${figureColumns}
    from unnest(${column(({ day }) => day)}::date[],
      ${column(({ sellerId }) => sellerId)}::integer[],
      ${column((change) => kinds.get(kindName(change)))}::integer[],
      ${column(({ productId }) => productId === wholeOrder)}::boolean[], ${sql.join(figures)}
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

export const figureColumns = sql.raw(figureNames.join(", "));
const gathered = sql`
  select day, seller_id, kind_id, whole, ${figureColumns} from gathered_sales`;
const figureSums = sql.raw(figureNames.map((name) => `sum(${name})`).join(", "));
const figureAdditions = sql.raw(
  figureNames.map((name) => `${name} = kept.${name} + excluded.${name}`).join(", "),
);
