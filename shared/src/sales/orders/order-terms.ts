// Separate from the schemas, so that the browser does not load a validator for them.

export const orderStates = ["placed", "paid", "cancelled", "partly-refunded", "refunded"] as const;
/** The same on screens and in files. */
export const orderStateWords = {
  placed: "To pay",
  paid: "Paid",
  cancelled: "Cancelled",
  "partly-refunded": "Partly refunded",
  refunded: "Refunded",
} as const satisfies Record<(typeof orderStates)[number], string>;
export const orderSorts = ["placedAt", "orderNumber", "total"] as const;

export const paymentWays = ["card", "eft", "credit"] as const;

/** The office's order tasks, which are views of its list. */
export const orderWorks = [
  "to-quote",
  "to-ship",
  "to-pack",
  "collection",
  "sent-unpaid",
  "problem",
] as const;
export type OrderWork = (typeof orderWorks)[number];

/** The most orders of one action on several: reassigned, packed or shipped. */
export const ordersAtOnceMax = 100;

/** The number of sellers in a picker; a longer search text narrows the list. */
export const shownSellersMax = 20;
