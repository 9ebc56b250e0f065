import { describe, expect, test } from "vitest";
import { pollingLoop, runAll } from "./polling-loop.ts";

/** Does rounds with these outcomes, and answers how long was waited after each and what was logged. */
async function doing(outcomes: readonly (boolean | Error)[]) {
  const pauses: number[] = [];
  const lines: string[] = [];
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  let at = 0;
  const rounds = pollingLoop({
    async round() {
      const outcome = outcomes[at];
      at += 1;
      if (outcome instanceof Error) throw outcome;
      return outcome ?? false;
    },
    pauseMs: 100,
    pauseMaxMs: 1000,
    undone: "sales were not counted",
    log: {
      warn: (_details, message) => void lines.push(`warn: ${message}`),
      error: (_details, message) => void lines.push(`error: ${message}`),
    },
    async pause(ms, signal) {
      pauses.push(ms);
      if (at < outcomes.length) return;
      end();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    },
  });
  await isOver;
  await rounds.stop();
  return { pauses, lines };
}

const away = new Error("the database is away");

describe("a polling loop", () => {
  test("runs at its interval, and at once where there is more to do", async () => {
    expect(await doing([false, true, true, false])).toEqual({ pauses: [100, 100], lines: [] });
  });

  test("backs off while it fails, and then returns to its interval", async () => {
    const { pauses } = await doing([away, away, away, away, away, false, away]);
    expect(pauses).toEqual([200, 400, 800, 1000, 1000, 100, 200]);
  });

  test("logs the first failure and the recovery, and no retries", async () => {
    const { lines } = await doing([false, away, away, away, false, false]);
    expect(lines).toEqual([
      expect.stringMatching(/^error: sales were not counted/),
      expect.stringMatching(/^warn: .*go on again$/),
    ]);
  });

  test("stops also during a pause", async () => {
    const rounds = pollingLoop({
      round: async () => false,
      pauseMs: 3_600_000,
      pauseMaxMs: 3_600_000,
      undone: "nothing",
      log: { warn: () => {}, error: () => {} },
    });
    await expect(rounds.stop()).resolves.toBeUndefined();
  });
});

test("steps run one after the other, also after a failure, and each failure is named", async () => {
  const done: number[] = [];
  const steps = [
    async () => void done.push(1),
    () => Promise.reject(new Error("the courier is away")),
    () => Promise.reject(new Error("the key is another")),
    async () => void done.push(4),
  ];
  await expect(runAll(steps, "some tasks failed")).rejects.toThrow(
    "some tasks failed: the courier is away; the key is another",
  );
  expect(done).toEqual([1, 4]);
});
