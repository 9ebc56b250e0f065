import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/core";
import type { Country } from "../region.ts";
import { phoneMetadata } from "./phone-metadata.ts";

const callingCodes: Readonly<Record<Country, string>> = { ZA: "27", GB: "44", US: "1" };
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
export function parsePhone(typed: string, country: Country): string | null {
  const given = typed.trim();
  if (!looksLikeNumber.test(given)) return null;
  // "+27 (0)82 …": the zero is for callers from inside the country.
  const dialled = given.replace(/^00/, "+").replace(/^(\+[\d\s]+)\(0\)/, "$1");
  const number = numberIn(dialled, country);
  return number !== null && isPersonal(number) ? number.number : null;
}

/**
 * As people of its country write it: "082 123 4567". What is no number of a country that we know stays as it is.
 *
 * @param country where it is read back as the same number: one from elsewhere is "+27 82 123 4567" there
 */
export function nationalPhone(international: string, country?: Country): string {
  const number = numberIn(international);
  if (!number) return international;
  const isAbroad = country !== undefined && number.countryCallingCode !== callingCodes[country];
  return isAbroad ? number.formatInternational() : number.formatNational();
}

function numberIn(dialled: string, country?: Country): PhoneNumber | null {
  const options = { extract: false, ...(country !== undefined && { defaultCountry: country }) };
  return parsePhoneNumberFromString(dialled, options, phoneMetadata) ?? null;
}

function isPersonal(number: PhoneNumber): boolean {
  if (!number.isValid() || !personalKinds.has(number.getType() ?? "")) return false;
  return number.country !== "ZA" || number.nationalNumber.length === southAfricanDigits;
}
