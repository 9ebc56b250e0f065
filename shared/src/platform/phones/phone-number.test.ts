import { countries } from "../region.ts";
import * as fc from "fast-check";
import everyCountry from "libphonenumber-js/max/metadata" with { type: "json" };
import { describe, expect, test } from "vitest";
import { phoneMetadata } from "./phone-metadata.ts";
import { nationalPhone, parsePhone, readablePhone } from "./phone-number.ts";

describe("a South African number", () => {
  test.each([
    "0821234567",
    "082 123 4567",
    "082-123-4567",
    "(082) 123 4567",
    " 0821234567 ",
    "+27821234567",
    "+27 82 123 4567",
    "+27 (0)82 123 4567",
    "+27 082 123 4567",
    "0027821234567",
    "27821234567",
    "\u202A082 123 4567\u202C",
    "082\u2011123\u20134567",
    "\u2068+27 82 123 4567\u2069",
    "082\u200B1234567",
    "082\u2212123\u22124567",
    "(+27) 82 123 4567",
  ])("is understood as %s", (typed) => {
    expect(parsePhone(typed, "ZA")).toBe("+27821234567");
  });

  test.each([
    ["082123456", "nine digits"],
    ["08212345678", "eleven digits"],
    ["0800123456", "free for the caller"],
    ["0860123456", "of a whole company"],
    ["0862123456", "premium"],
    ["07400123456", "of another country, in national form"],
    ["", "nothing"],
    ["082", "too short to be any"],
    ["082 123 456a", "a letter"],
    ["0821234567 ext 4", "an extension"],
    ["call 0821234567", "words"],
    ["0821234567\r\nBcc: x@y.example", "a header"],
    ["٠٨٢١٢٣٤٥٦٧", "other figures"],
    ["+".repeat(500), "nothing but signs"],
    ["0".repeat(100_000), "too long"],
  ])("is not %s (%s)", (typed) => {
    expect(parsePhone(typed, "ZA")).toBeNull();
  });

  test("may be a landline or VoIP number", () => {
    expect(parsePhone("021 123 4567", "ZA")).toBe("+27211234567");
    expect(parsePhone("087 123 4567", "ZA")).toBe("+27871234567");
  });
});

// shows S9.19
describe("numbers of other countries", () => {
  test.each([
    ["07400123456", "GB", "+447400123456"],
    ["447400123456", "GB", "+447400123456"],
    ["07911 123456", "GB", "+447911123456"],
    ["020 7946 0958", "GB", "+442079460958"],
    ["(201) 555-0123", "US", "+12015550123"],
    ["1 201 555 0123", "US", "+12015550123"],
    ["+44 7400 123456", "ZA", "+447400123456"],
    ["00447400123456", "ZA", "+447400123456"],
    ["+27 82 123 4567", "US", "+27821234567"],
  ] as const)("%s in %s is %s", (typed, country, international) => {
    expect(parsePhone(typed, country)).toBe(international);
  });

  test.each([
    ["07123", "GB"],
    ["800 555 0123", "US"],
    ["+49 151 12345678", "ZA"],
    ["+1 416 555 0123", "ZA"],
  ] as const)("%s in %s is none that we know", (typed, country) => {
    expect(parsePhone(typed, country)).toBeNull();
  });
});

test.each([
  ["0821234567", "ZA", "082 123 4567"],
  ["+27821234567", "ZA", "082 123 4567"],
  ["(082) 123-4567", "ZA", "082 123 4567"],
  ["07400123456", "ZA", "07400123456"],
  ["07400123456", "GB", "07400 123456"],
  ["+27821234567", "GB", "+27 82 123 4567"],
  ["2015550123", "US", "(201) 555-0123"],
  ["ask reception", "ZA", "ask reception"],
  ["", "ZA", ""],
] as const)("%s in %s is read as %s", (typed, country, read) => {
  expect(readablePhone(typed, country)).toBe(read);
});

describe("the national form", () => {
  test.each([
    ["+27821234567", "082 123 4567"],
    ["+27211234567", "021 123 4567"],
    ["+447400123456", "07400 123456"],
    ["+12015550123", "(201) 555-0123"],
  ])("of %s is %s", (international, national) => {
    expect(nationalPhone(international)).toBe(national);
  });

  test.each([
    ["+27821234567", "ZA", "082 123 4567"],
    ["+27821234567", "US", "+27 82 123 4567"],
    ["+12015550123", "US", "(201) 555-0123"],
    ["+12015550123", "ZA", "+1 201 555 0123"],
    ["+447400123456", "US", "+44 7400 123456"],
  ] as const)("of %s in %s is %s, and read back as the same", (international, country, shown) => {
    expect(nationalPhone(international, country)).toBe(shown);
    expect(parsePhone(shown, country)).toBe(international);
  });

  test.each(["+4915112345678", "unknown", ""])("leaves %j as it is", (other) => {
    expect(nationalPhone(other)).toBe(other);
  });

  test("parses back to the same number", () => {
    const subscriber = fc.integer({ min: 0, max: 9_999_999 });
    fc.assert(
      fc.property(fc.constantFrom("82", "83", "72", "61"), subscriber, (prefix, figures) => {
        const international = `+27${prefix}${String(figures).padStart(7, "0")}`;
        const read = parsePhone(international, "ZA");
        // Not every range is assigned.
        if (read === null) return;
        expect(read).toBe(international);
        expect(parsePhone(nationalPhone(read), "ZA")).toBe(international);
      }),
    );
  });
});

test("any input is parsed or refused without an exception", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[+(]?[\d ().-]{0,40}$/)),
      fc.constantFrom(...countries),
      (typed, country) => {
        expect(parsePhone(typed, country) ?? "+0").toMatch(/^\+\d{1,15}$/);
      },
    ),
  );
});

/** The file is an excerpt, so that the browser does not load two hundred countries. */
test("the numbering plans equal those of the library", () => {
  const { countries: known, country_calling_codes: codes, version } = everyCountry;
  const { ZA, GB, US, GG, JE, IM } = known;
  expect(phoneMetadata).toEqual({
    version,
    country_calling_codes: { 1: ["US"], 27: codes["27"], 44: codes["44"] },
    nonGeographic: {},
    countries: { ZA, GB, US, GG, JE, IM },
  });
});
