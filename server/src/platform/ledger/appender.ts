import { CompiledQuery, sql } from "kysely";
import type pg from "pg";
import { databaseOn } from "../db/connect.ts";
import { type Database, readOnly, type Tx } from "../db/database.ts";
import {
  type Appended,
  appendStatement,
  neverWait,
  type NewCommand,
  recordedEvents,
} from "./append-statement.ts";
import { asBusy, isForEveryone, isBusy, isHeld } from "./busy.ts";
import type { Fact } from "./decider.ts";
import type { NewerFacts } from "./newer-facts.ts";
import type { Recorded } from "./event-catalogue.ts";
import { type SharedSideWrite, type SideWrite, writesOf } from "./side-writes.ts";

export type Appender = Readonly<{
  append: (command: AppendCommand) => Promise<Appended>;
  /** Waits for queued and running commands; nothing may be appended afterwards. */
  close: () => Promise<void>;
}>;

const batchCommandsMax = 500;

/** The size of one transaction, and how long the first of its commands waited for it. */
export type AppendedBatch = Readonly<{ commands: number; events: number; waitedMs: number }>;

type Waiting = Readonly<{
  command: AppendCommand;
  since: number;
  resolve: (appended: Appended) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Coalesces the commands of one process. All writers of the database take one lock, so with a commit for each command
 * throughput would be limited by the disk. Commands that arrive while a transaction runs form the next batch: one round
 * trip, one commit, an answer for each. One batch at a time: a second would only queue for the lock, and the batches would
 * be half as large.
 */
export function createAppender(options: BatchOptions): Appender {
  const write = createBatchWriter(options);
  const { onBatch, now = () => performance.now() } = options;
  let queue: Waiting[] = [];
  let running: Promise<void> | null = null;
  let isPumpDue = false;
  let isClosed = false;

  /** Deferred: callers that were answered together append their next command in the same turn of the event loop. */
  function pumpSoon() {
    if (isPumpDue || running) return;
    isPumpDue = true;
    setImmediate(() => {
      isPumpDue = false;
      pump();
    });
  }

  function pump() {
    if (queue.length === 0 || running) return;
    const { batch, later } = nextBatch(queue);
    queue = later;
    running = settle(batch).finally(() => {
      running = null;
      pumpSoon();
    });
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    const waitedMs = now() - (batch[0]?.since ?? 0);
    try {
      const appended = await write(batch.map(({ command }) => command));
      answer(batch, appended);
      onBatch?.({ commands: batch.length, events: eventCountOf(appended), waitedMs });
    } catch (error) {
      const index = error instanceof FailedSideWrite ? error.index : null;
      if (index !== null) {
        // The commands before it succeeded; those after it were not tried.
        await settle(batch.slice(0, index));
        refuse(batch.slice(index, index + 1), error);
        return settle(batch.slice(index + 1));
      }
      // The queued commands would only wait as long again for the same failure.
      if (isForEveryone(error)) return refuse([...batch, ...queue.splice(0)], error);
      if (batch.length === 1) return refuse(batch, error);
      // One command broke the transaction of the batch. One by one, only that command fails.
      for (const waiting of batch) await settle([waiting]);
    }
  }

  return {
    append(command) {
      if (isClosed) return Promise.reject(new Error("the ledger is closed"));
      return new Promise((resolve, reject) => {
        queue.push({ command, since: now(), resolve, reject });
        pumpSoon();
      });
    },
    async close() {
      isClosed = true;
      while (running || queue.length > 0) {
        pump();
        await running;
      }
    },
  };
}

/** A duplicate command waits for the next batch, which replays the first one's answer. */
function nextBatch(queue: readonly Waiting[]) {
  const [first, ...others] = queue;
  if (first?.command.isAlone) return { batch: [first], later: others };
  const batch: Waiting[] = [];
  const later: Waiting[] = [];
  const ids = new Set<string>();
  for (const waiting of queue) {
    const { commandId, isAlone = false } = waiting.command;
    if (batch.length === batchCommandsMax || isAlone || ids.has(commandId)) later.push(waiting);
    else batch.push(waiting);
    ids.add(commandId);
  }
  return { batch, later };
}

function answer(batch: readonly Waiting[], appended: readonly Appended[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const own = appended[index];
    if (own) resolve(own);
    else reject(new Error("ledger.append answered too few commands"));
  }
}

function eventCountOf(appended: readonly Appended[]): number {
  return appended.reduce(
    (sum, { outcome, eventCount }) => (outcome === "appended" ? sum + eventCount : sum),
    0,
  );
}

function refuse(waiting: readonly Waiting[], error: unknown): void {
  const refusal = error instanceof FailedSideWrite && !error.isHeld ? error.cause : error;
  for (const { reject } of waiting) reject(asBusy(refusal));
}

/** The projections lag behind the event before a batch, so its commands were decided on stale tables. */
export class ProjectionsBehind extends Error {
  override readonly name = "ProjectionsBehind";
}

/** Folds events into the projections, in the transaction that appends them. */
export type InlineProjector = Readonly<{
  /** @throws ProjectionsBehind where `catchUp` would help */
  project: (tx: Tx, events: readonly Recorded[]) => Promise<void>;
  /** Folds up to the head of the ledger, in a transaction of its own. */
  catchUp?: (db: Database) => Promise<void>;
  /** Where no event of a batch matches, the append needs no second round trip. */
  matches?: (event: Fact) => boolean;
}>;

export type AppendCommand = NewCommand &
  Readonly<{
    /** Written in the same transaction. Runs again where the batch is retried. */
    sideWrites?: SideWrite | SharedSideWrite | undefined;
    /** In a batch of its own: it is likely to fail, and others would be retried with it. */
    isAlone?: boolean | undefined;
  }>;

type WriteBatch = (commands: readonly AppendCommand[]) => Promise<readonly Appended[]>;

/** The side writes of one command failed, so its whole batch was rolled back. */
export class FailedSideWrite extends Error {
  override readonly name = "FailedSideWrite";
  /** Of the command in its batch, from 0; null where it may be any of several that share a statement. */
  readonly index: number | null;
  /** Another transaction holds a lock that it needs. */
  readonly isHeld: boolean;

  constructor(index: number | null, cause: unknown) {
    super("a command could not write what it writes beside its events", { cause });
    this.index = index;
    this.isHeld = isHeld(cause);
  }
}

type BatchOptions = Readonly<{
  pool: pg.Pool;
  projector?: InlineProjector;
  newerFacts?: NewerFacts;
  /** Called for each transaction after its commands were answered. */
  onBatch?: ((batch: AppendedBatch) => void) | undefined;
  /** A monotonic clock, in milliseconds. */
  now?: (() => number) | undefined;
}>;

/** Writes a batch in one transaction, which is one round trip where it has neither projections nor side writes. */
function createBatchWriter({ pool, projector, newerFacts }: BatchOptions): WriteBatch {
  const db = databaseOn(pool);
  const matches = projector?.matches ?? (() => projector !== undefined);

  function hasMoreToWrite({ sideWrites, events }: AppendCommand): boolean {
    return sideWrites !== undefined || events.some(matches);
  }

  async function project(
    tx: Tx,
    commands: readonly AppendCommand[],
    appended: readonly Appended[],
  ): Promise<void> {
    const recorded = commands.flatMap(({ events }, index) => {
      const own = appended[index];
      return own ? recordedEvents(events, own) : [];
    });
    const [first] = recorded;
    if (first) await newerFacts?.requireNone(readOnly(tx), first.position - 1);
    const matching = recorded.filter(matches);
    if (matching.length > 0) await projector?.project(tx, matching);
  }

  async function write(commands: readonly AppendCommand[]): Promise<readonly Appended[]> {
    const { name, text, values, read } = appendStatement(commands);
    if (!commands.some(hasMoreToWrite)) {
      const { rows } = await pool.query({ name, text, values });
      return read(rows[0]);
    }
    const written = await db.transaction().execute(async (tx) => {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      const appended = read(rows[0]);
      await project(tx, commands, appended);
      await writeBeside(tx, commands, appended);
      return appended;
    });
    newerFacts?.hasAppended(lastPosition(written));
    return written;
  }

  return async (commands) => {
    try {
      return await write(commands);
    } catch (error) {
      if (!(error instanceof ProjectionsBehind) || !projector?.catchUp) throw error;
      await projector.catchUp(db);
      return commands.map(() => decidedOnOldTables);
    }
  };
}

/** As if a stream had moved: the commands are decided again. */
const decidedOnOldTables: Appended = {
  outcome: "stale",
  firstPosition: 0,
  eventCount: 0,
  streamVersions: [],
  recordedAt: "",
  answer: null,
};

function lastPosition(appended: readonly Appended[]): number {
  return appended.reduce(
    (last, { outcome, firstPosition, eventCount }) =>
      outcome === "appended" ? Math.max(last, firstPosition + eventCount - 1) : last,
    0,
  );
}

/**
 * Runs the side writes, after all events are projected. All other writers wait for the ledger's lock meanwhile, so no side
 * write may wait for a lock of its own.
 */
async function writeBeside(
  tx: Tx,
  commands: readonly AppendCommand[],
  appended: readonly Appended[],
): Promise<void> {
  const writes = commands.flatMap(({ sideWrites }, index) =>
    sideWrites && appended[index]?.outcome === "appended" ? [{ index, sideWrites }] : [],
  );
  if (writes.length === 0) return;
  await neverWait(tx);
  for (const { run, indexes } of writesOf(tx, writes)) {
    try {
      await run(tx);
    } catch (cause) {
      const [index] = indexes.length === 1 ? indexes : [];
      // A database that is away or overloaded is not the fault of this command.
      throw isHeld(cause) || !isBusy(cause) ? new FailedSideWrite(index ?? null, cause) : cause;
    }
  }
  // NOTIFY takes a lock at commit, held for a moment, which may be waited for.
  await sql`set local lock_timeout to default`.execute(tx);
}
