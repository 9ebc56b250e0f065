import { phoneCountryOf } from "@portal/shared/phones/phone-number.ts";
import type { Region } from "@portal/shared/region.ts";
import type { Log } from "../../caller.ts";
import { numverify } from "./numverify.ts";
import { ownPhoneCheck } from "./own-phone-check.ts";
import type { PhoneCheck } from "./phone-check.ts";

export type PhoneSettings = Readonly<{ region: Region; phoneCheckUrl: string | null }>;

export function openPhoneCheck({ region, phoneCheckUrl }: PhoneSettings, log: Log): PhoneCheck {
  const country = phoneCountryOf[region];
  return phoneCheckUrl === null
    ? ownPhoneCheck(country)
    : numverify({ url: phoneCheckUrl, country, log });
}
