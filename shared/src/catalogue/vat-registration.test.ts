import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, firstDayOf, nextMonth } from "../platform/calendar.ts";
import {
  bpsAt,
  bpsOfDay,
  closedMonthChanged,
  isRegisteredAgain,
  isRegisteredOn,
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
        const books = { lastClosed, creditedInvoices };
        expect(closedMonthChanged(before, after, books)).toBe(isChanged ? lastClosed : null);
      }),
    );
    const [always, never] = [
      { from: "always", until: null },
      { from: "never", until: null },
    ];
    expect(closedMonthChanged(always, never, null)).toBeNull();
  });

  // shows T315
  test("keeps every closed day of a registration that ended in closed months", () => {
    fc.assert(
      fc.property(anyDays, anyDays, anyDay, (before, after, day) => {
        const books = { lastClosed: day.slice(0, 7), creditedInvoices: [] };
        fc.pre(isRegisteredAgain(before, after, books));
        const both: VatDays = { ...after, earlier: [before] };
        const firstOpen = firstDayOf(nextMonth(books.lastClosed));
        const closed = Array.from({ length: 1200 }, (_, back) => addDays(firstOpen, -1 - back));
        const isChanged = closed.some(
          (each) => isRegisteredOn(both, each) !== isRegisteredOn(before, each),
        );
        expect(closedMonthChanged(before, both, books) !== null).toBe(isChanged);
        // And what is open follows the new one.
        const open = Array.from({ length: 900 }, (_, on) => addDays(firstOpen, on));
        for (const each of open)
          expect(isRegisteredOn(both, each)).toBe(isRegisteredOn(after, each));
      }),
    );
    const ended = { from: "always", until: "2026-03-31" };
    const again = { from: "2026-04-01", until: null };
    const march = { lastClosed: "2026-03", creditedInvoices: [] };
    expect(isRegisteredAgain(ended, again, march)).toBe(true);
    expect(isRegisteredAgain(ended, again, null)).toBe(false);
    expect(isRegisteredAgain(ended, again, { ...march, lastClosed: "2026-02" })).toBe(false);
    expect(isRegisteredAgain(ended, { ...again, from: "2026-03-31" }, march)).toBe(false);
  });
});
