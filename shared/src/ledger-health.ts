/** What is looked over: the tables against a replay, the hashes of the events, the law of the plan. */
export const ledgerChecks = ["books", "chain", "plan"] as const;
export type LedgerCheck = (typeof ledgerChecks)[number];
