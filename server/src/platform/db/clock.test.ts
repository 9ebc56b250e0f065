import { describe, expect } from "vitest";
import { test } from "../../testing/database-test.ts";
import { measureClockDrift, requireSameClock } from "./clock.ts";

const ahead = (seconds: number) => () => Date.now() + seconds * 1000;

// shows R60
describe("the clock of the process", () => {
  test.for([0, 40, -40, 86_400])(
    "is compared with the database's: %i s",
    async (seconds, { db }) => {
      const drift = await measureClockDrift(db, ahead(seconds));
      expect(Math.abs(drift - seconds)).toBeLessThan(1);
    },
  );

  test.for<[number, RegExp]>([
    [86_400, /is 1440 minutes ahead of the database's/],
    [-600, /is 10 minutes behind the database's.*timedatectl/],
  ])("prevents the start where it is wrong by %i s", async ([seconds, message], { db }) => {
    await expect(requireSameClock(db, ahead(seconds))).rejects.toThrow(message);
  });

  test("may be a minute wrong at the start", async ({ db }) => {
    await expect(requireSameClock(db, ahead(60))).resolves.toBeUndefined();
  });
});
