import { shopEmail, shopName } from "@portal/shared/platform/constants.ts";

/** Shown until the shop settings are loaded. */
export const shop = {
  name: shopName,
  email: shopEmail,
  /** The office's. */
  timeZone: "Africa/Johannesburg",
} as const;
