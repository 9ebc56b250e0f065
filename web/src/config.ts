import { shopEmail, shopName } from "@portal/shared/constants.ts";

/** What is on the pages before the server has answered; what the office says of the shop comes from there. */
export const shop = {
  name: shopName,
  email: shopEmail,
  cardProvider: "PayFast",
  /** Days and times are shown as they are at the office, whatever the device says. */
  timeZone: "Africa/Johannesburg",
} as const;
