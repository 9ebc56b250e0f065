import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, firstDayOf, nextMonth } from "../platform/calendar.ts";
import {
  bpsAt,
  bpsOfDay,
  closedMonthChanged,
  rateInWords,
  type VatDays,
  type VatRegisteredFrom,
} from "./vat-registration.ts";

const anyDay = fc.nat({ max: 800 }).map((days) => addDays("2025-01-01", days));
const anyInvoices = fc.array(anyDay, { maxLength: 2 });
const anyFrom = fc.oneof(fc.constantFrom<VatRegisteredFrom>("always", "never"), anyDay);
/** As the form takes them: a last day is not before the first one, and there is none without a registration. */
const anyDays = fc
  .tuple(anyFrom, fc.option(anyDay))
  .map(([from, until]): VatDays => ({ from, until: from === "never" ? null : until }))
  .filter(({ from, until }) => until === null || from === "always" || until >= from);

describe("the VAT rate of a document", () => {
  test.each([
    ["always", null, 1500],
    ["always", "2026-02-28", null],
    ["always", "2026-03-01", 1500],
    ["never", null, null],
    ["2026-03-01", null, 1500],
    ["2026-03-01", "2026-03-01", 1500],
    ["2026-02-01", "2026-02-28", null],
    ["2026-03-02", null, null],
  ])("of 1 March is with a registration from %s until %s: %s", (from, until, rate) => {
    expect(bpsOfDay({ from, until }, { vatBps: 1500, day: "2026-03-01" })).toBe(rate);
  });

  test("follows the shop's midnight", () => {
    const timeZone = "Africa/Johannesburg";
    const at = (vatDays: VatDays, instant: string) =>
      bpsAt({ vatDays, timeZone }, { vatBps: 0, at: instant });
    const begins = { from: "2026-03-01", until: null };
    expect(at(begins, "2026-02-28T21:59:59.999Z")).toBeNull();
    expect(at(begins, "2026-02-28T22:00:00.000Z")).toBe(0);
    const ends = { from: "always", until: "2026-02-28" };
    expect(at(ends, "2026-02-28T21:59:59.999Z")).toBe(0);
    expect(at(ends, "2026-02-28T22:00:00.000Z")).toBeNull();
  });

  test("is written as a percentage, or as none", () => {
    expect([1500, 1750, 0, null].map(rateInWords)).toEqual(["15%", "17.5%", "0%", "none"]);
  });
});

describe("a change of the registration", () => {
  // shows T315
  test("is refused if and only if it changes the rate of a closed day, or of a later invoice that is credited on one", () => {
    fc.assert(
      fc.property(anyDays, anyDays, anyDay, anyInvoices, (before, after, day, later) => {
        const lastClosed = day.slice(0, 7);
        // Everything before the first open day is closed, since the beginning.
        const closed = Array.from({ length: 1200 }, (_, back) =>
          addDays(firstDayOf(nextMonth(lastClosed)), -1 - back),
        );
        const firstOpen = closed[0] ?? "";
        const creditedInvoices = later.filter((each) => each > firstOpen);
        const isChanged = [...closed, ...creditedInvoices].some((each) => {
          const rate = (days: VatDays) => bpsOfDay(days, { vatBps: 1500, day: each });
          return rate(before) !== rate(after);
        });
        expect(closedMonthChanged(before, after, { lastClosed, creditedInvoices })).toBe(
          isChanged ? lastClosed : null,
        );
      }),
    );
    const [always, never] = [
      { from: "always", until: null },
      { from: "never", until: null },
    ];
    expect(closedMonthChanged(always, never, null)).toBeNull();
  });
});
