import { articlePaths, shopName } from "./constants.ts";

type PublicPage = Readonly<{ title: string; description: string }>;
type PublicPath = "/" | "/contact-us" | (typeof articlePaths)[number];

/** The pages that search engines list, with what they and messengers show of them; those of products come from the office. */
export const publicPages: Readonly<Record<PublicPath, PublicPage>> = {
  "/": {
    title: `Order – ${shopName}`,
    description: "Order 50 ml bottles and have them delivered to someone you care for.",
  },
  "/contact-us": {
    title: `Contact us – ${shopName}`,
    description: "Ask us about an order, a delivery or a product.",
  },
  "/privacy-policy": {
    title: `Privacy policy – ${shopName}`,
    description: "What we keep about you, why, for how long, and how to have it deleted.",
  },
  "/returns-policy": {
    title: `Returns – ${shopName}`,
    description: "How to return an order, and when you have your money back.",
  },
  "/shipping-info": {
    title: `Shipping – ${shopName}`,
    description: "How we deliver, what it costs and how long it takes.",
  },
  "/accessibility": {
    title: `Accessibility – ${shopName}`,
    description:
      "How to use the shop with a keyboard or a screen reader, and whom to tell of a barrier.",
  },
};

/** Of every other page: what a link to it shows says nothing of what is behind it. */
export const anyPage: PublicPage = {
  title: shopName,
  description: publicPages["/"].description,
};

export function publicPageAt(path: string): PublicPage | null {
  return isPublicPath(path) ? publicPages[path] : null;
}

function isPublicPath(path: string): path is PublicPath {
  return Object.hasOwn(publicPages, path);
}
