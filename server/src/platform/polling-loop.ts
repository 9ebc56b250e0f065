import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "./log.ts";

export type Rounds = Readonly<{
  /** @returns whether there is more to do at once */
  round: () => Promise<boolean>;
  /** Between rounds. */
  pauseMs: number;
  /** The pause is doubled after each failure, up to this. Without it, it is always the same. */
  pauseMaxMs?: number;
  /** For the log, while rounds fail: `sales were not counted`. */
  undone: string;
  log: Pick<Log, "warn" | "error">;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}>;

/** Runs rounds until it is stopped, with exponential backoff. Logs the first failure, and the recovery. */
export function pollingLoop(rounds: Rounds): Readonly<{ stop: () => Promise<void> }> {
  const { round, pauseMs, pauseMaxMs = pauseMs, undone, log, pause = sleep } = rounds;
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
 * Runs steps one after the other, also after a failure.
 *
 * @throws AggregateError with all failures, whose message names each, after the last step
 */
export async function runAll(
  steps: readonly (() => Promise<unknown>)[],
  complaint: string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return;
  const reasons = failures.map((failure) =>
    failure instanceof Error ? failure.message : String(failure),
  );
  throw new AggregateError(failures, `${complaint}: ${reasons.join("; ")}`);
}
