import type { ApiOutputs } from "../api/api.ts";

/** The default terms of new stockists, and their maxima. */
export const someStockistTerms: ApiOutputs["settings"]["stockists"] = {
  stockistMarginDefault: 25,
  stockistPercentDefault: 10,
  stockistMarginMax: 40,
  stockistPercentMax: 20,
};

/** A South African shop without notices. */
export const someSettings: ApiOutputs["settings"]["public"] = {
  region: "za",
  currency: "ZAR",
  phoneCountry: "ZA",
  timeZone: "Africa/Johannesburg",
  checkoutNotice: null,
  stockIssues: null,
  blackFridayPercent: null,
  hasAddressLookup: false,
  mapTiles: null,
  shopUrl: "https://shop.test",
  websiteUrl: "https://www.shop.test/",
  shop: { name: "Rhizo (Pty) Ltd", address: "", companyNo: "2020/000000/07", vatNo: "" },
  office: { name: "Rhizo", address: ["1 Buitenkant Street", "Gardens", "Cape Town 8001"] },
  contact: {
    email: "help@shop.test",
    whatsappUrl: "https://wa.me/27821234567",
    facebookUrl: null,
    instagramUrl: "https://www.instagram.com/shop",
  },
};
