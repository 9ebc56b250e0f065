import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  dayInWords,
  daysBefore,
  daysBetween,
  daysEarlier,
  daysOfPeriod,
  daysThrough,
  daysToCompare,
  type FirstAndLast,
  firstAndLastOf,
  instantAt,
  isCalendarDay,
  isWithin,
  isWithinDays,
  monthAt,
  monthInWords,
  monthsThrough,
  monthsOfTaxYear,
  nextMonth,
  previousMonth,
  startOfDay,
  startOfMonth,
  taxYearOf,
  weekdayOf,
} from "./calendar.ts";

describe("a month", () => {
  test("continues across the turn of the year", () => {
    expect(nextMonth("2025-12")).toBe("2026-01");
    expect(previousMonth("2026-01")).toBe("2025-12");
    expect(monthsThrough("2025-11", "2026-02")).toEqual([
      "2025-11",
      "2025-12",
      "2026-01",
      "2026-02",
    ]);
    expect(monthsThrough("2026-02", "2026-01")).toEqual([]);
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
  test("of South Africa is March to February, named after the year of its end", () => {
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

describe("a named period", () => {
  test("is whole months and quarters, also around a new year and in a leap year", () => {
    expect(firstAndLastOf(daysOfPeriod("this-month", "2024-02-10", "za"))).toEqual({
      from: "2024-02-01",
      to: "2024-02-29",
    });
    expect(firstAndLastOf(daysOfPeriod("last-month", "2026-01-31", "za"))).toEqual({
      from: "2025-12-01",
      to: "2025-12-31",
    });
    expect(firstAndLastOf(daysOfPeriod("quarter", "2026-11-21", "za"))).toEqual({
      from: "2026-10-01",
      to: "2026-12-31",
    });
  });

  test("uses the tax year of the region", () => {
    const yearOf = (today: string, region: "za" | "uk" | "usa") =>
      Object.values(firstAndLastOf(daysOfPeriod("tax-year", today, region)));
    expect(yearOf("2026-02-28", "za")).toEqual(["2025-03-01", "2026-02-28"]);
    expect(yearOf("2026-03-01", "za")).toEqual(["2026-03-01", "2027-02-28"]);
    expect(yearOf("2026-04-05", "uk")).toEqual(["2025-04-06", "2026-04-05"]);
    expect(yearOf("2026-04-06", "uk")).toEqual(["2026-04-06", "2027-04-05"]);
    expect(yearOf("2026-04-06", "usa")).toEqual(["2026-01-01", "2026-12-31"]);
  });
});

describe("the period before", () => {
  const before = (asked: FirstAndLast) => firstAndLastOf(daysBefore(daysThrough(asked)));

  test("is whole months for whole months, else the same number of days", () => {
    expect(before({ from: "2026-03-01", to: "2026-03-31" })).toEqual({
      from: "2026-02-01",
      to: "2026-02-28",
    });
    expect(before({ from: "2025-03-01", to: "2026-02-28" })).toEqual({
      from: "2024-03-01",
      to: "2025-02-28",
    });
    expect(before({ from: "2026-03-10", to: "2026-03-16" })).toEqual({
      from: "2026-03-03",
      to: "2026-03-09",
    });
  });

  test("always ends the day before", () => {
    const day = fc
      .integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2090, 0, 1) })
      .map((instant) => new Date(instant).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.nat(800), (from, length) => {
        const earlier = before({ from, to: addDays(from, length) });
        expect(addDays(earlier.to, 1)).toBe(from);
        expect(earlier.from <= earlier.to).toBe(true);
      }),
    );
  });
});

describe("the comparison of a period", () => {
  const compared = (from: string, to: string, today: string) =>
    Object.values(firstAndLastOf(daysToCompare(daysThrough({ from, to }), today)));

  test("is the period before, after its end or before its start", () => {
    for (const today of ["2026-04-01", "2026-02-28"])
      expect(compared("2026-03-01", "2026-03-31", today)).toEqual(["2026-02-01", "2026-02-28"]);
    expect(compared("2026-03-10", "2026-03-16", "2026-03-17")).toEqual([
      "2026-03-03",
      "2026-03-09",
    ]);
  });

  test("is the elapsed part of it, while it runs", () => {
    expect(compared("2026-11-01", "2026-11-30", "2026-11-22")).toEqual([
      "2026-10-01",
      "2026-10-22",
    ]);
    expect(compared("2026-03-01", "2027-02-28", "2026-11-22")).toEqual([
      "2025-03-01",
      "2025-11-22",
    ]);
    expect(compared("2026-03-10", "2026-03-16", "2026-03-10")).toEqual([
      "2026-03-03",
      "2026-03-03",
    ]);
    expect(compared("2026-04-06", "2027-04-05", "2026-04-07")).toEqual([
      "2025-04-06",
      "2025-04-07",
    ]);
  });

  test("ends with a shorter month, and includes all of it on the last day", () => {
    expect(compared("2026-03-01", "2026-03-31", "2026-03-30")).toEqual([
      "2026-02-01",
      "2026-02-28",
    ]);
    expect(compared("2026-02-01", "2026-02-28", "2026-02-28")).toEqual([
      "2026-01-01",
      "2026-01-31",
    ]);
  });
});

describe("a range of days", () => {
  test("ends before `until`, and has the days between", () => {
    const february = daysThrough({ from: "2024-02-01", to: "2024-02-29" });
    expect(february).toEqual({ from: "2024-02-01", until: "2024-03-01" });
    expect(firstAndLastOf(february)).toEqual({ from: "2024-02-01", to: "2024-02-29" });
    expect(daysBetween(february.from, february.until)).toBe(29);
    expect(daysBetween("2024-03-01", "2024-02-01")).toBe(-29);
    const days = ["2024-01-31", "2024-02-01", "2024-02-29", "2024-03-01"];
    expect(days.map((day) => isWithinDays(day, february))).toEqual([false, true, true, false]);
  });

  test("of instants is unbounded if an end is null", () => {
    const [from, until] = ["2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"];
    expect(isWithin(from, { from, until })).toBe(true);
    expect(isWithin(until, { from, until })).toBe(false);
    expect(isWithin(until, { from, until: null })).toBe(true);
    expect(isWithin("1990-01-01T00:00:00.000Z", { from: null, until })).toBe(true);
  });
});

describe("a day", () => {
  test("has to exist in the calendar", () => {
    const texts = ["2024-02-29", "2026-02-29", "2026-02-30", "2026-13-01", "2026-1-5", ""];
    expect(texts.map(isCalendarDay)).toEqual([true, false, false, false, false, false]);
  });

  test("has a weekday, a name, and a start in each time zone", () => {
    expect([weekdayOf("2026-11-22"), weekdayOf("2026-11-28")]).toEqual([0, 6]);
    expect([dayInWords("2026-11-21"), dayInWords("2026-11-21", "medium")]).toEqual([
      "21 November 2026",
      "21 Nov 2026",
    ]);
    expect(startOfDay("2026-03-30", "Europe/London")).toBe("2026-03-29T23:00:00.000Z");
    expect(instantAt(Date.UTC(2026, 10, 24, 10), "Africa/Johannesburg").toISOString()).toBe(
      "2026-11-24T08:00:00.000Z",
    );
    expect(daysEarlier("2026-03-01T08:00:00.000Z", 1)).toBe("2026-02-28T08:00:00.000Z");
  });
});
