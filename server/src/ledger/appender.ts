import type pg from "pg";
import type { Appended } from "./append-statement.ts";
import { asBusy, isBusy } from "./busy.ts";
import {
  type AppendCommand,
  createBatchWriter,
  type InlineProjector,
  type WriteBatch,
} from "./write-batch.ts";

export type Appender = Readonly<{
  append: (command: AppendCommand) => Promise<Appended>;
  /** Waits for what is under way; nothing may be appended afterwards. */
  close: () => Promise<void>;
}>;

const batchCommandsMax = 500;

type Waiting = Readonly<{
  command: AppendCommand;
  resolve: (appended: Appended) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Appends the commands of one process together. All writers of the database pass one lock, so a
 * commit each would cap them at the speed of the disk; commands that wait while a transaction runs
 * gather and go as the next batch, in one round trip, each with an answer of its own. One batch at a
 * time: a second would only queue at the lock, and halve what shares the cost of a commit.
 */
export function createAppender(options: { pool: pg.Pool; projector?: InlineProjector }): Appender {
  const write = createBatchWriter(options);
  let queue: Waiting[] = [];
  let running: Promise<void> | null = null;
  let isPumpDue = false;
  let isClosed = false;

  /** Not at once: callers that were answered together ask for their next append in the same turn. */
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
    running = settle(write, batch, takeQueue).finally(() => {
      running = null;
      pumpSoon();
    });
  }

  function takeQueue(): readonly Waiting[] {
    const waiting = queue;
    queue = [];
    return waiting;
  }

  return {
    append(command) {
      if (isClosed) return Promise.reject(new Error("the ledger is closed"));
      return new Promise((resolve, reject) => {
        queue.push({ command, resolve, reject });
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

/** A repeated command waits for the next batch, where the first one's answer is found. */
function nextBatch(queue: readonly Waiting[]) {
  const batch: Waiting[] = [];
  const later: Waiting[] = [];
  const ids = new Set<string>();
  for (const waiting of queue) {
    const { commandId } = waiting.command;
    if (batch.length === batchCommandsMax || ids.has(commandId)) later.push(waiting);
    else batch.push(waiting);
    ids.add(commandId);
  }
  return { batch, later };
}

/** Answers everyone in a batch; `takeQueue` hands over those who wait behind it. */
async function settle(
  write: WriteBatch,
  batch: readonly Waiting[],
  takeQueue: () => readonly Waiting[],
): Promise<void> {
  try {
    const appended = await write(batch.map(({ command }) => command));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const own = appended[index];
      if (own) resolve(own);
      else reject(new Error("ledger.append answered too few commands"));
    }
  } catch (error) {
    // Where the database cannot serve those in front, those behind would only wait as long again.
    if (isBusy(error)) return refuse([...batch, ...takeQueue()], error);
    if (batch.length === 1) return refuse(batch, error);
    // Somebody's command broke the transaction of all. One by one, only that one fails.
    for (const waiting of batch) await settle(write, [waiting], takeQueue);
  }
}

function refuse(waiting: readonly Waiting[], error: unknown): void {
  for (const { reject } of waiting) reject(asBusy(error));
}
