import { expect, test } from "vitest";
import { logClock } from "./watch-clock.ts";

// shows R60
test("logs a clock when it becomes wrong and when it is right again, not on each look", () => {
  const lines: string[] = [];
  const note = (level: string) => (_details: object, message: string) =>
    void lines.push(`${level}: ${message}`);
  const log = { info: note("info"), warn: note("warn"), error: note("error") };
  let isWrong = false;
  for (const drift of [0, 4, -6, -4, 4, 100, 1, 3]) isWrong = logClock(drift, isWrong, log);

  expect(lines).toEqual([
    "warn: the clock differs from the database's: set both machines by NTP",
    "warn: the clock agrees with the database's again",
  ]);
});
