import { describe, expect, test } from "vitest";
import { countries, countryOf, phoneExample, placeLine, regions } from "../platform/region.ts";
import { parsePhone } from "../platform/phones/phone-number.ts";
import { americanStates } from "./provinces.ts";
import { hasPlace, nationalNumber, recipientSchema } from "./addresses.ts";

const american = {
  entry: "us",
  recipientFirstName: "Kim",
  recipientLastName: "Jacobs",
  recipientCell: "2015550123",
  recipientEmail: "kim@example.test",
  businessOrResidential: "Residential",
  streetAddress: "1 Main Street",
  town: "Austin",
  province: "TX",
  postalCode: "78701",
} as const;
const { province: _province, ...withoutState } = american;
const british = {
  ...withoutState,
  entry: "uk",
  postalCode: "SW1A 1AA",
  recipientCell: "07400900123",
} as const;
const wrongOf = (changed: object) =>
  recipientSchema.safeParse({ ...american, ...changed }).error?.issues[0]?.message;

describe("a recipient's number", () => {
  const southAfrican = {
    ...american,
    entry: "manual",
    manualSuburb: "Gardens",
    province: "Western Cape",
    postalCode: "8001",
  };

  test.each([
    ["082-123-4567", southAfrican, "0821234567"],
    ["(082) 123 4567", southAfrican, "0821234567"],
    ["082.123.4567", southAfrican, "0821234567"],
    ["082\u2011123\u20114567", southAfrican, "0821234567"],
    ["+27 (0)82 123 4567", southAfrican, "0821234567"],
    ["0027 82 123 4567", southAfrican, "0821234567"],
    ["27821234567", southAfrican, "0821234567"],
    ["(+27) 82 123 4567", southAfrican, "0821234567"],
    ["082\u2212123\u22124567", southAfrican, "0821234567"],
    ["447400900123", british, "07400900123"],
    ["\u202A082 123 4567\u202C", southAfrican, "0821234567"],
    ["07400-900-123", british, "07400900123"],
    ["(07400) 900123", british, "07400900123"],
    ["+44 (0)7400 900123", british, "07400900123"],
    ["\u2068(201) 555-0123\u2069", american, "2015550123"],
  ])("is understood as %j", (typed, recipient, digits) => {
    const read = recipientSchema.parse({ ...recipient, recipientCell: typed });
    expect(read.recipientCell).toBe(digits);
    const other = recipientSchema.parse({
      ...recipient,
      recipientCell: typed,
      recipientAltNumber: typed,
    });
    expect(other.recipientAltNumber).toBe(digits);
  });

  test.each([
    ["+27 (0)82 123 4567", "ZA", "0821234567"],
    ["+44 (0)7400 900123", "GB", "07400900123"],
    ["0027821234567", "ZA", "0821234567"],
  ] as const)("is the same where it is converted at each key of %j", (typed, country, digits) => {
    const field = typed
      .split("")
      .reduce((before, key) => nationalNumber(before + key, country), "");
    expect(field).toBe(digits);
  });

  test.each(["082 123 456", "08212345678", "082-123-4567 ext 2", "call me", "+49 151 12345678"])(
    "is refused in South Africa as %j, with the words of the specification",
    (recipientCell) => {
      const { error } = recipientSchema.safeParse({ ...southAfrican, recipientCell });
      expect(error?.issues[0]?.message).toBe(
        "Please enter a 10-digit SA phone number without country code, spaces, or special characters",
      );
    },
  );
});

describe("a recipient in the United Kingdom", () => {
  test.each([
    ["streetAddress", "x".repeat(101)],
    ["line2", "x".repeat(101)],
    ["line3", "x".repeat(101)],
    ["recipientEmail", `${"x".repeat(95)}@shop.test`],
  ])("has no %s that the post does not take", (field, typed) => {
    const { error } = recipientSchema.safeParse({ ...british, [field]: typed });
    expect(error?.issues[0]).toMatchObject({
      path: [field],
      message: "Use 100 characters at most",
    });
    expect(recipientSchema.safeParse(british).success).toBe(true);
  });
});

describe("a recipient in the United States", () => {
  test.each([
    ["postalCode", "78701", "78701"],
    ["postalCode", " 78701 - 1234 ", "78701-1234"],
    ["postalCode", "787011234", "78701-1234"],
    ["province", " ny ", "NY"],
    ["recipientCell", "(201) 555-0123", "2015550123"],
    ["recipientCell", "+1 201.555.0123", "2015550123"],
    ["recipientCell", "1-201-555-0123", "2015550123"],
    ["recipientAltNumber", "", ""],
  ])("has %s %j as %j", (field, typed, kept) => {
    expect(recipientSchema.parse({ ...american, [field]: typed })).toMatchObject({ [field]: kept });
  });

  test.each([
    [{ postalCode: "7870" }, "Please enter a ZIP code like 10001 or 10001-1234"],
    [{ postalCode: "８７８０１" }, "Please enter a ZIP code like 10001 or 10001-1234"],
    [{ province: "" }, "Please choose a state"],
    [{ province: "WC" }, "Please choose a state"],
    [{ province: "__proto__" }, "Please choose a state"],
    [{ recipientCell: "0821234567" }, "Please enter a US phone number like (201) 555-0123"],
    [{ recipientCell: "201 055 0123" }, "Please enter a US phone number like (201) 555-0123"],
    [{ town: "" }, "Required"],
  ])("is refused with %o: %s", (changed, words) => {
    expect(wrongOf(changed)).toBe(words);
  });

  test("has one of the states that the form offers, and no other", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
    const pairs = letters.flatMap((first) => letters.map((second) => first + second));
    const taken = pairs.filter((province) => wrongOf({ province }) === undefined);
    expect(taken).toEqual(Object.keys(americanStates).toSorted());
  });

  test("requires a city, a state and a ZIP code", () => {
    const place = { suburb: "", town: "Austin", province: "TX", postalCode: "78701" };
    const there = { ...place, country: "US" } as const;
    expect(hasPlace(there)).toBe(true);
    expect(hasPlace({ ...there, province: " " })).toBe(false);
    expect(placeLine(there)).toBe("Austin, TX 78701");
  });
});

describe("a region", () => {
  test("has one country, whose example number is valid and unchanged by the form", () => {
    expect(regions.map((region) => countryOf[region])).toEqual([...countries]);
    for (const country of countries) {
      const international = parsePhone(phoneExample[country], country);
      expect(international).not.toBeNull();
      const national = nationalNumber(international ?? "", country);
      expect(parsePhone(national, country)).toBe(international);
    }
  });

  test("formats addresses in its own way", () => {
    const place = { suburb: "Gardens", town: "Cape Town", province: "Western Cape" };
    expect(placeLine({ ...place, country: "ZA", postalCode: "8001" })).toBe(
      "Gardens, Cape Town, 8001",
    );
    const london = { suburb: "", town: "London", province: "", postalCode: "SW1A 1AA" };
    expect(placeLine({ ...london, country: "GB" })).toBe("London, SW1A 1AA");
  });
});
