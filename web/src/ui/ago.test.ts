import { describe, expect, test } from "vitest";
import { agoWords, daysAgoWords } from "./days.tsx";

const now = new Date("2026-03-09T12:00:00.000Z");

describe("the time since an instant", () => {
  test.each([
    ["2026-03-09T11:59:30.000Z", "just now"],
    ["2026-03-09T12:00:05.000Z", "just now"],
    ["2026-03-09T11:59:00.000Z", "1 minute ago"],
    ["2026-03-09T09:00:01.000Z", "2 hours ago"],
    ["2026-03-08T22:30:00.000Z", "13 hours ago"],
    // Before midnight in Johannesburg, and less than a day before.
    ["2026-03-08T21:30:00.000Z", "yesterday"],
    ["2026-03-07T22:30:00.000Z", "yesterday"],
    ["2026-03-06T12:00:00.000Z", "3 days ago"],
    ["2026-02-07T12:00:00.000Z", "1 month ago"],
    ["2024-03-09T12:00:00.000Z", "2 years ago"],
  ])("%s was %s", (instant, words) => {
    expect(agoWords(instant, now)).toBe(words);
  });

  test.each([
    ["2026-03-08T22:30:00.000Z", "today"],
    ["2026-03-10T12:00:00.000Z", "today"],
    ["2026-03-08T21:30:00.000Z", "yesterday"],
    ["2026-03-02", "7 days ago"],
  ])("%s was %s by the calendar", (value, words) => {
    expect(daysAgoWords(value, now)).toBe(words);
  });
});
