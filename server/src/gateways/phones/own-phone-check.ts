import { parsePhone, type PhoneCountry } from "@portal/shared/platform/phones/phone-number.ts";
import type { PhoneCheck } from "./phone-check.ts";

/** Without a service outside: the rules of the countries, kept by libphonenumber. */
export function ownPhoneCheck(country: PhoneCountry): PhoneCheck {
  return {
    async check(typed) {
      const international = parsePhone(typed, country);
      return international === null
        ? { valid: false, message: "Please enter a valid number" }
        : { valid: true, international };
    },
  };
}
