import { expect, test } from "vitest";
import { nearestAllowed, parseDay } from "./parse-day.ts";

test.each([
  ["22 Nov", "2026-11-22"],
  ["22 november 2027", "2027-11-22"],
  ["1 Sept. 2026", "2026-09-01"],
  ["22/11/2026", "2026-11-22"],
  ["3.4.2026", "2026-04-03"],
  [" 2026-11-22 ", "2026-11-22"],
  ["2026/11/22", "2026-11-22"],
  ["29 Feb 2028", "2028-02-29"],
  ["02/11/26", "2026-11-02"],
  ["2-11-2026", "2026-11-02"],
  ["2 Nov 26", "2026-11-02"],
  ["2-Nov-26", "2026-11-02"],
  ["02Nov2026", null],
  ["Nov 2, 2026", "2026-11-02"],
  ["November 2", "2026-11-02"],
  ["29 Feb", null],
  ["31/02/2026", null],
  ["11/22/2026", null],
  ["22 Nov 202", null],
  ["2 Nonsense", null],
  ["22", null],
  ["", null],
])("%s is %s", (typed, day) => {
  expect(parseDay(typed, "2026-11-22", { isMonthFirst: false })).toBe(day);
});

test.each([
  ["11/12/2026", "2026-11-12"],
  ["11-12-26", "2026-11-12"],
  ["11.12.2026", "2026-11-12"],
  ["22/11/2026", null],
  ["2026-11-12", "2026-11-12"],
  ["12 Nov 2026", "2026-11-12"],
])("in the USA %s is %s", (typed, day) => {
  expect(parseDay(typed, "2026-11-22", { isMonthFirst: true })).toBe(day);
});

test.each([
  [{}, "2026-11-22"],
  [{ min: "2026-11-22" }, "2026-11-22"],
  [{ min: "2026-11-23" }, "2026-11-23"],
  [{ min: "2026-01-01", max: "2026-11-22" }, "2026-11-22"],
  [{ max: "2026-10-31" }, "2026-10-31"],
])("the day nearest to today within %o is %s", (some, day) => {
  expect(nearestAllowed("2026-11-22", some)).toBe(day);
});

// In January a statement of November is entered, and in December a plan of January.
test.each([
  ["22 Nov", "2027-01-05", {}, "2026-11-22"],
  ["31 Dec", "2027-01-05", { max: "2027-01-05" }, "2026-12-31"],
  ["6 Jan", "2027-01-05", { max: "2027-01-05" }, "2026-01-06"],
  ["6 Jan", "2027-01-05", {}, "2027-01-06"],
  ["2 Jan", "2026-12-30", {}, "2027-01-02"],
  ["2 Jan", "2026-12-30", { max: "2026-12-30" }, "2026-01-02"],
  ["20 Nov", "2026-11-22", { min: "2026-11-22" }, "2027-11-20"],
  ["20 Nov", "2026-11-22", { min: "2026-11-21", max: "2026-12-31" }, "2026-11-20"],
  ["1 Mar", "2026-11-22", { max: "2025-06-30" }, "2025-03-01"],
  ["29 Feb", "2027-11-22", {}, "2028-02-29"],
  ["6 Jan 2027", "2027-01-05", { max: "2027-01-05" }, "2027-01-06"],
])("%s, typed on %s within %o, is %s", (typed, currentDay, limits, day) => {
  expect(parseDay(typed, currentDay, { isMonthFirst: false, ...limits })).toBe(day);
});
