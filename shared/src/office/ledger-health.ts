/** The projections against a replay, the hash chain of the events, and the payout-ratio cap. */
export type LedgerCheck = "replay" | "chain" | "plan";

/** Why payouts are stopped: a failed check, or sales in two currencies in one ledger. */
export type PayoutStop = LedgerCheck | "currencies";
