import { CompiledQuery } from "kysely";
import type pg from "pg";
import { databaseOn } from "../db/connect.ts";
import type { Tx } from "../db/database.ts";
import {
  type Appended,
  appendStatement,
  type NewCommand,
  recordedEvents,
} from "./append-statement.ts";
import type { Fact } from "./decider.ts";
import type { Recorded } from "./recorded-event.ts";

/** Folds events into tables, in the transaction that appends them. */
export type InlineProjector = Readonly<{
  project: (tx: Tx, events: readonly Recorded[]) => Promise<void>;
  /** Where no event of a batch concerns the projector, the append needs no second round trip. */
  concerns?: (event: Fact) => boolean;
}>;

export type AppendCommand = NewCommand &
  Readonly<{
    /** What is written in the same transaction. Runs again where its batch has to be repeated. */
    alongside?: ((tx: Tx) => Promise<void>) | undefined;
  }>;

export type WriteBatch = (commands: readonly AppendCommand[]) => Promise<readonly Appended[]>;

type Write = (tx: Tx) => Promise<void>;

/**
 * What is written beside the events, without waiting for each answer where the pool can do so: while
 * a batch is written everybody else waits for the lock, and the way there and back is most of it.
 */
async function writeTogether(tx: Tx, writes: readonly Write[]): Promise<void> {
  /** In the order in which they came. */
  const failures: unknown[] = [];
  await Promise.all(writes.map((write) => write(tx).catch((error) => failures.push(error))));
  if (failures.length > 0) throw failures.find((error) => !isAftermath(error)) ?? failures[0];
}

/** After a failure every other statement of the transaction fails as well, with nothing to say but that. */
function isAftermath(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25P02";
}

async function writeInTurn(tx: Tx, writes: readonly Write[]): Promise<void> {
  for (const write of writes) await write(tx);
}

/** One transaction for all of them: one round trip where there is nothing to write but the events. */
export function createBatchWriter(options: {
  pool: pg.Pool;
  projector?: InlineProjector;
}): WriteBatch {
  const { pool, projector } = options;
  const db = databaseOn(pool);
  const writeAll = pool.options.pipeline === true ? writeTogether : writeInTurn;
  const concerns = projector?.concerns ?? (() => projector !== undefined);

  function hasMoreToWrite({ alongside, events }: AppendCommand): boolean {
    return alongside !== undefined || events.some(concerns);
  }

  async function writeAlongside(
    tx: Tx,
    commands: readonly AppendCommand[],
    appended: readonly Appended[],
  ): Promise<void> {
    const recorded = commands.flatMap(({ events }, index) => {
      const own = appended[index];
      return own ? recordedEvents(events, own) : [];
    });
    const concerned = recorded.filter(concerns);
    const writes = commands.flatMap(({ alongside }, index) =>
      alongside && appended[index]?.outcome === "appended" ? [alongside] : [],
    );
    if (projector && concerned.length > 0)
      writes.unshift((own) => projector.project(own, concerned));
    await writeAll(tx, writes);
  }

  return async (commands) => {
    const { name, text, values, read } = appendStatement(commands);
    if (!commands.some(hasMoreToWrite)) {
      const { rows } = await pool.query({ name, text, values });
      return read(rows[0]);
    }
    return db.transaction().execute(async (tx) => {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      const appended = read(rows[0]);
      await writeAlongside(tx, commands, appended);
      return appended;
    });
  };
}
