/** The DELIVERY line of an order; its price is the price of one parcel (specification, section 9). */
export const deliveryProductId = 142;
export const deliveryProductCode = "DELIVERY";

export const unitsPerParcel = 60;
export const quantityMax = 1000;
export const deliveryNotesMax = 60;
export const giftMessageMax = 200;
/** What an order form of the office begins with, where the shop has that product. */
export const startingQuantity = { productId: 1_699_856, quantity: 4 } as const;

/** Self-collection costs nothing (specification, section 9). */
export const selfCollectionService = "COL";

/** A distributor's link is remembered this long (docs/domain.md, "Who made the sale"). */
export const viaCookieName = "via";
export const viaDays = 30;

export const eftPrefix = "RH";

/** Who writes to people, and where their answers go. */
export const shopName = "Rhizo";
export const shopEmail = "orders@shop.test";

/** Pages of plain text, drawn when the client is built, so that they can be read without a script. */
export const articlePaths = [
  "/privacy-policy",
  "/returns-policy",
  "/shipping-info",
  "/accessibility",
] as const;

/** What the shop's first page says itself, before anything is refused (specification, sections 5 and 8). */
export const nothingOrdered =
  "Please set the quantity you would like above and add/select a recipient below before you can proceed.";
export const stockIssuesWords = "We are temporarily unable to take new orders.";
