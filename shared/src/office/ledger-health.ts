/** The projections against a replay, the hash chain, the payout-ratio cap, and money that takes a decision of two admins. */
export type LedgerCheck = "replay" | "chain" | "plan" | "decisions";

/** Why payouts are stopped: a failed check, or sales in two currencies in one ledger. */
export type PayoutStop = LedgerCheck | "currencies";
