/** The DELIVERY line of an order; its price is the price of one parcel (specification, section 9). */
export const deliveryProductId = 142;
export const deliveryProductCode = "DELIVERY";

export const unitsPerParcel = 60;
export const quantityMax = 1000;
/** The default initial quantity of one product (specification, section 9): preset by the office's form, and added by the shop's. */
export const startingQuantity = { productId: 1_699_856, quantity: 4 } as const;

/** How many of a product one press adds to an order that has none of it. */
export function firstQuantityOf(productId: number): number {
  return productId === startingQuantity.productId ? startingQuantity.quantity : 1;
}

/** Self-collection costs nothing (specification, section 9). */
export const selfCollectionService = "COL";

/** A distributor's link is remembered this long (docs/domain.md, "Who made the sale"). */
export const viaCookieName = "via";
export const viaDays = 30;

export const eftPrefix = "RH";

/** In an email it marks a deleted user of the former shop (specification, section 6). */
export const inactiveMark = "(inactive";

/** An attacker with a stolen account would first change the bank details, so recent changes need confirmation. */
export const bankDetailsHoldHours = 48;

/** Codes go to a new number only after this time, because an attacker with a stolen account would first change it. */
export const cellHoldHours = 48;

/** Waits of decisions; `waits` in acts.ts says why, and has them in seconds. */
export const signInHoldHours = 48;
export const aloneWaitHours = 72;
export const decisionLifeDays = 14;
export const lookbackDays = 30;

export const codeLifeMinutes = 10;
export const accountLinkLifeDays = 7;

/** Monday to Friday (specification, section 9), as hours of the day. */
export const collectionOpens = 9;
export const collectionCloses = 15;
export const collectionHours = `Monday to Friday, ${collectionOpens}:00 to ${collectionCloses}:00`;

/** The default sender of messages and the address for replies. */
export const shopName = "Rhizo";
export const shopEmail = "orders@shop.test";

/** Text pages that are prerendered, so that they work without JavaScript. */
export const articlePaths = [
  "/privacy-policy",
  "/returns-policy",
  "/shipping-info",
  "/accessibility",
] as const;

/** Shown by the shop's first page before an order is refused (specification, sections 5 and 8). */
export const nothingOrdered =
  "Please set the quantity you would like above and add/select a recipient below before you can proceed.";
export const stockIssuesWords = "We are temporarily unable to take new orders.";

/** A guest's browser proves itself in this header when it downloads: URLs stay in the history and are passed on. */
export const guestIdHeader = "x-guest-id";
