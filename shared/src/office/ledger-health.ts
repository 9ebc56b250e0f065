/** The projections against a replay, the hash chain, the payout-ratio cap, and money that takes a decision of two admins. */
export const ledgerChecks = ["replay", "chain", "plan", "decisions"] as const;
export type LedgerCheck = (typeof ledgerChecks)[number];

/** Why payouts are stopped: a failed check, or sales in two currencies in one ledger. */
export type PayoutStop = LedgerCheck | "currencies";
