import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/core";
import type { Country } from "../region.ts";
import { exact } from "../texts.ts";
import { phoneMetadata } from "./phone-metadata.ts";

const callingCodes: Readonly<Record<Country, string>> = { ZA: "27", GB: "44", US: "1" };
/** Digits and common separators only. */
const looksLikeNumber = /^[+(]?\d[\d\s().-]{5,30}$/;
/** Toll-free, premium-rate and company-wide numbers cannot be personal. */
const personalKinds = new Set(["MOBILE", "FIXED_LINE", "FIXED_LINE_OR_MOBILE", "VOIP"]);
/** "exactly 10 digits" including the leading zero (specification, section 5); the library accepts shorter numbers. */
const southAfricanDigits = 9;

/**
 * Parses a typed number: "082 123 4567", "+27 82 123 4567", "0027…" and "27821234567" are equivalent. Numbers of the
 * other supported countries are accepted in international form.
 *
 * @returns the number in E.164 form, or null if it is invalid
 */
export function parsePhone(typed: string, country: Country): string | null {
  const given = exact(typed)
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replace(/^\((\+\d+)\)/, "$1");
  if (!looksLikeNumber.test(given)) return null;
  // In "+27 (0)82 …" the zero is for domestic calls only.
  const dialled = given.replace(/^00/, "+").replace(/^(\+[\d\s]+)\(0\)/, "$1");
  const number = numberIn(dialled, country);
  return number !== null && isPersonal(number) ? number.number : null;
}

/**
 * Formats a number in the national form, "082 123 4567". A number that cannot be parsed is returned unchanged.
 *
 * @param country if given, numbers of other countries are formatted as "+27 82 123 4567", so that they parse again
 */
export function nationalPhone(international: string, country?: Country): string {
  const number = numberIn(international);
  if (!number) return international;
  const isAbroad = country !== undefined && number.countryCallingCode !== callingCodes[country];
  return isAbroad ? number.formatInternational() : number.formatNational();
}

/** A number in any notation as people read it, "082 123 4567". A number that cannot be dialled is returned unchanged. */
export function readablePhone(typed: string, country: Country): string {
  const number = parsePhone(typed, country);
  return number === null ? typed : nationalPhone(number, country);
}

function numberIn(dialled: string, country?: Country): PhoneNumber | null {
  const options = { extract: false, ...(country !== undefined && { defaultCountry: country }) };
  return parsePhoneNumberFromString(dialled, options, phoneMetadata) ?? null;
}

function isPersonal(number: PhoneNumber): boolean {
  if (!number.isValid() || !personalKinds.has(number.getType() ?? "")) return false;
  return number.country !== "ZA" || number.nationalNumber.length === southAfricanDigits;
}
