/** What of somebody's screens may have changed; `office` is what admins change outside the ledger. */
export const liveTopics = ["orders", "wallet", "payouts", "network", "office"] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** One fact of the ledger; ids only where the receiver may open what they name. */
export type LiveChange = Readonly<{
  position: number;
  type: string;
  orderId: string | null;
  payoutId: string | null;
}>;

/** All that changed for the receiver since the message before it. */
export type LiveMessage = Readonly<{
  /** Complete. All of them after an interruption that was too long to tell what happened in it. */
  topics: readonly LiveTopic[];
  /** The first of them, at most `liveChangesMax`; which topics there are does not depend on it. */
  changes: readonly LiveChange[];
}>;

export const liveChangesMax = 50;
