import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/core";
import type { Region } from "../region.ts";
import { phoneMetadata } from "./phone-metadata.ts";

/** Countries whose numbers are understood in national form (docs/decisions.md, 7). */
export const phoneCountries = ["ZA", "GB", "US"] as const;
export type PhoneCountry = (typeof phoneCountries)[number];

/** Where a number without a country is from. */
export const phoneCountryOf: Readonly<Record<Region, PhoneCountry>> = {
  za: "ZA",
  uk: "GB",
  usa: "US",
};

/** Figures and what people put between them; with anything else in it, it is not a number. */
const looksLikeNumber = /^[+(]?\d[\d\s().-]{5,30}$/;
/** People are reached there. Free, premium and company-wide numbers cannot be anybody's. */
const personalKinds = new Set(["MOBILE", "FIXED_LINE", "FIXED_LINE_OR_MOBILE", "VOIP"]);
/** "exactly 10 digits" with the zero in front (specification, section 5); the library takes shorter ones. */
const southAfricanDigits = 9;

/**
 * Reads a number as people type it: "082 123 4567", "+27 82 123 4567", "0027…" and "27821234567" are
 * one and the same. Numbers of the other countries that we know are taken in international form.
 *
 * @returns the number in international form without spaces (E.164), or null where it is none
 */
export function parsePhone(typed: string, country: PhoneCountry): string | null {
  const given = typed.trim();
  if (!looksLikeNumber.test(given)) return null;
  // "+27 (0)82 …": the zero is for callers from inside the country.
  const dialled = given.replace(/^00/, "+").replace(/^(\+[\d\s]+)\(0\)/, "$1");
  const number = numberIn(dialled, country);
  return number !== null && isPersonal(number) ? number.number : null;
}

/** As people of its country write it: "082 123 4567". What is no number of a country that we know stays as it is. */
export function nationalPhone(international: string): string {
  return numberIn(international)?.formatNational() ?? international;
}

function numberIn(dialled: string, country?: PhoneCountry): PhoneNumber | null {
  const options = { extract: false, ...(country !== undefined && { defaultCountry: country }) };
  return parsePhoneNumberFromString(dialled, options, phoneMetadata) ?? null;
}

function isPersonal(number: PhoneNumber): boolean {
  if (!number.isValid() || !personalKinds.has(number.getType() ?? "")) return false;
  return number.country !== "ZA" || number.nationalNumber.length === southAfricanDigits;
}
