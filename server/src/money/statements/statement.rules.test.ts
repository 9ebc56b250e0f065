import {
  dayOf,
  firstDayOf,
  monthAt,
  nextMonth,
  previousMonth,
} from "@portal/shared/platform/calendar.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bookedDay,
  type Calendar,
  closableMonths,
  type Closing,
  endOf,
  isBy,
} from "./statement.rules.ts";

const timeZone = "Africa/Johannesburg";
const seal = { afterPosition: 0, previousRoot: "", root: "" };
const closing = (month: string, throughPosition: number): Closing => ({
  month,
  timeZone,
  throughPosition,
  seal,
  position: throughPosition + 1,
  closedAt: "2026-12-01T00:00:00.000Z",
});
const calendar = (...closings: Closing[]): Calendar => ({ timeZone, currency: "ZAR", closings });

/** The months that an event belongs to, found by trying each month. */
function monthOf(of: Calendar, fact: { occurredAt: string; position: number }): string[] {
  const months: string[] = [];
  for (let month = "2025-11"; month < "2027-06"; month = nextMonth(month))
    if (isBy(fact, endOf(of, month)) && !isBy(fact, endOf(of, previousMonth(month))))
      months.push(month);
  return months;
}

describe("the month of an event", () => {
  const march = calendar(closing("2026-03", 100));
  test.each([
    ["recorded before the month was closed", "2026-03-15T10:00:00.000Z", 100, "2026-03"],
    ["recorded after the month was closed", "2026-03-15T10:00:00.000Z", 101, "2026-04"],
    ["in a month that was closed with a later one", "2026-01-15T10:00:00.000Z", 101, "2026-04"],
    ["in a future month, recorded before the closing", "2026-05-15T10:00:00.000Z", 99, "2026-05"],
    ["in a future month, recorded after the closing", "2026-05-15T10:00:00.000Z", 101, "2026-05"],
    ["just before midnight", "2026-03-31T21:59:59.999Z", 100, "2026-03"],
    ["at midnight", "2026-03-31T22:00:00.000Z", 100, "2026-04"],
  ])("%s", (_when, occurredAt, position, month) => {
    expect(monthOf(march, { occurredAt, position })).toEqual([month]);
  });

  test("is its own or the first month that was open when it was recorded", () => {
    const anyClosings = fc
      .tuple(
        fc.integer({ min: 0, max: 6 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 6 }),
      )
      .map(([first, positions]) => {
        let month = `2026-0${first + 1}`;
        return positions
          .toSorted((one, other) => one - other)
          .map((position) => {
            const closed = closing(month, position);
            month = nextMonth(month);
            return closed;
          });
      });
    const anyFact = fc.record({
      position: fc.integer({ min: 1, max: 1100 }),
      occurredAt: fc
        .date({
          min: new Date("2025-12-05T00:00:00Z"),
          max: new Date("2026-12-31T00:00:00Z"),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString()),
    });
    fc.assert(
      fc.property(anyClosings, anyFact, (closings, fact) => {
        const closed = closings.filter(({ throughPosition }) => throughPosition < fact.position);
        const last = closed.at(-1);
        const firstOpen = last ? nextMonth(last.month) : "";
        const own = monthAt(fact.occurredAt, timeZone);
        const month = own > firstOpen ? own : firstOpen;
        expect(monthOf(calendar(...closings), fact)).toEqual([month]);
        const day = dayOf(fact.occurredAt, timeZone);
        const booked = bookedDay({ closings }, { day, position: fact.position });
        expect(booked).toBe(own === month ? day : firstDayOf(month));
      }),
      { numRuns: 500 },
    );
  });
});

describe("closable months", () => {
  const now = "2026-06-10T08:00:00.000Z";
  test("are at first all months that are over, since the first fact of the books", () => {
    expect(closableMonths(calendar(), now, "2026-03-31T22:30:00.000Z")).toEqual([
      "2026-04",
      "2026-05",
    ]);
    expect(closableMonths(calendar(), now, null)).toEqual([]);
  });
  test("are afterwards only the next month, once it is over", () => {
    expect(closableMonths(calendar(closing("2026-04", 1)), now, null)).toEqual(["2026-05"]);
    expect(closableMonths(calendar(closing("2026-05", 1)), now, null)).toEqual([]);
  });
});
