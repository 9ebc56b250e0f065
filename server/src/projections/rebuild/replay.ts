import type pg from "pg";
import { withConnection } from "../../platform/db/with-connection.ts";
import type { BooksFold } from "../fold/fold-projections.ts";
import { type BulkBooks, openBulkBooks } from "../store/bulk-projections.ts";
import { replayEvents } from "./replay-events.ts";
import {
  analyzeShadowTables,
  createShadowIndexes,
  createShadowTables,
  shadowSchema,
} from "./shadow-tables.ts";

export type ReplayProgress = Readonly<{
  position: number;
  head: number;
  eventsPerSecond: number;
}>;

export type ReplayOptions = Readonly<{
  fold?: BooksFold | undefined;
  onProgress?: ((progress: ReplayProgress) => void) | undefined;
  /** How long to wait for another replay to finish; without it nobody waits. `onWait` is called once, before. */
  waitMs?: number | undefined;
  onWait?: (() => void) | undefined;
}>;

/** Books in the shadow tables that can be brought further whenever the ledger has grown. */
export type Replay = Readonly<{
  /** Folds what follows up to `through`, in the transaction that is open on the writer. */
  advance: (through: number) => Promise<void>;
  position: () => number;
}>;

/**
 * Replays the whole ledger into new tables, in one transaction of `writer`: if this process dies,
 * nothing is left of it. Reads on a connection of its own, so that reading and writing overlap.
 */
export async function startReplay(
  pool: pg.Pool,
  writer: pg.ClientBase,
  options: ReplayOptions,
): Promise<Replay> {
  let position = 0;
  let books: BulkBooks;
  const started = performance.now();

  async function advance(through: number): Promise<void> {
    await readOnConnection(pool, async (reader) => {
      for await (const page of replayEvents(reader, { after: position, through })) {
        await books.project(page);
        position = page.at(-1)?.position ?? position;
        const seconds = (performance.now() - started) / 1000;
        options.onProgress?.({ position, head: through, eventsPerSecond: position / seconds });
      }
    });
    await books.save();
    position = through;
  }

  await inTransaction(writer, "read committed", async () => {
    await createShadowTables(writer);
    books = await openBulkBooks(writer, {
      schema: shadowSchema,
      isFresh: true,
      beforeLookup: () => createShadowIndexes(writer, ["order_state", "payout_request"]),
      ...(options.fold && { fold: options.fold }),
    });
    await advance(await headOf(writer));
    await createShadowIndexes(writer);
    await analyzeShadowTables(writer);
  });
  return { advance, position: () => position };
}

export async function headOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ position: number }>(
    "select position from public.ledger_head",
  );
  return rows[0]?.position ?? 0;
}

const withoutLimits =
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";

/** Without the limits that protect the requests of people. */
export async function inTransaction<Answer>(
  client: pg.ClientBase,
  isolation: "read committed" | "repeatable read",
  work: () => Promise<Answer>,
): Promise<Answer> {
  await client.query(`begin isolation level ${isolation}`);
  try {
    await client.query(withoutLimits);
    const answer = await work();
    await client.query("commit");
    return answer;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

function readOnConnection(
  pool: pg.Pool,
  read: (reader: pg.ClientBase) => Promise<void>,
): Promise<void> {
  return withConnection(pool, (reader) =>
    inTransaction(reader, "read committed", () => read(reader)),
  );
}
