import { createHash } from "node:crypto";
import type pg from "pg";
import { z } from "zod";
import { clientRowOf, clientRowsOf } from "../../platform/db/rows.ts";
import {
  type ProjectionTable,
  columnOf,
  commissionEntryTable,
  saleEntryTable,
  walletTable,
} from "../../platform/read-model/projection-tables.ts";
import { liveSchema, shadowSchema } from "../rebuild/shadow-tables.ts";
import { keyOf } from "../store/table-rows.ts";

/** The live projections compared with a replay of the ledger, both at one position. */
export type DifferenceReport = Readonly<{
  position: number;
  isEqual: boolean;
  tables: readonly TableDifference[];
  members: readonly MemberDifference[];
  /**
   * Identifies this difference, for accepting it after reading the report. New events whose rows agree do not
   * change it.
   */
  hash: string;
}>;

/** `client` has to be in a transaction with one snapshot. */
export async function reportDifference(
  client: pg.ClientBase,
  tables: readonly ProjectionTable[],
  position: number,
): Promise<DifferenceReport> {
  const differences: TableDifference[] = [];
  for (const table of tables) differences.push(await compareTable(client, table));
  const unequal = tables.filter((_, index) => differences[index]?.differing !== 0);
  const members = unequal.length === 0 ? [] : await compareMembers(client, unequal);
  return {
    position,
    isEqual: unequal.length === 0,
    tables: differences,
    members,
    hash: hashOf(differences, members),
  };
}

function hashOf(tables: readonly TableDifference[], members: readonly MemberDifference[]): string {
  const differing = tables
    .filter((table) => table.differing > 0)
    .map(({ table, differing: count, examples }) => [table, count, examples]);
  const deltas = members.map(({ memberId, tables: names, figures, firstEvent }) => [
    memberId,
    names,
    figures.map(({ name, delta }) => [name, delta]),
    firstEvent,
  ]);
  return createHash("sha256")
    .update(JSON.stringify([differing, deltas]))
    .digest("hex");
}

type TableDifference = z.infer<typeof tableDifferenceSchema>;
export const tableDifferenceSchema = z.object({
  table: z.string(),
  live: z.number(),
  replayed: z.number(),
  /** Rows that only one side has, or that differ. */
  differing: z.number(),
  /** Keys of the first of them. */
  examples: z.array(z.string()),
});

type RowFilter = Readonly<{ where: string; values: readonly unknown[] }>;

/** Without a row that differs there are no examples. */
const differingRow = z.strictObject({
  differing: z.int(),
  examples: z.array(z.string()).nullable(),
});

async function compareTable(
  client: pg.ClientBase,
  table: ProjectionTable,
): Promise<TableDifference> {
  const [live, replayed] = await digestsOf(client, table);
  const counts = { table: table.name, live: live.count, replayed: replayed.count };
  if (isSame(live, replayed)) return { ...counts, differing: 0, examples: [] };

  const { differing, examples } = await clientRowOf(
    client,
    differingRow,
    `select count(*) as differing,
       (array_agg(concat_ws(' ', ${keyOf(table)}) order by ${keyOf(table)}))[1:10] as examples
     from ${differingRows(table)} differing`,
  );
  return { ...counts, differing, examples: examples ?? [] };
}

/** A subquery of the rows that differ: their key, and each side's row or null if it is missing there. */
function differingRows({ name, key }: ProjectionTable): string {
  const columns = key.map(columnOf).join(", ");
  return `(
    select ${columns}, live_row, replayed_row
    from ${liveSchema}.${name} live_row full join ${shadowSchema}.${name} replayed_row using (${columns})
    where live_row::record is distinct from replayed_row::record)`;
}

const digestRow = z.strictObject({ count: z.int(), hash: z.string() });
type Digest = Readonly<z.infer<typeof digestRow>>;

/**
 * Tables are compared by a 64-bit hash over the hashes of their rows, which include the key. That costs a fraction
 * of a join; only unequal tables are joined row by row.
 */
async function digestsOf(
  client: pg.ClientBase,
  table: ProjectionTable,
  filter: RowFilter = { where: "true", values: [] },
): Promise<[live: Digest, replayed: Digest]> {
  const digestIn = (schema: string): Promise<Digest> =>
    clientRowOf(
      client,
      digestRow,
      `select count(*) as count,
         coalesce(bit_xor(hash_record_extended(r, 1)), 0)::text as hash
       from ${schema}.${table.name} r where ${filter.where}`,
      filter.values,
    );
  return [await digestIn(liveSchema), await digestIn(shadowSchema)];
}

function isSame(live: Digest, replayed: Digest): boolean {
  return live.count === replayed.count && live.hash === replayed.hash;
}

export type MemberDifference = z.infer<typeof memberDifferenceSchema>;
/** What a rebuild would change for one member. */
export const memberDifferenceSchema = z.object({
  memberId: z.int(),
  /** The tables in which rows of this member differ. */
  tables: z.array(z.string()),
  figures: z.array(
    z.object({ name: z.string(), old: z.number(), new: z.number(), delta: z.number() }),
  ),
  /** The first event whose entries differ; null if the entries agree and only other rows differ. */
  firstEvent: z.object({ position: z.int(), type: z.string() }).nullable(),
});

type Found = Pick<MemberDifference, "tables" | "figures">;

