import { describe, expect } from "vitest";
import { test } from "../../testing/database-test.ts";
import {
  type RateLimit,
  purgeOldRateLimits,
  giveBack,
  hasLeft,
  secondsUntilLeft,
  consume,
} from "./rate-limits.ts";

const startedAt = Date.parse("2026-07-01T08:00:00.000Z");
const after = (minutes: number) => new Date(startedAt + minutes * 60_000).toISOString();
const limits = [
  { times: 3, seconds: 3600 },
  { times: 5, seconds: 24 * 3600 },
];
const aRateLimit = (): RateLimit => ({ key: crypto.randomUUID(), limits });

describe("a rate limit", () => {
  test("allows three an hour, and the next when the first is an hour old", async ({ db }) => {
    const rateLimit = aRateLimit();
    for (const minute of [0, 20, 40])
      expect(await consume(db, rateLimit, after(minute))).toBe(true);

    expect(await hasLeft(db, rateLimit, after(59))).toBe(false);
    expect(await consume(db, rateLimit, after(59))).toBe(false);
    expect(await hasLeft(db, rateLimit, after(60))).toBe(true);
    expect(await consume(db, rateLimit, after(60))).toBe(true);
    expect(await consume(db, rateLimit, after(61))).toBe(false);
  });

  test("does not wait for uses of a clock that was years ahead", async ({ db }) => {
    const rateLimit = aRateLimit();
    const years = 4 * 365 * 24 * 60;
    for (const minute of [0, 1, 2]) await consume(db, rateLimit, after(years + minute));

    expect(await secondsUntilLeft(db, rateLimit, after(0))).toBe(0);
    for (const minute of [0, 1, 2]) expect(await consume(db, rateLimit, after(minute))).toBe(true);
    expect(await consume(db, rateLimit, after(3))).toBe(false);
  });

  test("works without waiting for the disk, and restores the connection", async ({ db, pool }) => {
    const rateLimit = aRateLimit();
    const waitsForDisk = async () => (await pool.query("show synchronous_commit")).rows;
    const before = await waitsForDisk();
    const taken = await Promise.all(
      Array.from({ length: 10 }, () => consume(db, rateLimit, after(0), { isHurried: true })),
    );
    expect(taken.filter(Boolean)).toHaveLength(3);
    for (let connection = 0; connection < 5; connection++)
      expect(await waitsForDisk()).toEqual(before);
  });

  test("tells how long it takes until a use is left", async ({ db }) => {
    const rateLimit = aRateLimit();
    expect(await secondsUntilLeft(db, rateLimit, after(0))).toBe(0);
    for (const minute of [0, 20, 40]) await consume(db, rateLimit, after(minute));

    expect(await secondsUntilLeft(db, rateLimit, after(45))).toBe(15 * 60);
    expect(await secondsUntilLeft(db, rateLimit, after(60))).toBe(0);
    for (const minute of [60, 80]) await consume(db, rateLimit, after(minute));
    expect(await secondsUntilLeft(db, rateLimit, after(200))).toBe((24 * 60 - 200) * 60);
  });

  test("applies the daily limit too, and does not count refused calls", async ({ db }) => {
    const rateLimit = aRateLimit();
    const taken: boolean[] = [];
    for (let hour = 0; hour < 26; hour += 2)
      taken.push(await consume(db, rateLimit, after(hour * 60)));

    expect(taken.slice(0, 12)).toEqual([...Array(5).fill(true), ...Array(7).fill(false)]);
    expect(taken[12]).toBe(true);
  });

  test("allows concurrent calls no more than sequential ones", async ({ db }) => {
    const rateLimit = aRateLimit();
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => consume(db, rateLimit, after(0))),
    );
    expect(taken.filter(Boolean)).toHaveLength(3);
  });

  test("gives uses back one by one", async ({ db }) => {
    const rateLimit = aRateLimit();
    for (const minute of [0, 5, 5]) await consume(db, rateLimit, after(minute));
    await giveBack(db, rateLimit, after(5));
    await giveBack(db, rateLimit, after(7));

    expect(await consume(db, rateLimit, after(8))).toBe(true);
    expect(await consume(db, rateLimit, after(9))).toBe(false);
    for (const minute of [0, 5, 8]) await giveBack(db, rateLimit, after(minute));
    await purgeOldRateLimits(db, after(0));
    const left = db.selectFrom("rate_limit").select("key").where("key", "=", rateLimit.key);
    expect(await left.execute()).toEqual([]);
  });

  test("is separate for each key, and purged when no limit counts it", async ({ db }) => {
    const [old, young] = [aRateLimit(), aRateLimit()];
    await consume(db, old, after(0));
    await consume(db, young, after(2000));

    await purgeOldRateLimits(db, after(1500));

    const rows = await db.selectFrom("rate_limit").select("key").execute();
    expect(rows).toContainEqual({ key: young.key });
    expect(rows).not.toContainEqual({ key: old.key });
  });
});
