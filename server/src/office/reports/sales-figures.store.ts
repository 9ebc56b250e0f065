import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { type SalesChange, wholeOrder } from "./sales-change.rules.ts";
import type { CountedFact } from "./sales-count.store.ts";

export type CountedChange = SalesChange &
  Pick<CountedFact, "day" | "region" | "currency" | "buyer" | "method">;

/** Adds changes to the figures of their days, people, months and quarters. */
export async function addToFigures(tx: Tx, changes: readonly CountedChange[]): Promise<void> {
  if (changes.length > 0) await addFrom(tx, sql`(${await rowsOf(tx, changes)})`, { isAnew: false });
}

/** A place of this transaction for the changes of a long way, so that they are added up once. */
export async function openGathering(tx: Tx): Promise<void> {
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

/** Adds all that was gathered to the figures; to none at all where those that there are do not count. */
export async function addGathered(tx: Tx, of: Filling): Promise<void> {
  if (of.isAnew)
    for (const table of [
      "sales_day",
      "sales_person_day",
      "sales_person_month",
      "sales_person_quarter",
    ] as const)
      await tx.deleteFrom(table).execute();
  await sql`analyze gathered_sales`.execute(tx);
  await addFrom(tx, gathered, of);
}

/** What was paid, and what happened to orders since. */
const gathered = sql`(
  select day, seller_id, kind_id, product_id = 0 as whole, 1 as orders, units, value, charged, delivery,
    0::bigint as refunded
  from paid_sales join paid_kind using (terms_id, product_id)
  union all
  select day, seller_id, kind_id, whole, orders, units, value, charged, delivery, refunded
  from gathered_sales
)`;

/** The months that were just filled: a sixth of what they were filled from. */
const months = sql`(select whole, month as day, seller_id, kind_id, orders, units, value, charged,
  delivery, refunded from sales_person_month)`;

/** Into empty tables, where no row can be there yet: to look for each takes longer than to write it. */
type Filling = Readonly<{ isAnew: boolean }>;

async function addFrom(tx: Tx, changes: RawBuilder<unknown>, { isAnew }: Filling): Promise<void> {
  for (const [table, names, values] of [
    ["sales_day", "day, kind_id", "day, kind_id"],
    ["sales_person_day", "whole, day, seller_id, kind_id", "whole, day, seller_id, kind_id"],
    [
      "sales_person_month",
      "whole, month, seller_id, kind_id",
      "whole, date_trunc('month', day::timestamp)::date, seller_id, kind_id",
    ],
    [
      "sales_person_quarter",
      "whole, quarter, seller_id, kind_id",
      "whole, date_trunc('quarter', day::timestamp)::date, seller_id, kind_id",
    ],
  ] as const)
    await sql`
      insert into ${sql.table(table)} as kept (${sql.raw(names)}, ${figureNames})
      select ${sql.raw(values)}, ${figureSums}
      from ${isAnew && table === "sales_person_quarter" ? months : changes} change
      group by ${sql.raw(values)} order by ${sql.raw(values)}
      ${isAnew ? sql`` : sql`on conflict (${sql.raw(names)}) do update set ${figureAdditions}`}`.execute(
      tx,
    );
}

/** Changes as rows, under the names and in the order of the place where they are gathered. */
async function rowsOf(tx: Tx, changes: readonly CountedChange[]): Promise<RawBuilder<unknown>> {
  const kinds = await numberKinds(tx, changes);
  const column = (figure: (change: CountedChange) => unknown) => changes.map(figure);
  return sql`
    select * from unnest(${column(({ day }) => day)}::date[],
      ${column(({ sellerId }) => sellerId)}::integer[],
      ${column((change) => kinds.get(kindName(change)))}::integer[],
      ${column(({ productId }) => productId === wholeOrder)}::boolean[],
      ${column(({ orders }) => orders)}::integer[], ${column(({ units }) => units)}::integer[],
      ${column(({ value }) => value)}::bigint[], ${column(({ charged }) => charged)}::bigint[],
      ${column(({ delivery }) => delivery)}::bigint[],
      ${column(({ refunded }) => refunded)}::bigint[]
    ) as change(day, seller_id, kind_id, whole, ${figureNames})`;
}

type Kind = Pick<CountedChange, "productId" | "region" | "currency" | "level" | "buyer" | "method">;

function kindName({ productId, region, currency, level, buyer, method }: Kind): string {
  return [productId, region, currency, level, buyer, method].join(" ");
}

/** The numbers of all kinds of sale by their names; those that are new get one. */
async function numberKinds(tx: Tx, changes: readonly Kind[]): Promise<Map<string, number>> {
  const kinds = new Map(changes.map((change) => [kindName(change), change]));
  const asked = [...kinds.values()].map(
    ({ productId: product_id, region, currency, level, buyer, method }) => ({
      product_id,
      region,
      currency,
      level,
      buyer,
      method,
    }),
  );
  // Not by the conflict alone: it would use up a number for each kind that is known.
  await sql`
    insert into sales_kind (product_id, region, currency, level, buyer, method)
    select * from json_to_recordset(${JSON.stringify(asked)}) as kind(product_id integer,
      region text, currency text, level integer, buyer text, method text)
    except select product_id, region, currency, level, buyer, method from sales_kind`.execute(tx);
  const known = await tx
    .selectFrom("sales_kind")
    .select(["id", "product_id as productId", "region", "currency", "level", "buyer", "method"])
    .execute();
  return new Map(known.map((kind) => [kindName(kind), kind.id]));
}

const figures = ["orders", "units", "value", "charged", "delivery", "refunded"] as const;
const figureNames = sql.raw(figures.join(", "));
const figureSums = sql.raw(figures.map((name) => `sum(${name})`).join(", "));
const figureAdditions = sql.raw(
  figures.map((name) => `${name} = kept.${name} + excluded.${name}`).join(", "),
);
