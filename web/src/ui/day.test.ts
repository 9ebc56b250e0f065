import { describe, expect, test } from "vitest";
import { calendarDay, formatDay, formatInstant } from "./days.tsx";

describe("a day", () => {
  test.each([
    ["2026-03-09", "9 Mar 2026"],
    ["2026-03-31T21:59:59.000Z", "31 Mar 2026"],
    ["2026-03-31T22:00:00.000Z", "1 Apr 2026"],
  ])("%s reads %s at the office", (value, text) => {
    expect(formatDay(value)).toBe(text);
  });

  test("is shown with a 24-hour time", () => {
    expect(formatInstant("2026-03-09T12:05:00.000Z")).toBe("9 Mar 2026, 14:05");
    expect(formatInstant("2026-03-09T22:00:00.000Z")).toBe("10 Mar 2026, 00:00");
  });

  test("is the day at the office, also after midnight there", () => {
    expect(calendarDay("2026-12-31T22:30:00.000Z")).toBe("2027-01-01");
  });

  test("can be shown in another time zone", () => {
    expect(formatInstant("2026-07-01T12:00:00.000Z", "Europe/London")).toBe("1 Jul 2026, 13:00");
  });
});
