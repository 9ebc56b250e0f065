import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysBetween, daysOfPeriod, periodBefore } from "./sales-terms.ts";

describe("the periods of the sales report", () => {
  test("are whole months and quarters, also around a new year and in a leap year", () => {
    expect(daysOfPeriod("this-month", "2024-02-10", "za")).toEqual({
      from: "2024-02-01",
      to: "2024-02-29",
    });
    expect(daysOfPeriod("last-month", "2026-01-31", "za")).toEqual({
      from: "2025-12-01",
      to: "2025-12-31",
    });
    expect(daysOfPeriod("quarter", "2026-11-21", "za")).toEqual({
      from: "2026-10-01",
      to: "2026-12-31",
    });
  });

  test("have the tax year of the region", () => {
    const yearOf = (today: string, region: "za" | "uk" | "usa") =>
      Object.values(daysOfPeriod("tax-year", today, region));
    expect(yearOf("2026-02-28", "za")).toEqual(["2025-03-01", "2026-02-28"]);
    expect(yearOf("2026-03-01", "za")).toEqual(["2026-03-01", "2027-02-28"]);
    expect(yearOf("2026-04-05", "uk")).toEqual(["2025-04-06", "2026-04-05"]);
    expect(yearOf("2026-04-06", "uk")).toEqual(["2026-04-06", "2027-04-05"]);
    expect(yearOf("2026-04-06", "usa")).toEqual(["2026-01-01", "2026-12-31"]);
  });
});

describe("the period before", () => {
  test("is whole months for whole months, else as many days", () => {
    expect(periodBefore({ from: "2026-03-01", to: "2026-03-31" })).toEqual({
      from: "2026-02-01",
      to: "2026-02-28",
    });
    expect(periodBefore({ from: "2025-03-01", to: "2026-02-28" })).toEqual({
      from: "2024-03-01",
      to: "2025-02-28",
    });
    expect(periodBefore({ from: "2026-03-10", to: "2026-03-16" })).toEqual({
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
        const to = new Date(Date.parse(from) + length * 86_400_000).toISOString().slice(0, 10);
        const before = periodBefore({ from, to });
        expect(daysBetween(before.to, from)).toBe(2);
        expect(before.from <= before.to).toBe(true);
      }),
    );
  });
});
