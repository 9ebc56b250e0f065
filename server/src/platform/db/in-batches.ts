import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/** One statement takes a second or so: it ends long before the connection's timeout, and holds few locks. */
export const batchRows = 5000;

/**
 * Deletes what a condition matches, or writes `set` into it, in statements of `batchRows` rows. What is done stays done where a
 * later one fails or the time is over.
 *
 * @param set null to delete; a row that it was written into must not match any more
 */
export async function inBatches(
  db: Database,
  table: string,
  condition: RawBuilder<unknown>,
  { set = null, isOver = () => false }: Batches = {},
): Promise<void> {
  const from = sql.table(table);
  const change = set === null ? sql`delete from ${from}` : sql`update ${from} set ${set}`;
  for (;;) {
    // By ctid, because not every table has a key of one column. None of these is partitioned.
    const { numAffectedRows = 0n } = await sql`
      ${change} where ctid = any(array(
        select ctid from ${from} where ${condition} limit ${sql.lit(batchRows)}
      )) and (${condition})`.execute(db);
    if (numAffectedRows < batchRows || isOver()) return;
  }
}

type Batches = Readonly<{ set?: RawBuilder<unknown> | null; isOver?: (() => boolean) | undefined }>;
