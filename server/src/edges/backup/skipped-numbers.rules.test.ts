import { expect, test } from "vitest";
import { numbersToSkip } from "./skipped-numbers.rules.ts";

const day = 86_400_000;

test.each([
  ["a night of a shop that is a year old", { given: 36_500, lifeMs: 365 * day, lostMs: day }, 1000],
  ["two months of it", { given: 36_500, lifeMs: 365 * day, lostMs: 60 * day }, 12_000],
  ["a shop without any number", { given: 0, lifeMs: 0, lostMs: day }, 1000],
  ["ten years by a wrong clock", { given: 36_500, lifeMs: 365 * day, lostMs: 3650 * day }, 73_000],
  ["a backup of the future", { given: 36_500, lifeMs: 365 * day, lostMs: -day }, 1000],
])("%s skips twice what it may have used", (_, lost, skipped) => {
  expect(numbersToSkip(lost)).toBe(skipped);
});
