import { describe, expect, test } from "vitest";
import { bareNumber, isVatNumber } from "./vat-numbers.ts";

describe("a VAT number", () => {
  test.each([
    ["za", "4123456789", true],
    ["za", "5123456789", false],
    ["za", "41234567890", false],
    ["uk", "980780684", true],
    ["uk", "GB 980 7806 84", true],
    ["uk", "802311781", false],
    ["uk", "XX980780684", false],
    ["usa", "980780684", false],
  ] as const)("of %s, %s: %s", (region, number, isPossible) => {
    expect(isVatNumber(region, bareNumber(number))).toBe(isPossible);
  });
});
