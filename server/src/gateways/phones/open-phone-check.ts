import type { PhoneCountry } from "@portal/shared/platform/phones/phone-number.ts";
import type { Log } from "../../caller.ts";
import { numverify } from "./numverify.ts";
import { ownPhoneCheck } from "./own-phone-check.ts";
import type { PhoneCheck } from "./phone-check.ts";

export type PhoneSettings = Readonly<{ phoneCheckUrl: string | null }>;

/** @param phoneCountry where a number without a country is from; asked each time, because the office can change it */
export function openPhoneCheck(
  { phoneCheckUrl: url }: PhoneSettings,
  log: Log,
  phoneCountry: () => Promise<PhoneCountry>,
): PhoneCheck {
  return {
    async check(typed) {
      const country = await phoneCountry();
      const check = url === null ? ownPhoneCheck(country) : numverify({ url, country, log });
      return check.check(typed);
    },
  };
}
