import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod/mini";
import { evenIfIncomplete, numberSchema, wrongNumber, wrongWholeNumber } from "./editing.ts";
import {
  choicesFieldSchema,
  emailFieldSchema,
  emailsFieldSchema,
  isSaIdNumber,
  phoneFieldSchema,
  saIdFieldSchema,
  telFieldSchema,
} from "./field-schemas.ts";

const fields = {
  int: numberSchema(wrongWholeNumber),
  price: numberSchema(wrongNumber),
  email: emailFieldSchema,
  emails: emailsFieldSchema,
  choices: choicesFieldSchema,
  "id-number": saIdFieldSchema,
  phone: phoneFieldSchema,
  tel: telFieldSchema,
} as const;

/** What a form shows: the first problem; null without any. */
const problem = (kind: keyof typeof fields, value: unknown) =>
  z.safeParse(fields[kind], value).error?.issues[0]?.message ?? null;

// shows S5.20
describe("a field of the office's forms", () => {
  test.each([
    ["int", null, "Required"],
    ["price", null, "Required"],
    ["email", "  ", "Required"],
    ["id-number", "  ", "Required"],
    ["phone", "  ", "Required"],
    ["choices", [], "Please make at least one selection"],
    ["emails", " \n ", "Please enter email addresses"],
    ["tel", "  ", "Please enter a number"],
  ] as const)("of %s that is left empty says what is missing", (kind, empty, words) => {
    expect(problem(kind, empty)).toBe(words);
  });

  test.each([
    ["int", 12, null],
    ["int", -3, null],
    ["int", 1.5, "Please enter a whole number"],
    ["int", Number.NaN, "Please enter a whole number"],
    ["int", "12", "Please enter a whole number"],
    ["price", 123_450, null],
    ["price", Number.NaN, "Please enter a number"],
    ["email", " a@b.co ", null],
    ["email", "a@b", "Please enter a valid email address"],
    ["email", "a@b.co, c@d.co", "Please enter a valid email address"],
    ["emails", "a@b.co\n\n  c@d.co ", null],
    ["emails", "a@b.co\nnobody", "Please enter email addresses"],
    ["choices", ["one"], null],
    ["id-number", "8001015009087", null],
    ["id-number", "8001015009086", "Please enter a valid SA ID number"],
    ["phone", "082 123 4567", null],
    ["phone", "082", "Please check you've entered the number correctly!"],
    ["tel", "+27 82 123 4567", null],
    ["tel", "abc", "Please enter a valid number"],
  ] as const)("of %s takes %j with %s", (kind, value, words) => {
    expect(problem(kind, value)).toBe(words);
  });
});

test("a rule between fields is checked while a number is missing elsewhere", () => {
  const schema = z
    .strictObject({ code: z.string(), size: z.string(), grams: numberSchema(wrongWholeNumber) })
    .check(
      z.refine(({ code, size }) => code === "DELIVERY" || size !== "", {
        path: ["size"],
        message: "Required",
        ...evenIfIncomplete,
      }),
    );
  const wrong = (value: unknown) =>
    z.safeParse(schema, value).error?.issues.map(({ path }) => path[0]);
  expect(wrong({ code: "ORIG50", size: "", grams: null })).toEqual(["grams", "size"]);
  expect(wrong({ code: "DELIVERY", size: "", grams: null })).toEqual(["grams"]);
  expect(wrong({ code: "DELIVERY", size: "", grams: 90 })).toBeUndefined();
  expect(wrong(null)).toEqual([undefined]);
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
