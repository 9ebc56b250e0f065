import type pg from "pg";
import { type BinaryRows, createBinaryRows } from "./binary-rows.ts";
import { type BookTable, memberTable } from "../../platform/read-model/projection-tables.ts";
import type { UnsavedRows } from "./bounded-rows.ts";
import { copyRows } from "./copy-rows.ts";
import { replaceRows } from "./table-rows.ts";

type Row = Readonly<Record<string, unknown>>;

/** Writes rows while the next events are folded: the database and this process work at the same time. */
export type BulkWriter = Readonly<{
  add: (table: BookTable, rows: readonly Row[]) => void;
  save: (table: BookTable, rows: UnsavedRows<Row>) => void;
  /** Once there is enough: waits for what is under way, starts to send the rest, and comes back. */
  sendIfMany: () => Promise<void>;
  /** Sends everything and waits until it is written. */
  finish: () => Promise<void>;
}>;

const bytesPerSend = 4_000_000;

export function createBulkWriter(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; isFrozen: () => boolean }>,
): BulkWriter {
  const { schema, isFrozen } = options;
  let waiting = new Map<BookTable, BinaryRows>();
  let underWay: Promise<void> = Promise.resolve();
  let afterwards: (() => Promise<void>)[] = [];

  function add(table: BookTable, rows: readonly Row[]) {
    if (rows.length === 0) return;
    const binary = waiting.get(table) ?? createBinaryRows(table);
    waiting.set(table, binary);
    binary.add(rows);
  }

  function save(table: BookTable, { added, changed }: UnsavedRows<Row>) {
    add(table, added);
    if (changed.length > 0)
      afterwards.push(() => replaceRows(client, { schema, table, rows: changed }));
    if (table === memberTable && added.length > 0)
      afterwards.push(() => savePaths(added.map(({ userId }) => userId)));
  }

  async function send() {
    await underWay;
    underWay = write(waiting, afterwards);
    // Whoever waits next hears of a failure; until then nobody does.
    underWay.catch(() => {});
    waiting = new Map();
    afterwards = [];
  }

  async function write(copies: ReadonlyMap<BookTable, BinaryRows>, rest: typeof afterwards) {
    for (const [table, rows] of copies)
      await copyRows(client, { schema, table, bytes: rows.take(), isFrozen: isFrozen() });
    for (const task of rest) await task();
  }

  async function savePaths(memberIds: readonly unknown[]): Promise<void> {
    await client.query(`select ${schema}.save_member_paths($1::integer[])`, [memberIds]);
  }

  return {
    add,
    save,
    async sendIfMany() {
      const bytes = [...waiting.values()].reduce((sum, rows) => sum + rows.size(), 0);
      if (bytes >= bytesPerSend) await send();
    },
    async finish() {
      await send();
      await underWay;
    },
  };
}
