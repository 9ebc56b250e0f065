import { describe, expect, test } from "vitest";
import {
  monthAt,
  monthInWords,
  monthsBetween,
  monthsOfTaxYear,
  nextMonth,
  previousMonth,
  startOfMonth,
  taxYearOf,
} from "./calendar.ts";

describe("a month", () => {
  test("goes on over the turn of the year", () => {
    expect(nextMonth("2025-12")).toBe("2026-01");
    expect(previousMonth("2026-01")).toBe("2025-12");
    expect(monthsBetween("2025-11", "2026-02")).toEqual([
      "2025-11",
      "2025-12",
      "2026-01",
      "2026-02",
    ]);
    expect(monthsBetween("2026-02", "2026-01")).toEqual([]);
  });

  test.each([
    ["2026-03", "Africa/Johannesburg", "2026-02-28T22:00:00.000Z"],
    ["2026-07", "Europe/London", "2026-06-30T23:00:00.000Z"],
    ["2026-01", "Europe/London", "2026-01-01T00:00:00.000Z"],
    ["2026-03", "America/New_York", "2026-03-01T05:00:00.000Z"],
  ])("%s begins in %s at %s", (month, timeZone, instant) => {
    expect(startOfMonth(month, timeZone)).toBe(instant);
    expect(monthAt(instant, timeZone)).toBe(month);
    const justBefore = new Date(Date.parse(instant) - 1).toISOString();
    expect(monthAt(justBefore, timeZone)).toBe(previousMonth(month));
  });

  test("is written with its name", () => {
    expect(monthInWords("2026-11")).toBe("November 2026");
  });
});

describe("a tax year", () => {
  test("of South Africa is March to February, and has the year of its end", () => {
    const months = monthsOfTaxYear(2026, "za");
    expect([months[0], months.at(-1), months.length]).toEqual(["2025-03", "2026-02", 12]);
    expect([taxYearOf("2026-02", "za"), taxYearOf("2026-03", "za")]).toEqual([2026, 2027]);
  });
  test.each([
    ["uk", "2025-04", "2026-03"],
    ["usa", "2026-01", "2026-12"],
  ] as const)("of %s is %s to %s", (region, first, last) => {
    const months = monthsOfTaxYear(2026, region);
    expect([months[0], months.at(-1)]).toEqual([first, last]);
    expect(months.map((month) => taxYearOf(month, region))).toEqual(months.map(() => 2026));
  });
});
