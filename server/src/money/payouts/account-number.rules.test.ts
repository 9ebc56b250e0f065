import { describe, expect, test } from "vitest";
import { branchCodeOf, canBeAccount } from "./account-number.rules.ts";

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
    expect(canBeAccount(at(bank, number), "za")).toBe(isRight);
  });

  test("at FNB is rejected for a single wrong digit, unless a doubled digit is off by five", () => {
    const right = "62001234567";
    for (let place = 0; place < right.length; place++)
      for (const digit of "0123456789") {
        const typed = right.slice(0, place) + digit + right.slice(place + 1);
        // A doubled digit that is off by five changes the sum by ten, so the check misses it.
        const isUnseen = place % 2 === 1 && Math.abs(Number(digit) - Number(right[place])) === 5;
        expect(canBeAccount(at("FNB", typed), "za")).toBe(typed === right || isUnseen);
      }
  });
});

test.for([
  ["uk", "12345678", true],
  ["uk", "12-34 567", true],
  ["uk", "123456789", false],
  ["uk", "GB29 NWBK 6016 1331 9268 19", false],
  ["usa", "4321", true],
  ["usa", "12345678901234567", true],
  ["usa", "123456789012345678", false],
  ["usa", "12;drop", false],
  ["uk", "…", false],
] as const)("an account number in %s: %s is %s", ([region, number, isRight]) => {
  expect(canBeAccount(at("Bank", number), region)).toBe(isRight);
});

test("the branch of a bank abroad is what the person entered, if it can be one", () => {
  expect(branchCodeOf(at("Barclays", "1", "20-00-00"), "uk")).toBe("200000");
  expect(branchCodeOf(at("Standard Bank", "1"), "uk")).toBeNull();
  expect(branchCodeOf(at("Chase", "1", "021000021"), "usa")).toBe("021000021");
  expect(branchCodeOf(at("Chase", "1", "021000022"), "usa")).toBeNull();
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
    expect(branchCodeOf(account, "za")).toBe(code);
  });
});
