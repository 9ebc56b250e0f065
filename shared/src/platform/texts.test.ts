import { describe, expect, test } from "vitest";
import { z } from "zod/mini";
import { emailSchema } from "./email.ts";
import { pagingFields } from "./paging.ts";
import { exact, folded, limitedText, requiredText } from "./texts.ts";
import { codeSchema, requiredEmailSchema } from "../people/accounts.ts";
import { postCodeSchema, ukPostcodeSchema } from "../people/addresses.ts";
import { oneTimeCodeSchema, recoveryCodeSchema } from "../people/factors.ts";
import { trackingReferenceSchema } from "../sales/delivery/arrange-delivery.ts";

/** What a paste brings, around a text and in it. */
const pastes = [
  ["an embedding", "\u202A", "\u202C"],
  ["an isolate", "\u2068", "\u2069"],
  ["a left-to-right mark", "\u200E", "\u200E"],
  ["a blank of no width", "\u200B", "\u200B"],
  ["a soft hyphen", "\u00AD", "\u00AD"],
  ["a byte order mark", "\uFEFF", ""],
  ["a variation mark", "", "\uFE0F"],
  ["a word joiner", "\u2060", "\u2060"],
  ["a no-break space", "\u00A0", "\u00A0"],
] as const;

describe.each(pastes)("%s around a text", (_name, before, after) => {
  const pasted = (text: string) => `${before}${text}${after}`;

  test.each([
    ["an email", emailSchema, "Zoe@Shop.test", "zoe@shop.test"],
    ["a required email", requiredEmailSchema, "zoe@shop.test", "zoe@shop.test"],
    ["a code", codeSchema, "ab1", "AB1"],
    ["a one-time code", oneTimeCodeSchema, "123 456", "123456"],
    ["a recovery code", recoveryCodeSchema, "ab12-cd34-ef56-gh78", "AB12CD34EF56GH78"],
    ["a postal code", postCodeSchema, "7550", "7550"],
    ["a postcode", ukPostcodeSchema, "sw1a1aa", "SW1A 1AA"],
    ["a tracking number", trackingReferenceSchema, "AB 12-3456 78", "AB12345678"],
    ["a search", z.object(pagingFields).shape.search, "RH10421", "RH10421"],
  ] as const)("is no part of %s", (_what, schema, typed, read) => {
    expect(z.parse(schema, pasted(typed))).toBe(read);
  });

  test("is dropped once, for all", () => {
    expect(exact(pasted("A B"))).toBe("A B");
  });
});

describe("a name", () => {
  test.each([
    ["\u202AThandi\u202C", "Thandi"],
    ["\u200BThandi\u00AD", "Thandi"],
    ["Nomvula\u00A0", "Nomvula"],
    // They join letters, and colour an emoji.
    ["می\u200Cخواهم", "می\u200Cخواهم"],
    ["❤\uFE0F", "❤\uFE0F"],
  ])("of %j is %j", (typed, read) => {
    expect(z.parse(limitedText(100), typed)).toBe(read);
  });

  test("of marks that nobody sees is none", () => {
    const { success } = z.safeParse(requiredText(100, "First name required.", 2), "\u200B\u2060");
    expect(success).toBe(false);
  });
});

test.each([
  ["O’Brien", "o'brien"],
  ["Zoë  Wałęsa ", "zoe walesa"],
  ["Zoe\u0308", "zoe"],
])("%s is found as %s", (text, wanted) => {
  expect(folded(text)).toBe(wanted);
});
