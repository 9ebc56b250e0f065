import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type EditField,
  type EditFieldKind,
  type EditTexts,
  isNeeded,
  isSaIdNumber,
  parsePrice,
  problemOf,
} from "../editing.ts";

const check = (kind: EditFieldKind, typed: string, isRequired = false) =>
  problemOf({ name: "it", label: "It", kind, isRequired }, { it: typed });

// shows S5.20
describe("a field of the office's forms", () => {
  test.each([
    ["text", "Required"],
    ["price", "Required"],
    ["image", "Required"],
    ["checkbox-group", "Please make at least one selection"],
    ["emails", "Please enter email addresses"],
    ["tel-input", "Please enter a number"],
  ] as const)("of %s that has to be filled in says “%s”", (kind, words) => {
    expect(check(kind, "  ", true)).toBe(words);
    expect(check(kind, "")).toBeNull();
  });

  test.each([
    ["int", "12", null],
    ["int", "-3", null],
    ["int", "1.5", "Please enter a whole number"],
    ["int", "1e3", "Please enter a whole number"],
    ["int", "9999999999", "Please enter a whole number"],
    ["number", "1,5", null],
    ["number", "x", "Please enter a number"],
    ["price", "1 234,50", null],
    ["price", "12.345", "Please enter a number"],
    ["price", "-1", "Please enter a number"],
    ["email", "a@b.co", null],
    ["email", "a@b", "Please enter a valid email address"],
    ["email", "a@b.co, c@d.co", "Please enter a valid email address"],
    ["emails", "a@b.co\n\n  c@d.co ", null],
    ["emails", "a@b.co\nnobody", "Please enter email addresses"],
    ["id-number", "8001015009087", null],
    ["id-number", "8001015009086", "Please enter a valid SA ID number"],
    ["phone", "082 123 4567", null],
    ["phone", "082", "Please check you've entered the number correctly!"],
    ["tel-input", "+27 82 123 4567", null],
    ["tel-input", "abc", "Please enter a valid number"],
    ["text", "anything", null],
    ["date", "anything", null],
  ] as const)("of %s takes “%s” with %s", (kind, typed, problem) => {
    expect(check(kind, typed)).toBe(problem);
  });
});

test("a required field may be empty if others make it optional", () => {
  const field = {
    name: "group",
    label: "Group",
    kind: "select",
    isRequired: true,
    isOptional: ({ code }: EditTexts) => code === "DELIVERY",
  } as const satisfies EditField;
  expect(problemOf(field, { group: "", code: "ORIG50" })).toBe("Required");
  expect(problemOf(field, { group: "", code: "DELIVERY" })).toBeNull();
  expect(isNeeded(field, { code: "DELIVERY" })).toBe(false);
});

describe("an identity number", () => {
  test.each([
    "8001015009087",
    "9202204720083",
    "8801235111088",
    "8506150123188",
    "8909025012083",
    // 29 February 2000; and a refugee.
    "0002295009084",
    "0002295000083",
    "9901015009285",
  ])("like %s is one", (number) => {
    expect(isSaIdNumber(number)).toBe(true);
  });

  test.each([
    ["a day that there is not", "8013015009082"],
    ["a thirteenth month", "9913015009082"],
    ["a 30th of February", "8002305009084"],
    ["a wrong check digit", "9202204720082"],
    ["the 29th of February of no leap year", "0102295009082"],
    ["a citizenship that there is not", "8001015009582"],
    ["too few digits", "800101500908"],
    ["letters", "80010150090a7"],
    ["spaces", "8001015009087 "],
  ])("with %s is none", (_what, number) => {
    expect(isSaIdNumber(number)).toBe(false);
  });

  // shows S5.20
  test("is invalid with any single digit changed", () => {
    fc.assert(
      fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digits = "8001015009087".split("");
        digits[place] = String((Number(digits[place]) + by) % 10);
        expect(isSaIdNumber(digits.join(""))).toBe(false);
      }),
    );
  });
});

test("amounts are parsed as written", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), (minor) => {
      expect(parsePrice((minor / 100).toFixed(2))).toBe(minor);
    }),
  );
});
