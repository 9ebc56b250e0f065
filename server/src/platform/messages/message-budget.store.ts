import { createHash } from "node:crypto";
import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import type { Database } from "../db/database.ts";
import { takeOne } from "../rate-limit/rate-limit.store.ts";

/**
 * How much is sent in an hour at most (docs/reliability.md, R53: an SMS costs money, and a mailbox that is flooded is
 * nobody's any more). One address gets no more than it can read; all together, no more than a busy day needs.
 */
export const hourlyBudgets: Readonly<Record<MessageChannel, { each: number; all: number }>> = {
  email: { each: 20, all: 3000 },
  sms: { each: 6, all: 500 },
};

/**
 * What of it is for guests: anybody can order as one, with any address for the recipient, and whoever does that without
 * end must not stand in the way of a code or of the mail to somebody with an account.
 */
export const guestsHourlyMails = 2000;

export const keyOfAll = (channel: MessageChannel) => `${channel} of all`;
export const keyOfGuests = "email of guests";

/** @returns false when this address had enough in this hour */
export function spendOnAddress(
  db: Database,
  channel: MessageChannel,
  address: string,
  now: string,
): Promise<boolean> {
  return take(db, `${channel}:${digest(address)}`, hourlyBudgets[channel].each, now);
}

/** @returns false when everybody together had enough in this hour */
export function spendOnAll(db: Database, channel: MessageChannel, now: string): Promise<boolean> {
  return take(db, keyOfAll(channel), hourlyBudgets[channel].all, now);
}

/** @returns false when guests together had enough in this hour */
export function spendOnGuests(db: Database, now: string): Promise<boolean> {
  return take(db, keyOfGuests, guestsHourlyMails, now);
}

function take(db: Database, key: string, times: number, now: string): Promise<boolean> {
  return takeOne(db, { key, limits: [{ times, seconds: 3600 }] }, now);
}

/** Known again, but not to be read: the table is no list of addresses. */
function digest(address: string): string {
  return createHash("sha256").update(address.toLowerCase()).digest("hex");
}
