import { describe, expect, test } from "vitest";
import {
  accountNamer,
  isAmongAccounts,
  isOneAccount,
  mayBeOneAccount,
  sharedEnding,
} from "./account-number.rules.ts";

const own = "09012812341234";
const masked = "XXXX XXXX XXXX 1234";

// shows T396
describe("an account that is the shop's", () => {
  const other = "71000004567";
  const named = "GBP Savings 2";

  test("is its own or one of the others, however a file writes it", () => {
    for (const written of [own, `250655${own}`, masked, "", other, `51${other}`, "****4567", named])
      expect([written, isAmongAccounts(written, own, [other, named])]).toEqual([written, true]);
  });

  test("is no other one, also where it ends alike", () => {
    for (const written of ["99999", `9${other.slice(1)}`, "0104567", "GBP Savings 3", "4000111122"])
      expect([written, isAmongAccounts(written, own, [other, named])]).toEqual([written, false]);
  });

  test("is none where the shop has none, but what was allowed", () => {
    for (const written of ["", own, masked, named])
      expect([written, isAmongAccounts(written, "", [])]).toEqual([written, false]);
    expect(isAmongAccounts("", "", [""])).toBe(true);
    expect(isAmongAccounts("", "", [other])).toBe(false);
    expect(isAmongAccounts(own, "", [""])).toBe(false);
  });
});

describe("the name of an account", () => {
  test("is none for the shop's own, however a file writes it", () => {
    for (const written of [own, "0901 2812 3412 34", `250655${own}`, masked, "12341234", ""])
      expect(accountNamer(own, [written])(written)).toBeNull();
    expect(accountNamer(own, [masked, "4000111122"])(masked)).toBeNull();
  });

  test("is its last digits for another one, by as many as tell it apart", () => {
    const [other, another] = ["71000004567", "62881234567"];
    const nameOf = accountNamer(own, [masked, other, another, "****9999"]);
    expect([masked, other, another, "****9999"].map(nameOf)).toEqual([
      null,
      "04567",
      "34567",
      "9999",
    ]);
  });

  test("is the words of one that is named by words", () => {
    const named = ["GBP Main", "gbp  reserve", "GBP Savings 2", "GBP Savings 3"];
    const nameOf = accountNamer(own, [own, ...named, ""]);
    expect([own, ...named, ""].map(nameOf)).toEqual([
      null,
      "GBP Main",
      "gbp  reserve",
      "GBP Savings 2",
      "GBP Savings 3",
      null,
    ]);
    expect(nameOf("GBP RESERVE")).toBe("gbp  reserve");
    expect(sharedEnding("GBP Savings 2", [own, ...named])).toBeNull();
  });

  test("is the digits themselves where the shop's own and another end with them", () => {
    const other = "55500001234";
    const nameOf = accountNamer(own, [own, masked, other]);
    expect([own, masked, other].map(nameOf)).toEqual([null, "1234", "01234"]);
    expect(sharedEnding(masked, [own, other])).toBe("1234");
  });
});

test.for([
  ["GBP Main", "gbp main", true],
  ["GBP Main", "GBP Reserve", false],
  ["GBP Main", "12345678", false],
  ["GBP Main", "", false],
  ["12345678", "20-00-00 12345678", true],
  ["62-0000 1", "", false],
] as const)("%s and %s are one account: %s", ([one, other, expected]) => {
  expect(isOneAccount(one, other)).toBe(expected);
  expect(isOneAccount(other, one)).toBe(expected);
});

test("an ending is shared where several accounts have it", () => {
  const [one, other] = ["71000004567", "62881234567"];
  expect(sharedEnding("****4567", [one, other])).toBe("4567");
  expect(sharedEnding("****4567", [one, `250655 ${one}`])).toBeNull();
  expect(sharedEnding(one, [one, other])).toBeNull();
  expect(sharedEnding("", [one, other])).toBeNull();
});

test.for([
  ["12345678", "20-00-00 12345678", true],
  ["31926819", "GB29NWBK60161331926819", true],
  ["XXXX XXXX XXXX 1234", "09012812341234", true],
  ["62000000000", "62000000000ZAR", true],
  ["0012345678", "20-00-11 12345678", true],
  ["62-0000 1", "", true],
  ["62-0000 1", "62-0000 2", false],
  ["20-00-00 12345678", "30-00-00 12345678", false],
  ["XXXX 1234", "09012812341235", false],
  ["GBP Main", "gbp main", true],
  ["GBP Main", "GBP Reserve", false],
  ["GBP Savings 2", "GBP Savings 3", false],
  ["GBP Savings", "", true],
  ["GBP Savings", "12345678", true],
] as const)("%s and %s may be one account: %s", ([one, other, expected]) => {
  expect(mayBeOneAccount(one, other)).toBe(expected);
  expect(mayBeOneAccount(other, one)).toBe(expected);
});
