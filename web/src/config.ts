import { shopEmail, shopName } from "@portal/shared/constants.ts";

/** Names, addresses and links of this shop that stand on its pages: the one place to change them. */
export const shop = {
  name: shopName,
  email: shopEmail,
  whatsappUrl: "https://wa.me/27000000000",
  facebookUrl: "https://www.facebook.com/",
  instagramUrl: "https://www.instagram.com/",
  cardProvider: "PayFast",
  /** Days and times are shown as they are at the office, whatever the device says. */
  timeZone: "Africa/Johannesburg",
} as const;
