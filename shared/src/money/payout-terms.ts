/** What the list of payout requests is narrowed and sorted by, for the browser as well: nothing is parsed here. */
export const payoutStates = ["requested", "paid", "rejected"] as const;
export type PayoutState = (typeof payoutStates)[number];

export const payoutSorts = ["requested", "fullName", "amount"] as const;
