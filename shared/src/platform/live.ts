/** The parts of a user's screens that may be stale; `office` covers admins' changes outside the ledger. */
export const liveTopics = ["orders", "wallet", "payouts", "network", "office"] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** One event of the ledger; an id is set only if the receiver may open what it refers to. */
export type LiveChange = Readonly<{
  position: number;
  type: string;
  orderId: string | null;
  payoutId: string | null;
}>;

/** All changes for the receiver since the previous message. */
export type LiveMessage = Readonly<{
  /** Complete; all topics after an interruption that is too long to replay. */
  topics: readonly LiveTopic[];
  /** The first `liveChangesMax` changes; `topics` covers all of them. */
  changes: readonly LiveChange[];
}>;

export const liveChangesMax = 50;
