import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bareNumber } from "../platform/vat-numbers.ts";
import { isTaxNumber, taxNumberKinds } from "./tax-numbers.ts";

describe("a tax number", () => {
  // shows T312
  test.each([
    ["za-tax", "0001339050"],
    ["za-id", "7503305044089"],
    ["za-id", "0002295004085"],
    ["uk-utr", "1955839661"],
    ["uk-nino", "AB123456C"],
    ["us-ssn", "123-45-6789"],
    ["us-itin", "912-90-3456"],
    ["us-ein", "91-1144442"],
  ] as const)("of kind %s may be %s", (kind, number) => {
    expect(isTaxNumber(kind, bareNumber(number))).toBe(true);
  });

  // shows T312
  test.each([
    ["za-tax", "0001339051"],
    ["za-tax", "4001339050"],
    ["za-tax", "000133905"],
    ["za-id", "7503305044088"],
    ["za-id", "7513305044088"],
    ["za-id", "0102295004083"],
    ["uk-utr", "2955839661"],
    ["uk-nino", "GB123456C"],
    ["uk-nino", "AB123456E"],
    ["us-ssn", "666-45-6789"],
    ["us-ssn", "912-90-3456"],
    ["us-ssn", "123-00-6789"],
    ["us-itin", "912-49-3456"],
    ["us-itin", "912-93-3456"],
    ["us-ein", "00-1144442"],
  ] as const)("of kind %s is not %s", (kind, number) => {
    expect(isTaxNumber(kind, bareNumber(number))).toBe(false);
  });

  test("is never found in any text of another length, and no text throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom(...taxNumberKinds),
        (text, kind) => {
          const bare = bareNumber(text);
          expect(!isTaxNumber(kind, bare) || /^[A-Z0-9]{9,13}$/.test(bare)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  // shows T312
  test.each([
    ["za-tax", "0001339050"],
    ["za-id", "7503305044089"],
  ] as const)("of kind %s with one other digit is none", (kind, number) => {
    const others = Array.from(number, (_, at) =>
      Array.from(
        { length: 10 },
        (_digit, digit) => `${number.slice(0, at)}${digit}${number.slice(at + 1)}`,
      ),
    ).flat();
    expect(others.filter((other) => isTaxNumber(kind, other))).toEqual(
      others.filter((other) => other === number),
    );
  });
});
