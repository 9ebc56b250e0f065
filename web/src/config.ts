/** Names, addresses and links of this shop that stand on its pages: the one place to change them. */
export const shop = {
  name: "Rhizo",
  email: "orders@shop.test",
  whatsappUrl: "https://wa.me/27000000000",
  facebookUrl: "https://www.facebook.com/",
  instagramUrl: "https://www.instagram.com/",
  /** Days and times are shown as they are at the office, whatever the device says. */
  timeZone: "Africa/Johannesburg",
} as const;
