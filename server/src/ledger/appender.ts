import type { Fact } from "./decider.ts";
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
import { asBusy, isBusy } from "./busy.ts";
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

export type Appender = Readonly<{
  append: (command: AppendCommand) => Promise<Appended>;
  /** Waits for what is under way; nothing may be appended afterwards. */
  close: () => Promise<void>;
}>;

/**
 * While one batch is written the next one is prepared and sent, so that the database does not wait
 * for us. It queues at the lock of `ledger.append`; more than two would only queue there longer.
 */
const lanesMax = 2;
const batchCommandsMax = 500;

type Waiting = Readonly<{
  command: AppendCommand;
  resolve: (appended: Appended) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Appends the commands of one process together. All writers of the database pass one lock, so a
 * commit each would cap them at the speed of the disk; commands that wait while a transaction runs
 * gather and go as the next batch, in one round trip, each with an answer of its own.
 */
export function createAppender(options: { pool: pg.Pool; projector?: InlineProjector }): Appender {
  const { pool, projector } = options;
  const db = databaseOn(pool);
  const concerns = projector?.concerns ?? (() => true);
  let queue: Waiting[] = [];
  const lanes = new Set<Promise<void>>();
  let isPumpDue = false;
  let isClosed = false;

  function append(command: AppendCommand): Promise<Appended> {
    if (isClosed) return Promise.reject(new Error("the ledger is closed"));
    return new Promise((resolve, reject) => {
      queue.push({ command, resolve, reject });
      pumpSoon();
    });
  }

  /** Not at once: callers that were answered together ask for their next append in the same turn. */
  function pumpSoon() {
    if (isPumpDue || lanes.size >= lanesMax) return;
    isPumpDue = true;
    setImmediate(() => {
      isPumpDue = false;
      pump();
    });
  }

  function pump() {
    if (queue.length === 0 || lanes.size >= lanesMax) return;
    const lane = write(nextBatch()).finally(() => {
      lanes.delete(lane);
      pumpSoon();
    });
    lanes.add(lane);
    pumpSoon();
  }

  /** A repeated command waits for the next batch, where the first one's answer is found. */
  function nextBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const ids = new Set<string>();
    for (const waiting of queue) {
      const { commandId } = waiting.command;
      if (batch.length === batchCommandsMax || ids.has(commandId)) later.push(waiting);
      else batch.push(waiting);
      ids.add(commandId);
    }
    queue = later;
    return batch;
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const appended = await writeTogether(batch.map(({ command }) => command));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const own = appended[index];
        if (own) resolve(own);
        else reject(new Error("ledger.append answered too few commands"));
      }
    } catch (error) {
      if (isBusy(error)) return refuse([...batch, ...takeQueue()], error);
      if (batch.length === 1) return refuse(batch, error);
      // Somebody's command broke the transaction of all. One by one, only that one fails.
      for (const waiting of batch) await write([waiting]);
    }
  }

  /** Where the database cannot serve those in front, those behind would only wait as long again. */
  function takeQueue(): readonly Waiting[] {
    const waiting = queue;
    queue = [];
    return waiting;
  }

  function refuse(waiting: readonly Waiting[], error: unknown) {
    for (const { reject } of waiting) reject(asBusy(error));
  }

  async function writeTogether(commands: readonly AppendCommand[]): Promise<readonly Appended[]> {
    const { name, text, values, read } = appendStatement(commands);
    if (!hasMoreToWrite(commands)) {
      const { rows } = await pool.query({ name, text, values });
      return read(rows[0]);
    }
    return db.transaction().execute(async (tx) => {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      const appended = read(rows[0]);
      await writeAlongside(tx, commands, appended);
      return appended;
    });
  }

  function hasMoreToWrite(commands: readonly AppendCommand[]): boolean {
    return commands.some(
      ({ alongside, events }) => alongside || (projector && events.some(concerns)),
    );
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
    if (projector && concerned.length > 0) await projector.project(tx, concerned);
    for (const [index, { alongside }] of commands.entries())
      if (appended[index]?.outcome === "appended") await alongside?.(tx);
  }

  async function close(): Promise<void> {
    isClosed = true;
    while (lanes.size > 0 || queue.length > 0) {
      pump();
      await Promise.all(lanes);
    }
  }

  return { append, close };
}
