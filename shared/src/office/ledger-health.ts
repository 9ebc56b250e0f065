/** What is looked over: the tables against a replay, the hashes of the events, the law of the plan. */
export const ledgerChecks = ["replay", "chain", "plan"] as const;
export type LedgerCheck = (typeof ledgerChecks)[number];

/** Why no payout is made: what a look found wrong, or sales of two currencies in one ledger. */
export type PayoutStop = LedgerCheck | "currencies";
