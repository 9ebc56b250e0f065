import type { Log } from "./log.ts";
import { runAll } from "./polling-loop.ts";

/** A long step asks `isOver` between its parts, and leaves the others for the next run. */
export type Step = readonly [name: string, run: (isOver: () => boolean) => Promise<unknown>];

/**
 * Runs steps one after the other, also after a failure, and logs how long each took. No step is begun after `withinMs`; the next
 * run begins with those that were left, so that a slow one keeps none from its turn.
 *
 * @throws AggregateError with all failures, after the last step
 */
export function timedSteps({
  withinMs,
  complaint,
  log,
  clock = () => performance.now(),
}: Readonly<{
  withinMs: number;
  complaint: string;
  log: Pick<Log, "info" | "warn">;
  /** Milliseconds. */
  clock?: () => number;
}>): (steps: readonly Step[]) => Promise<void> {
  let first = 0;
  return async (steps) => {
    const begunAt = clock();
    const isOver = () => clock() - begunAt > withinMs;
    const left: string[] = [];
    const inTurn = [...steps.slice(first), ...steps.slice(0, first)];
    const begun = inTurn.map(([step, run]) => async () => {
      if (isOver()) return void left.push(step);
      const from = clock();
      try {
        await run(isOver);
      } finally {
        log.info(
          { step, tookMs: Math.round(clock() - from) },
          "a step of the background work ended",
        );
      }
    });
    try {
      await runAll(begun, complaint);
    } finally {
      first = Math.max(
        0,
        steps.findIndex(([step]) => step === left[0]),
      );
      if (left.length > 0) log.warn({ left }, "the time was over: the rest waits for the next run");
    }
  };
}
