import { shopEmail, shopName } from "@portal/shared/platform/constants.ts";

/** What is on the pages before the server has answered; what the office says of the shop comes from there. */
export const shop = {
  name: shopName,
  email: shopEmail,
  cardProvider: "PayFast",
  /** Of the office, until the server has said where that is. */
  timeZone: "Africa/Johannesburg",
} as const;
