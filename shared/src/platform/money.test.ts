import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalText, exclVat, formatMoney, lessBps, proportionOf, shareOf } from "./money.ts";

const anyMinor = fc.integer({ min: -10_000_000_000_00, max: 10_000_000_000_00 });
const anyBps = fc.integer({ min: 0, max: 10_000 });

/** The rule of the domain page, implemented with a decimal library. */
const halfAwayFromZero = (amount: number, numerator: number, denominator: number) => {
  const exact = new Decimal(amount).times(numerator).dividedBy(denominator);
  const rounded = exact.abs().toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
  return exact.isNegative() && rounded > 0 ? -rounded : rounded;
};

describe("money", () => {
  test("a proportion is rounded half away from zero, whatever its size", () => {
    fc.assert(
      fc.property(
        anyMinor,
        fc.integer({ min: 0, max: 1_000_000_00 }),
        fc.integer({ min: 1, max: 1_000_000_00 }),
        (amount, numerator, denominator) => {
          const expected = halfAwayFromZero(amount, numerator, denominator);
          fc.pre(Number.isSafeInteger(expected));
          expect(proportionOf(amount, numerator, denominator)).toBe(expected);
        },
      ),
    );
  });

  test("a share and its complement differ from the whole by at most one minor unit", () => {
    fc.assert(
      fc.property(anyMinor, anyBps, (whole, bps) => {
        expect(Math.abs(shareOf(whole, bps) + lessBps(whole, bps) - whole)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("a negative amount is the mirror of the positive one", () => {
    fc.assert(
      fc.property(anyMinor, anyBps, (amount, bps) => {
        expect(shareOf(-amount, bps) + shareOf(amount, bps)).toBe(0);
      }),
    );
  });

  test.each([
    [32_500, 1500, 28_261],
    [100, 1500, 87],
    [499, 2000, 416],
    [12_345, 0, 12_345],
  ])("%i with %i bps VAT holds %i without", (gross, vatBps, expected) => {
    expect(exclVat(gross, vatBps)).toBe(expected);
  });

  test.each([
    [1, 5000, 1],
    [-1, 5000, -1],
    [50, 100, 1],
    [49, 100, 0],
    [28_261, 2000, 5652],
  ])("%i at %i bps is %i", (amount, bps, expected) => {
    expect(shareOf(amount, bps)).toBe(expected);
  });

  test.each([
    [123_450, "ZAR", "R1\u00a0234.50"],
    [123_456_789, "GBP", "£1,234,567.89"],
    [-1000, "ZAR", "−R10.00"],
    [5, "USD", "$0.05"],
    [0, "ZAR", "R0.00"],
  ] as const)("%i %s reads %s", (minor, currency, text) => {
    expect(formatMoney(minor, currency)).toBe(text);
  });

  test.each([
    [140_000, "1400.00"],
    [32_550, "325.50"],
    [5, "0.05"],
    [0, "0.00"],
    [-1050, "-10.50"],
    [-4588, "-45.88"],
    [-5, "-0.05"],
    [123_456_789, "1234567.89"],
  ])("%i is the decimal %s", (minor, text) => {
    expect(decimalText(minor)).toBe(text);
  });

  test("a denominator of zero is refused", () => {
    expect(() => proportionOf(100, 1, 0)).toThrow("cannot divide 100 into 0");
  });
});
