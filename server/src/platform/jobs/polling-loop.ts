import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../caller.ts";

/** Something that is done again and again beside everything else. */
export type Rounds = Readonly<{
  /** @returns whether there is more to be done at once */
  round: () => Promise<boolean>;
  /** After a round that went well; after one that failed twice as long as before it, up to the most. */
  pauseMs: number;
  pauseMaxMs: number;
  /** What is not done while rounds fail: `sales were not counted`. */
  undone: string;
  log: Pick<Log, "warn" | "error">;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}>;

/**
 * Does rounds until it is stopped. While they fail the pauses grow, and the log has one line when it began
 * and one when it is over.
 */
export function pollingLoop(rounds: Rounds): Readonly<{ stop: () => Promise<void> }> {
  const { round, pauseMs, pauseMaxMs, undone, log, pause = sleep } = rounds;
  const stopping = new AbortController();
  let failures = 0;

  async function once(): Promise<boolean> {
    try {
      const hasMore = await round();
      if (failures > 0) log.warn({ failures }, `${undone}; they go on again`);
      failures = 0;
      return hasMore;
    } catch (err) {
      if (failures === 0 && !stopping.signal.aborted)
        log.error({ err }, `${undone}; it is tried again, and said once more when it goes on`);
      failures += 1;
      return false;
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      if (await once()) continue;
      const waitMs = Math.min(pauseMs * 2 ** Math.min(failures, 30), pauseMaxMs);
      await pause(failures === 0 ? pauseMs : waitMs, stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => {});
}

/**
 * Does one after the other. What cannot be done keeps nothing else from being done.
 *
 * @throws AggregateError with what went wrong, after the rest was done
 */
export async function runAll(
  steps: readonly (() => Promise<unknown>)[],
  complaint: string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, complaint);
}
