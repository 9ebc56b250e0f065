import type pg from "pg";
import { type BookTable, columnOf } from "../../platform/read-model/projection-tables.ts";
import { liveSchema, shadowSchema } from "../rebuild/shadow-tables.ts";
import { keyOf } from "../store/table-rows.ts";

/** How one table differs from what a replay makes of it. */
export type TableDifference = Readonly<{
  table: string;
  live: number;
  replayed: number;
  /** Rows that only one side has, or that differ. */
  differing: number;
  /** Keys of the first of them. */
  examples: readonly string[];
}>;

/** Which rows to look at; all of them without it. */
export type RowFilter = Readonly<{ where: string; values: readonly unknown[] }>;

export async function compareTable(
  client: pg.ClientBase,
  table: BookTable,
): Promise<TableDifference> {
  const [live, replayed] = await digestsOf(client, table);
  const counts = { table: table.name, live: live.count, replayed: replayed.count };
  if (isSame(live, replayed)) return { ...counts, differing: 0, examples: [] };

  const { rows } = await client.query<{ differing: number; examples: string[] | null }>(
    `select count(*) as differing,
       (array_agg(concat_ws(' ', ${keyOf(table)}) order by ${keyOf(table)}))[1:10] as examples
     from ${differingRows(table)} differing`,
  );
  return { ...counts, differing: rows[0]?.differing ?? 0, examples: rows[0]?.examples ?? [] };
}

export async function areEqual(
  client: pg.ClientBase,
  table: BookTable,
  filter: RowFilter,
): Promise<boolean> {
  const [live, replayed] = await digestsOf(client, table, filter);
  return isSame(live, replayed);
}

/** A subquery of the rows that differ: their key and, null where it is missing, each side. */
export function differingRows({ name, key }: BookTable): string {
  const columns = key.map(columnOf).join(", ");
  return `(
    select ${columns}, live_row, replayed_row
    from ${liveSchema}.${name} live_row full join ${shadowSchema}.${name} replayed_row using (${columns})
    where live_row::record is distinct from replayed_row::record)`;
}

type Digest = { count: number; hash: string };

/**
 * Equal tables are told by a hash of 64 bits over the hashes of their rows, each of which holds its
 * key; that costs a fraction of a join, and only unequal tables are joined, row by row.
 */
async function digestsOf(
  client: pg.ClientBase,
  table: BookTable,
  filter: RowFilter = { where: "true", values: [] },
): Promise<[live: Digest, replayed: Digest]> {
  const digestIn = async (schema: string): Promise<Digest> => {
    const { rows } = await client.query<Digest>(
      `select count(*) as count,
         coalesce(bit_xor(hash_record_extended(r, 1)), 0)::text as hash
       from ${schema}.${table.name} r where ${filter.where}`,
      [...filter.values],
    );
    return rows[0] ?? { count: 0, hash: "" };
  };
  return [await digestIn(liveSchema), await digestIn(shadowSchema)];
}

function isSame(live: Digest, replayed: Digest): boolean {
  return live.count === replayed.count && live.hash === replayed.hash;
}
