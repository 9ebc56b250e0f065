import type { Fact } from "./decider.ts";
import { CompiledQuery } from "kysely";
import type pg from "pg";
import { databaseOn } from "../db/connect.ts";
import type { Tx } from "../db/database.ts";
import {
  type AppendedRow,
  appendParameters,
  appendStatement,
  type NewCommand,
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
  append: (command: AppendCommand) => Promise<AppendedRow>;
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
  resolve: (row: AppendedRow) => void;
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
  let queue: Waiting[] = [];
  const lanes = new Set<Promise<void>>();
  let isPumpDue = false;
  let isClosed = false;

  function append(command: AppendCommand): Promise<AppendedRow> {
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
    const batch = queue.slice(0, batchCommandsMax);
    queue = queue.slice(batchCommandsMax);
    const lane = write(batch).finally(() => {
      lanes.delete(lane);
      pumpSoon();
    });
    lanes.add(lane);
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const rows = await writeTogether(batch.map(({ command }) => command));
      batch.forEach((waiting, index) => settle(waiting, rows[index]));
    } catch (error) {
      if (batch.length === 1 || isBusy(error)) {
        for (const { reject } of batch) reject(asBusy(error));
        return;
      }
      // Somebody's command broke the transaction of all. One by one, only that one fails.
      for (const waiting of batch) await write([waiting]);
    }
  }

  function settle(waiting: Waiting, row: AppendedRow | undefined) {
    if (!row) return waiting.reject(new Error("ledger.append answered too few commands"));
    if (row.outcome !== "again") return waiting.resolve(row);
    queue.unshift(waiting);
  }

  async function writeTogether(commands: readonly AppendCommand[]): Promise<AppendedRow[]> {
    const values = appendParameters(commands);
    const isAlone =
      !commands.some(({ alongside }) => alongside) &&
      !(projector && commands.some(({ events }) => events.some(projector.concerns ?? always)));
    if (isAlone) {
      const statement = { name: "ledger-append", text: appendStatement, values };
      return (await pool.query<AppendedRow>(statement)).rows;
    }
    return db.transaction().execute(async (tx) => {
      const query = CompiledQuery.raw(appendStatement, values);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of the function's answer
      const rows = (await tx.executeQuery(query)).rows as AppendedRow[];
      await writeAlongside(tx, commands, rows);
      return rows;
    });
  }

  async function writeAlongside(
    tx: Tx,
    commands: readonly AppendCommand[],
    rows: readonly AppendedRow[],
  ) {
    const recorded = commands.flatMap((command, index) => recordedEvents(command, rows[index]));
    const concerned = recorded.filter(projector?.concerns ?? always);
    if (projector && concerned.length > 0) await projector.project(tx, concerned);
    for (const [index, { alongside }] of commands.entries())
      if (rows[index]?.outcome === "appended") await alongside?.(tx);
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

const always = () => true;

function recordedEvents({ events }: NewCommand, row: AppendedRow | undefined): Recorded[] {
  if (row?.outcome !== "appended") return [];
  return events.map((event, index) => ({
    ...event,
    position: row.first_position + index,
    streamVersion: row.stream_versions?.[index] ?? 0,
    recordedAt: row.recorded_at,
  }));
}
