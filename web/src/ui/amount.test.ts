import { describe, expect, test } from "vitest";
import { parseAmount } from "./amount.ts";

// shows S9.20
describe("an amount", () => {
  test.each([
    ["1234.5", 123_450],
    ["1 234,50", 123_450],
    ["1,234.50", 123_450],
    ["R1\u00a0234.50", 123_450],
    ["£12,345,678.90", 1_234_567_890],
    ["1,234", 123_400],
    ["0.05", 5],
    ["400", 40_000],
  ])("typed as %s is %i minor units", (typed, minor) => {
    expect(parseAmount(typed)).toBe(minor);
  });

  test.each(["", "R", "1.234", "12,34.5", "-5", "1e3", "1.2.3", "ten", "99999999999999999999"])(
    "%j is none",
    (typed) => {
      expect(parseAmount(typed)).toBeNull();
    },
  );

  test.each([0, 5, 50, 100, 12_345, 99_999_999, 1_000_000_000])(
    "of %i is read as it is written",
    (minor) => {
      expect(parseAmount((minor / 100).toFixed(2))).toBe(minor);
    },
  );
});
