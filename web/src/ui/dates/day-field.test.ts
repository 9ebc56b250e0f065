import { expect, test } from "vitest";
import { exampleDay, parseDay } from "./day-field.tsx";

test.each([
  ["22 Nov", "2026-11-22"],
  ["22 november 2027", "2027-11-22"],
  ["1 Sept. 2026", "2026-09-01"],
  ["22/11/2026", "2026-11-22"],
  ["3.4.2026", "2026-04-03"],
  [" 2026-11-22 ", "2026-11-22"],
  ["29 Feb 2028", "2028-02-29"],
  ["29 Feb", null],
  ["31/02/2026", null],
  ["11/22/2026", null],
  ["22 Nov 20", null],
  ["2 Nonsense", null],
  ["22", null],
  ["", null],
])("%s is %s", (typed, day) => {
  expect(parseDay(typed, "2026-11-22")).toBe(day);
});

test.each([
  [{}, "2026-11-22"],
  [{ min: "2026-11-22" }, "2026-11-22"],
  [{ min: "2026-11-23" }, "2026-11-23"],
  [{ min: "2026-01-01", max: "2026-11-22" }, "2026-11-22"],
  [{ max: "2026-10-31" }, "2026-10-31"],
])("the example of a day within %o is %s", (limits, day) => {
  expect(exampleDay("2026-11-22", limits)).toBe(day);
});
