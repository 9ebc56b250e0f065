/** What lists of orders are narrowed and sorted by, for the browser as well: nothing is parsed here. */
export const orderStates = ["placed", "paid", "cancelled", "partly-refunded", "refunded"] as const;
export const orderSorts = ["placedAt", "orderNumber", "total"] as const;

export const paymentWays = ["card", "eft", "credit"] as const;

/** What the office has to do with orders: the views of its list, beside those to be paid. */
export const orderWorks = ["to-quote", "to-ship", "to-pack", "collection", "problem"] as const;
export type OrderWork = (typeof orderWorks)[number];

export const reassignedAtOnceMax = 100;