/** Every member with a differing row, ordered by member id. */
async function compareMembers(
  client: pg.ClientBase,
  unequal: readonly ProjectionTable[],
): Promise<MemberDifference[]> {
  const found = new Map<number, Found>();
  const of = (memberId: number): Found => {
    const known = found.get(memberId) ?? { tables: [], figures: [] };
    found.set(memberId, known);
    return known;
  };

  for (const table of unequal)
    for (const memberId of await ownersIn(client, table)) of(memberId).tables.push(table.name);
  if (unequal.some(({ name }) => name === walletTable.name))
    for (const { memberId, figures } of await walletFigures(client)) of(memberId).figures = figures;

  const firstEvents = found.size === 0 ? new Map() : await firstDifferingEvents(client);
  return [...found]
    .toSorted(([one], [other]) => one - other)
    .map(([memberId, { tables, figures }]) => ({
      memberId,
      tables,
      figures,
      firstEvent: firstEvents.get(memberId) ?? null,
    }));
}

const ownerRow = z.strictObject({ owner: z.int() });

async function ownersIn(client: pg.ClientBase, table: ProjectionTable): Promise<number[]> {
  if (table.owner === undefined) return [];
  const owner = columnOf(table.owner);
  const rows = await clientRowsOf(
    client,
    ownerRow,
    `select owner from (
       select (live_row).${owner} as owner from ${differingRows(table)} differing
       union
       select (replayed_row).${owner} from ${differingRows(table)} differing
     ) either_side where owner is not null`,
  );
  return rows.map((row) => row.owner);
}

const figureFields = Object.entries(walletTable.columns).flatMap(([field, type]) =>
  type === "bigint" ? [field] : [],
);

/** The figures of a wallet by the names of their columns, without the other columns. */
const walletSchema = z
  .object(Object.fromEntries(figureFields.map((field) => [columnOf(field), z.int().nullable()])))
  .nullable();
const pairRow = z.strictObject({ memberId: z.int(), live: walletSchema, replayed: walletSchema });

async function walletFigures(client: pg.ClientBase) {
  const rows = await clientRowsOf(
    client,
    pairRow,
    `select user_id as "memberId", to_jsonb(live_row) as live, to_jsonb(replayed_row) as replayed
     from ${differingRows(walletTable)} differing`,
  );
  return rows.map(({ memberId, live, replayed }) => ({
    memberId,
    figures: differingFigures(figuresOf(live), figuresOf(replayed)),
  }));
}

/** The figures of a wallet, and the derived unpaid amount and balance. */
function figuresOf(wallet: z.infer<typeof walletSchema>): Map<string, number> {
  const figures = new Map<string, number>();
  for (const field of figureFields) figures.set(field, wallet?.[columnOf(field)] ?? 0);
  const figure = (name: string): number => figures.get(name) ?? 0;
  figures.set("unpaid", figure("accrued") - figure("paid"));
  figures.set("balance", figure("unpaid") - figure("credit"));
  return figures;
}

function differingFigures(
  live: ReadonlyMap<string, number>,
  replayed: ReadonlyMap<string, number>,
): MemberDifference["figures"] {
  return [...live]
    .map(([name, old]) => ({ name, old, new: replayed.get(name) ?? 0 }))
    .map((figure) => ({ ...figure, delta: figure.new - figure.old }))
    .filter(({ delta }) => delta !== 0);
}

const firstEventRow = z.strictObject({
  memberId: z.int(),
  position: z.int(),
  type: z.string().nullable(),
});

async function firstDifferingEvents(client: pg.ClientBase) {
  const rows = await clientRowsOf(
    client,
    firstEventRow,
    `select member_id as "memberId", first.position, event.type
     from (
       select member_id, min(position) as position from (
         select coalesce((live_row).beneficiary_id, (replayed_row).beneficiary_id) as member_id, position
         from ${differingRows(commissionEntryTable)} commission
         union all
         select coalesce((live_row).seller_id, (replayed_row).seller_id), position
         from ${differingRows(saleEntryTable)} sale
       ) entry group by member_id
     ) first left join public.ledger_events event on event.position = first.position`,
  );
  return new Map(
    rows.map(({ memberId, position, type }) => [
      memberId,
      { position, type: type ?? "no event of the ledger" },
    ]),
  );
}

/**
 * Whether live and replayed projections agree on all rows that the events after a position can have changed.
 * Compares only those rows (and all rows of tables that do not grow with the sales), because appends are blocked
 * meanwhile.
 */
export async function isTailEqual(
  client: pg.ClientBase,
  tables: readonly ProjectionTable[],
  after: number,
): Promise<boolean> {
  const touched = await touchedBy(client, after);
  if (touched.events === 0) return true;
  const filters: Readonly<Record<string, RowFilter>> = {
    order_state: { where: "order_id = any($1::uuid[])", values: [touched.orders] },
    order_payment: { where: "order_id = any($1::uuid[])", values: [touched.orders] },
    payout_request: { where: "payout_id = any($1)", values: [touched.payouts] },
    sale_entry: { where: "position > $1", values: [after] },
    commission_entry: { where: "position > $1", values: [after] },
  };
  for (const table of tables) {
    const [live, replayed] = await digestsOf(client, table, filters[table.name]);
    if (!isSame(live, replayed)) return false;
  }
  return true;
}

const touchedRow = z.strictObject({
  events: z.int(),
  orders: z.array(z.string()),
  payouts: z.array(z.string()),
});

function touchedBy(client: pg.ClientBase, after: number): Promise<z.infer<typeof touchedRow>> {
  return clientRowOf(
    client,
    touchedRow,
    `select count(*) as events,
       coalesce(array_agg(distinct data->>'orderId') filter (where data ? 'orderId'), '{}') as orders,
       coalesce(array_agg(distinct data->>'payoutId') filter (where data ? 'payoutId'), '{}') as payouts
     from public.ledger_events where position > $1`,
    [after],
  );
}
