import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, firstDayOf, nextMonth } from "../platform/calendar.ts";
import {
  bpsAt,
  bpsOfDay,
  closedMonthChanged,
  rateInWords,
  type VatRegisteredFrom,
} from "./vat-registration.ts";

const anyDay = fc.nat({ max: 800 }).map((days) => addDays("2025-01-01", days));
const anyInvoices = fc.array(anyDay, { maxLength: 2 });
const anyFrom = fc.oneof(fc.constantFrom<VatRegisteredFrom>("always", "never"), anyDay);

describe("the VAT rate of a document", () => {
  test.each([
    ["always", 1500],
    ["never", null],
    ["2026-03-01", 1500],
    ["2026-03-02", null],
  ])("of 1 March is with a registration from %s: %s", (from, rate) => {
    expect(bpsOfDay(from, { vatBps: 1500, day: "2026-03-01" })).toBe(rate);
  });

  test("follows the shop's midnight", () => {
    const registration = { vatRegisteredFrom: "2026-03-01", timeZone: "Africa/Johannesburg" };
    const at = (instant: string) => bpsAt(registration, { vatBps: 0, at: instant });
    expect(at("2026-02-28T21:59:59.999Z")).toBeNull();
    expect(at("2026-02-28T22:00:00.000Z")).toBe(0);
  });

  test("is written as a percentage, or as none", () => {
    expect([1500, 1750, 0, null].map(rateInWords)).toEqual(["15%", "17.5%", "0%", "none"]);
  });
});

describe("a change of the registration", () => {
  // shows T315
  test("is refused if and only if it changes the rate of a closed day, or of a later invoice that is credited on one", () => {
    fc.assert(
      fc.property(anyFrom, anyFrom, anyDay, anyInvoices, (before, after, day, later) => {
        const lastClosed = day.slice(0, 7);
        // Everything before the first open day is closed, since the beginning.
        const closed = Array.from({ length: 1200 }, (_, back) =>
          addDays(firstDayOf(nextMonth(lastClosed)), -1 - back),
        );
        const firstOpen = closed[0] ?? "";
        const creditedInvoices = later.filter((each) => each > firstOpen);
        const isChanged = [...closed, ...creditedInvoices].some((each) => {
          const rate = (from: VatRegisteredFrom) => bpsOfDay(from, { vatBps: 1500, day: each });
          return rate(before) !== rate(after);
        });
        expect(closedMonthChanged(before, after, { lastClosed, creditedInvoices })).toBe(
          isChanged ? lastClosed : null,
        );
      }),
    );
    expect(closedMonthChanged("always", "never", null)).toBeNull();
  });
});
