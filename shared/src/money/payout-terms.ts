// Separate from the schemas, so that the browser does not load a validator for them.
export const payoutStates = ["requested", "paid", "rejected"] as const;
export type PayoutState = (typeof payoutStates)[number];

export const payoutSorts = ["requested", "fullName", "amount"] as const;
