import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orderNumberOf, orderNumbersIn, orderReference } from "./order-reference.ts";

const someNumber = fc.integer({ min: 1, max: 999_999_999_999 });
const digitsOf = (zero: number) => (digit: string) => String.fromCodePoint(zero + Number(digit));

// shows T223
describe("a reference in a text", () => {
  test.for([
    ["RH10421", [10_421]],
    ["rh10421", [10_421]],
    ["Rh 10421", [10_421]],
    ["RH-10421", [10_421]],
    ["RH#010421", [10_421]],
    ["RH: 10421", [10_421]],
    ["rh_10421 dube", [10_421]],
    ["RH.10421, thank you", [10_421]],
    ["RH   000010421", [10_421]],
    ["EFT RH10421 AND RH10422/RH10421", [10_421, 10_422]],
    ["20261126RH10421", [10_421]],
    ["(RH10421)", [10_421]],
    ["RH\u00A010421", [10_421]],
    ["RH\u202F10421", [10_421]],
    ["RH\u200B10421", [10_421]],
    ["R\u00ADH10\u200D421\uFEFF", [10_421]],
    ["RH\u201110421", [10_421]],
    ["RH\u201410421", [10_421]],
    ["RH\u221210421", [10_421]],
    ["ＲＨ＃１０４２１", [10_421]],
    ["RH١٠٤٢١", [10_421]],
    ["RH१०४२१", [10_421]],
    ["RH999999999999", [999_999_999_999]],
    ["RH1000000000000", []],
    [`RH${"9".repeat(400)}`, []],
    [`RH${"0".repeat(400)}7`, [7]],
    ["RH0", []],
    ["RH", []],
    ["10421", []],
    ["ORDER 10421", []],
    ["RH ORDER 10421", []],
    ["XRH10421", []],
    ["ÉRH10421", []],
    ["RH10421B", []],
    ["RH10421é", []],
    ["RH1O421", []],
    ["RH10421²", []],
    ["R H 10421", []],
    ["HR10421", []],
  ] as const)("%s", ([text, numbers]) => {
    expect(orderNumbersIn(text)).toEqual(numbers);
  });

  test("is read as it was written, wherever it stands and however it is set apart", () => {
    const before = fc.constantFrom("", " ", "EFT ", "CASH FROM DUBE ", "2026-11-26/", "*", "7");
    const after = fc.constantFrom("", " ", " KIM DUBE", "/RHINO", ".", ", 12 BOTTLES");
    const apart = fc
      .array(fc.constantFrom(" ", "-", "#", ":", ".", "_", "\u00A0", "\u2013", "\u200B"))
      .map((each) => each.join(""));
    const zeros = fc.constantFrom("", "0", "000");
    const zero = fc.constantFrom(0x30, 0x6_60, 0x9_66, 0xff_10, 0x1_d7_d8);
    fc.assert(
      fc.property(
        before,
        after,
        apart,
        zeros,
        zero,
        someNumber,
        (front, back, between, led, base, number) => {
          const [prefix] = orderReference(number).split(String(number));
          const digits = `${led}${number}`.split("").map(digitsOf(base)).join("");
          for (const cased of [prefix, prefix?.toLowerCase()])
            expect(orderNumbersIn(`${front}${cased}${between}${digits}${back}`)).toEqual([number]);
        },
      ),
    );
  });

  test("is found once for each of several", () => {
    fc.assert(
      fc.property(fc.uniqueArray(someNumber, { maxLength: 6 }), (numbers) => {
        expect(orderNumbersIn(numbers.map(orderReference).join(" + "))).toEqual(numbers);
      }),
    );
  });

  test("has decimal digits of every script", () => {
    const digits: string[] = [];
    for (let point = 0; point < 0x2_00_00; point += 1)
      if (/\p{Nd}/u.test(String.fromCodePoint(point))) digits.push(String.fromCodePoint(point));
    expect(digits.length % 10).toBe(0);
    for (const [at, digit] of digits.entries())
      expect(orderNumbersIn(`RH1${digit}`), digit).toEqual([10 + (at % 10)]);
  });

  test("is read in time, however long the text", () => {
    const long = ["RH".repeat(50_000), `RH${"0".repeat(100_000)}x`, `RH${" ".repeat(100_000)}x`];
    for (const text of long) expect(orderNumbersIn(text)).toEqual([]);
  });
});

describe("a text that is a reference", () => {
  test.for([
    ["RH10421", 10_421],
    [" rh 10421 ", 10_421],
    ["RH-10421", 10_421],
    ["RH#010421", 10_421],
    ["10421", 10_421],
    ["#10421", 10_421],
    ["0010421", 10_421],
    ["１０４２１", 10_421],
    ["", null],
    ["0", null],
    ["RH", null],
    ["-", null],
    ["RH10421 Kim", null],
    ["10421 10422", null],
    ["10421B", null],
    ["1e4", null],
    ["9".repeat(13), null],
  ] as const)("%s", ([text, number]) => {
    expect(orderNumberOf(text)).toBe(number);
  });

  test("is read as it was written", () => {
    fc.assert(
      fc.property(someNumber, (number) => {
        expect(orderNumberOf(orderReference(number))).toBe(number);
        expect(orderNumberOf(String(number))).toBe(number);
      }),
    );
  });
});
