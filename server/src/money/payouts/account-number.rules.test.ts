import { describe, expect, test } from "vitest";
import { branchCodeOf, canBeAccount } from "./bank-file.rules.ts";

const at = (bankName: string, accountNumber: string, branchCode: string | null = null) => ({
  bankName,
  accountNumber,
  branchCode,
});

describe("a South African account number", () => {
  test.for([
    ["FNB", "62001234567", true],
    ["First National Bank", "620 0123-4567", true],
    ["FNB", "62001234568", false],
    ["FNB", "62001234576", false],
    ["FNB", "6200123456", false],
    ["Nedbank", "1234567", true],
    ["Nedbank", "1234567890123", true],
    ["Nedbank", "123456", false],
    ["Nedbank", "12345678901234", false],
    ["Nedbank", "12345A7890", false],
    ["Standard Bank", "", false],
  ] as const)("at %s, %s: %s", ([bank, number, isRight]) => {
    expect(canBeAccount(at(bank, number), true)).toBe(isRight);
  });

  test("at FNB is rejected for a single wrong digit, unless a doubled digit is off by five", () => {
    const right = "62001234567";
    for (let place = 0; place < right.length; place++)
      for (const digit of "0123456789") {
        const typed = right.slice(0, place) + digit + right.slice(place + 1);
        // A doubled digit that is off by five changes the sum by ten, so the check misses it.
        const isUnseen = place % 2 === 1 && Math.abs(Number(digit) - Number(right[place])) === 5;
        expect(canBeAccount(at("FNB", typed), true)).toBe(typed === right || isUnseen);
      }
  });
});

test("an account number outside South Africa has letters and digits", () => {
  expect(canBeAccount(at("Barclays", "12345678"), false)).toBe(true);
  expect(canBeAccount(at("Barclays", "GB29 NWBK 6016 1331 9268 19"), false)).toBe(true);
  expect(canBeAccount(at("Barclays", "12;drop"), false)).toBe(true);
  expect(canBeAccount(at("Barclays", "…"), false)).toBe(false);
});

describe("the branch code", () => {
  test.for([
    [at("FNB", "1"), "250655"],
    [at("The Standard Bank of SA", "1"), "051001"],
    [at("FNB", "1", "250 017"), "250017"],
    [at("FNB", "1", "25"), "250655"],
    [at("Capitec", "1"), "470010"],
    [at("Postbank", "1"), "460005"],
    [at("Access Bank", "1"), "410105"],
    [at("Capitec Business", "1"), null],
    [at("Standard Chartered", "1"), null],
    [at("Savings and Trust", "1"), null],
    [at("Savings and Trust", "1", "123456"), "123456"],
  ] as const)("of %o is %s", ([account, code]) => {
    expect(branchCodeOf(account)).toBe(code);
  });
});
