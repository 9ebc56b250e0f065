import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween } from "../platform/calendar.ts";
import { lastDayOfYearFrom, wrongEndOf } from "./tax-details.ts";

describe("the last day of an agreement to self-billing", () => {
  test.each([
    ["2026-03-01", "2027-02-28"],
    ["2027-03-01", "2028-02-29"],
    ["2026-01-01", "2026-12-31"],
    ["2028-02-29", "2029-02-28"],
    ["2026-05-31", "2027-05-30"],
  ])("of twelve months from %s is %s", (from, last) => {
    expect(lastDayOfYearFrom(from)).toBe(last);
  });

  // shows T320
  test.each([
    ["za", null, false, null],
    ["za", "2040-01-01", false, null],
    ["za", "2026-02-28", false, "tax.end-before-agreement"],
    ["uk", null, true, "tax.no-end"],
    ["uk", "2026-03-01", false, null],
    ["uk", "2027-02-28", false, null],
    ["uk", "2027-03-01", false, "tax.end-too-late"],
    ["uk", "2027-03-01", true, null],
    ["uk", "2026-02-28", true, "tax.end-before-agreement"],
  ] as const)(
    "in %s, %s, with the contract: %s is wrong by %s",
    (region, until, endsWithContract, code) => {
      expect(wrongEndOf(region, { agreedOn: "2026-03-01", until, endsWithContract })).toBe(code);
    },
  );

  test("leaves 364 or 365 days after the first, for every day", () => {
    const anyDay = fc.nat({ max: 36_000 }).map((days) => addDays("2000-01-01", days));
    fc.assert(
      fc.property(anyDay, (day) => {
        expect([364, 365]).toContain(daysBetween(day, lastDayOfYearFrom(day)));
      }),
    );
  });
});
