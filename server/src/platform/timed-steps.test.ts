import { describe, expect, test } from "vitest";
import { type Step, timedSteps } from "./timed-steps.ts";

/** Steps that take as long as their number says, by a clock that only they move. */
function stepping(tookMs: Readonly<Record<string, number>>) {
  let clock = 0;
  const ran: string[] = [];
  const said: [object, string][] = [];
  const log = {
    info: (...line: [object, string]) => void said.push(line),
    warn: (...line: [object, string]) => void said.push(line),
  };
  const steps = Object.entries(tookMs).map(([name, ms]): Step => {
    return [
      name,
      async () => {
        ran.push(name);
        clock += ms;
        if (name.startsWith("bad")) throw new Error(`${name} failed`);
      },
    ];
  });
  const run = timedSteps({ withinMs: 100, complaint: "some failed", log, clock: () => clock });
  return { run: () => run(steps), ran, said };
}

describe("steps within a time", () => {
  test("run in turn, each with its duration in the log, also after a failure", async () => {
    const { run, ran, said } = stepping({ one: 10, bad: 20, three: 30 });
    await expect(run()).rejects.toThrow("some failed: bad failed");
    expect(ran).toEqual(["one", "bad", "three"]);
    expect(said.map(([details]) => details)).toEqual([
      { step: "one", tookMs: 10 },
      { step: "bad", tookMs: 20 },
      { step: "three", tookMs: 30 },
    ]);
  });

  // shows T428
  test("are not begun once it is over, and come first in the next run", async () => {
    const { run, ran, said } = stepping({ one: 10, slow: 300, three: 30, four: 1 });
    await run();
    expect(ran.splice(0)).toEqual(["one", "slow"]);
    expect(said.at(-1)).toEqual([
      { left: ["three", "four"] },
      "the time was over: the rest waits for the next run",
    ]);
    await run();
    expect(ran.splice(0)).toEqual(["three", "four", "one", "slow"]);
    await run();
    expect(ran).toEqual(["one", "slow"]);
  });
});
