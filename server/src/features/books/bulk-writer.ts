import type pg from "pg";
import { type BookTable, memberTable } from "./books-tables.ts";
import type { UnsavedRows } from "./bounded-rows.ts";
import { copyLines, copyRows } from "./copy-rows.ts";
import { replaceRows } from "./table-rows.ts";

type Row = Readonly<Record<string, unknown>>;

/** What one page of events changed. */
export type BulkBatch = Readonly<{
  add: (table: BookTable, rows: readonly Row[]) => void;
  save: (table: BookTable, rows: UnsavedRows<Row>) => void;
  /** Waits for the batch before it, then sends this one and comes back while it is under way. */
  send: () => Promise<void>;
}>;

export type BulkWriter = Readonly<{
  batch: () => BulkBatch;
  /** @throws what broke a batch that was under way */
  finished: () => Promise<void>;
  /** From now on the tables may be older than the transaction. */
  thaw: () => void;
}>;

/** Writes a page while the next one is folded: the database and this process work at the same time. */
export function createBulkWriter(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; isFrozen: boolean }>,
): BulkWriter {
  const { schema } = options;
  let { isFrozen } = options;
  let underWay: Promise<void> = Promise.resolve();

  function batch(): BulkBatch {
    const writes: (() => Promise<void>)[] = [];

    function add(table: BookTable, rows: readonly Row[]) {
      if (rows.length === 0) return;
      const lines = copyLines(table, rows);
      writes.push(() => copyRows(client, { schema, table, lines, isFrozen }));
    }

    function save(table: BookTable, { added, changed }: UnsavedRows<Row>) {
      add(table, added);
      if (changed.length > 0)
        writes.push(() => replaceRows(client, { schema, table, rows: changed }));
      if (table === memberTable && added.length > 0)
        writes.push(() => writePaths(added.map(({ userId }) => userId)));
    }

    async function send() {
      await underWay;
      underWay = inTurn(writes);
      // Whoever waits next hears of it; until then nobody does.
      underWay.catch(() => {});
    }

    return { add, save, send };
  }

  async function writePaths(memberIds: readonly unknown[]): Promise<void> {
    await client.query(`select ${schema}.save_member_paths($1::integer[])`, [memberIds]);
  }

  function thaw() {
    isFrozen = false;
  }

  return { batch, thaw, finished: () => underWay };
}

async function inTurn(writes: readonly (() => Promise<void>)[]): Promise<void> {
  for (const write of writes) await write();
}
