import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addMonths, nextMonth, previousMonth } from "../platform/calendar.ts";
import {
  defaultYearBegin,
  type FinancialYears,
  firstMonthOfYear,
  lastMonthOfYear,
  monthsInWords,
  monthsOfYear,
} from "./financial-year.ts";

const fromMarch: FinancialYears = { beginsIn: "03", former: [] };

describe("a financial year", () => {
  test("begins with the tax year of the region until somebody chooses another month", () => {
    expect([defaultYearBegin("za"), defaultYearBegin("uk"), defaultYearBegin("usa")]).toEqual([
      "03",
      "04",
      "01",
    ]);
  });

  test.each([
    ["2026-01", "2025-03", "2026-02"],
    ["2026-02", "2025-03", "2026-02"],
    ["2026-03", "2026-03", "2027-02"],
    ["2026-12", "2026-03", "2027-02"],
  ])("has %s between %s and %s", (month, first, last) => {
    expect(firstMonthOfYear(fromMarch, month)).toBe(first);
    expect(lastMonthOfYear(fromMarch, month)).toBe(last);
  });

  test("goes on after a change until the chosen month comes after the last closed one", () => {
    const fromJuly: FinancialYears = {
      beginsIn: "07",
      former: [{ through: "2026-10", beginsIn: "03" }],
    };
    expect(firstMonthOfYear(fromJuly, "2026-10")).toBe("2026-03");
    expect(firstMonthOfYear(fromJuly, "2026-02")).toBe("2025-03");
    expect(firstMonthOfYear(fromJuly, "2027-06")).toBe("2026-03");
    expect(lastMonthOfYear(fromJuly, "2026-03")).toBe("2027-06");
    expect(firstMonthOfYear(fromJuly, "2027-07")).toBe("2027-07");
    expect(lastMonthOfYear(fromJuly, "2027-07")).toBe("2028-06");
  });

  test("of a closed month stays the same whatever is chosen later, and years follow each other", () => {
    const anyChoice = fc.record({
      closes: fc.nat({ max: 30 }),
      to: fc.constantFrom(...monthsOfYear),
    });
    const anyMonth = fc.nat({ max: 120 }).map((count) => addMonths("2020-01", count));
    fc.assert(
      fc.property(fc.array(anyChoice, { maxLength: 5 }), anyMonth, (choices, month) => {
        let years = fromMarch;
        let closed = "2020-06";
        for (const { closes, to } of choices) {
          closed = addMonths(closed, closes);
          const last = years.former.at(-1)?.through ?? "";
          const kept = { through: closed, beginsIn: years.beginsIn };
          const former = last < closed ? [...years.former, kept] : years.former;
          const changed: FinancialYears = { beginsIn: to, former };
          const then = month <= closed ? years : changed;
          expect(firstMonthOfYear(changed, month)).toBe(firstMonthOfYear(then, month));
          years = changed;
        }
        const [first, last] = [firstMonthOfYear(years, month), lastMonthOfYear(years, month)];
        expect(first <= month && month <= last).toBe(true);
        expect(lastMonthOfYear(years, first)).toBe(last);
        expect(firstMonthOfYear(years, nextMonth(last))).toBe(nextMonth(last));
        expect(lastMonthOfYear(years, previousMonth(first))).toBe(previousMonth(first));
      }),
    );
  });

  test("is named by its months", () => {
    expect(monthsInWords({ from: "2026-03", to: "2027-02" })).toBe("March 2026 to February 2027");
    expect(monthsInWords({ from: "2026-03", to: "2026-03" })).toBe("March 2026");
  });
});
