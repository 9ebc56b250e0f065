import type { Appended } from "./append-statement.ts";
import { asBusy, concernsEveryone } from "./busy.ts";
import {
  type AppendCommand,
  type BatchOptions,
  createBatchWriter,
  FailedSideWrite,
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
export function createAppender(options: BatchOptions): Appender {
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
    running = settle(batch).finally(() => {
      running = null;
      pumpSoon();
    });
  }

  /** Answers everyone in a batch. */
  async function settle(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      answer(batch, await write(batch.map(({ command }) => command)));
    } catch (error) {
      if (error instanceof FailedSideWrite) {
        const { index } = error;
        // Those before it had no trouble; of those behind it nothing is known yet.
        await settle(batch.slice(0, index));
        refuse(batch.slice(index, index + 1), error);
        return settle(batch.slice(index + 1));
      }
      // Where those in front cannot be served, those behind would only wait as long again.
      if (concernsEveryone(error)) return refuse([...batch, ...queue.splice(0)], error);
      if (batch.length === 1) return refuse(batch, error);
      // Somebody's command broke the transaction of all. One by one, only that one fails.
      for (const waiting of batch) await settle([waiting]);
    }
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

/**
 * A repeated command waits for the next batch, where the first one's answer is found; one that is likely
 * to fail again goes alone.
 */
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

function refuse(waiting: readonly Waiting[], error: unknown): void {
  const refusal = error instanceof FailedSideWrite && !error.isHeld ? error.cause : error;
  for (const { reject } of waiting) reject(asBusy(refusal));
}
