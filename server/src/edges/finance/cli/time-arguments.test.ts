import { describe, expect, test } from "vitest";
import { dayOf, isWithin } from "@portal/shared/platform/calendar.ts";
import { momentOf, requireMonth, periodOf } from "./arguments.ts";

const johannesburg = "Africa/Johannesburg";

describe("momentOf", () => {
  test.each([
    ["2026-01-26", johannesburg, "2026-01-26T21:59:59.999Z"],
    ["2026-12-31", johannesburg, "2026-12-31T21:59:59.999Z"],
    // The clocks go forward in London on 29 March and back on 25 October.
    ["2026-03-28", "Europe/London", "2026-03-28T23:59:59.999Z"],
    ["2026-03-29", "Europe/London", "2026-03-29T22:59:59.999Z"],
    ["2026-10-25", "Europe/London", "2026-10-25T23:59:59.999Z"],
    ["2026-03-08", "America/New_York", "2026-03-09T03:59:59.999Z"],
  ])("takes the day %s as its end in %s", (day, timeZone, end) => {
    expect(momentOf("--as-of", day, timeZone)).toBe(end);
  });

  test.each([
    ["2026-01-26T10:00:00Z", "2026-01-26T10:00:00.000Z"],
    ["2026-01-26T10:00:00.123Z", "2026-01-26T10:00:00.123Z"],
    ["2026-01-26T12:00:00+02:00", "2026-01-26T10:00:00.000Z"],
  ])("keeps the instant %s", (instant, end) => {
    expect(momentOf("--as-of", instant, johannesburg)).toBe(end);
  });

  test.each([
    "yesterday",
    "26.01.2026",
    "2026-1-5",
    "2026-01-26T10:00",
    "2026-01-26T25:00:00Z",
    "",
  ])("refuses %j", (text) => {
    expect(() => momentOf("--as-of", text, johannesburg)).toThrow(
      `--as-of ${text} is not a date like 2026-01-26 or a time like 2026-01-26T10:00:00Z`,
    );
  });

  test("refuses an invalid date", () => {
    expect(() => momentOf("--as-of", "2026-02-30", johannesburg)).toThrow(
      "--as-of 2026-02-30 is not a calendar date",
    );
  });
});

describe("periodOf", () => {
  test("includes both days", () => {
    const january = periodOf({ from: "2026-01-01", to: "2026-01-31" }, johannesburg);

    expect(january).toEqual({
      from: "2025-12-31T22:00:00.000Z",
      until: "2026-01-31T22:00:00.000Z",
    });
    expect(isWithin("2025-12-31T22:00:00.000Z", january)).toBe(true);
    expect(isWithin("2026-01-31T21:59:59.999Z", january)).toBe(true);
    expect(isWithin("2026-01-31T22:00:00.000Z", january)).toBe(false);
  });

  test("includes the instant of --to", () => {
    const until = periodOf({ to: "2026-01-31T22:00:00Z" }, johannesburg);

    expect(isWithin("2026-01-31T22:00:00.000Z", until)).toBe(true);
    expect(isWithin("2026-01-31T22:00:00.001Z", until)).toBe(false);
  });

  test("is unbounded without options", () => {
    expect(isWithin("1990-01-01T00:00:00.000Z", periodOf({}, johannesburg))).toBe(true);
  });

  test("refuses an end before the start", () => {
    expect(() => periodOf({ from: "2026-02-01", to: "2026-01-31" }, johannesburg)).toThrow(
      "--from 2026-02-01 is later than --to 2026-01-31",
    );
  });
});

describe("requireMonth", () => {
  test.each(["2026-13", "2026-1", "January", "2026-01-01"])("refuses %s", (text) => {
    expect(() => requireMonth(text)).toThrow(`--month ${text} is not a month like 2026-01`);
  });
});

describe("dayOf", () => {
  test("is the local day", () => {
    expect(dayOf("2026-01-26T22:30:00.000Z", johannesburg)).toBe("2026-01-27");
  });
});
