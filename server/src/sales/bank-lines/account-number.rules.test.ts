import { describe, expect, test } from "vitest";
import { accountNamer, sharedEnding } from "./account-number.rules.ts";

const own = "09012812341234";
const masked = "XXXX XXXX XXXX 1234";

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

  test("is the digits themselves where the shop's own and another end with them", () => {
    const other = "55500001234";
    const nameOf = accountNamer(own, [own, masked, other]);
    expect([own, masked, other].map(nameOf)).toEqual([null, "1234", "01234"]);
    expect(sharedEnding(masked, [own, other])).toBe("1234");
  });
});

test("an ending is shared where several accounts have it", () => {
  const [one, other] = ["71000004567", "62881234567"];
  expect(sharedEnding("****4567", [one, other])).toBe("4567");
  expect(sharedEnding("****4567", [one, `250655 ${one}`])).toBeNull();
  expect(sharedEnding(one, [one, other])).toBeNull();
  expect(sharedEnding("", [one, other])).toBeNull();
});
