import type { LiveChange, LiveMessage, LiveTopic } from "@portal/shared/platform/live.ts";
import { liveChangesMax, liveTopics } from "@portal/shared/platform/live.ts";

/** An event of the ledger with the users that it concerns, read from the projections after it. */
export type EventWithAudience = Readonly<{
  position: number;
  type: string;
  orderId: string | null;
  payoutId: string | null;
  /** The owner of the wallet or the member that it is about. */
  userId: number | null;
  buyerId: number | null;
  /** The beneficiaries of commission or reversals of the order. */
  earnerIds: readonly number[];
  /** The seller or member and all members above, whose tree shows it. */
  aboveIds: readonly number[];
}>;

export type LiveListener = Readonly<{ userId: number; isAdmin: boolean }>;

/** The part of an event that a listener may see; null where there is none. */
export function changeFor(
  listener: LiveListener,
  event: EventWithAudience,
): Readonly<{ topics: readonly LiveTopic[]; change: LiveChange }> | null {
  const topics = topicsFor(listener, event);
  if (topics.length === 0) return null;
  const isBuyer = event.buyerId === listener.userId;
  const isOwner = event.userId === listener.userId;
  return {
    topics,
    change: {
      position: event.position,
      type: event.type,
      orderId: listener.isAdmin || isBuyer ? event.orderId : null,
      payoutId: listener.isAdmin || isOwner ? event.payoutId : null,
    },
  };
}

function topicsFor({ userId, isAdmin }: LiveListener, event: EventWithAudience): LiveTopic[] {
  const { type, orderId, payoutId, buyerId, earnerIds, aboveIds } = event;
  const isOwn = event.userId === userId;
  const isOfOrder = orderId !== null && !type.startsWith("Credit");
  const isOfWallet = payoutId !== null || walletTypes.has(type);
  const matches: Record<LiveTopic, boolean> = {
    orders: isOfOrder && (isAdmin || buyerId === userId),
    wallet: (isOfWallet && (isAdmin || isOwn)) || earnerIds.includes(userId),
    payouts: payoutId !== null && (isAdmin || isOwn),
    network: aboveIds.includes(userId) || (isAdmin && aboveIds.length > 0),
    office: false,
  };
  return liveTopics.filter((topic) => matches[topic]);
}

const walletTypes: ReadonlySet<string> = new Set([
  "CreditGranted",
  "CommissionConverted",
  "CommissionRepaid",
  "CommissionRepaymentUndone",
  "CreditSpent",
  "CreditRestored",
  "CreditPaidOut",
  "CreditGivenUp",
]);

/** For a client that missed more events than are remembered. */
export const everythingMayHaveChanged: LiveMessage = { topics: liveTopics, changes: [] };
/** For admins only. These changes are not events of the ledger. */
export const officeMayHaveChanged: LiveMessage = { topics: ["office"], changes: [] };
export const nothingChanged: LiveMessage = { topics: [], changes: [] };

/** Merges a new change into a waiting message, so that a slow subscriber costs no memory. */
export function addTo(
  waiting: LiveMessage,
  { topics, changes }: Readonly<{ topics: readonly LiveTopic[]; changes: readonly LiveChange[] }>,
): LiveMessage {
  return {
    topics: liveTopics.filter((topic) => waiting.topics.includes(topic) || topics.includes(topic)),
    changes: [...waiting.changes, ...changes].slice(0, liveChangesMax),
  };
}

export function messageFor(
  listener: LiveListener,
  events: readonly EventWithAudience[],
): LiveMessage {
  let message = nothingChanged;
  for (const event of events) {
    const told = changeFor(listener, event);
    if (told) message = addTo(message, { topics: told.topics, changes: [told.change] });
  }
  return message;
}
