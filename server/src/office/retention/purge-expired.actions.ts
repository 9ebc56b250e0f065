import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import type { Database } from "../../platform/db/database.ts";
import {
  purgeToldAlerts,
  purgeWaitingAlerts,
} from "../../catalogue/products/stock-alert.actions.ts";
import { purgeOldIdempotencyKeys } from "../../platform/idempotency/run-once.ts";
import { runAll } from "../../platform/jobs/polling-loop.ts";
import { purgeOldCodes, purgeOldCopies } from "../../platform/messages/message.store.ts";
import { purgeAdvertisingIds } from "../../sales/orders/place-order.actions.ts";
import { purgeOldBodies } from "../../sales/payments/card-notification.store.ts";
import { purgeOldLogs } from "../app-log/app-log.queries.ts";
import { purgeOldContactMessages } from "../contact/contact.actions.ts";

/** For how many days what is kept; orders, payments and the ledger stay, as tax law asks for. */
const keptDays = {
  /** Which item was made for a key: nobody repeats a request later. */
  savedKeys: 1,
  /** What the server had to say of its work. */
  logs: 14,
  /** Who was told that a product is back: longer than a mail server may be away. */
  toldAlerts: 2,
  /** That somebody was sent a code. */
  codes: 30,
  /** Which advertisement an order came from. */
  advertisingIds: 90,
  /** Who waits for a product; the privacy policy says six months. */
  waitingAlerts: 180,
  /** What the card provider wrote about the payer: longer than a payment can be disputed. */
  notificationBodies: 180,
  /** What the privacy policy says of messages to the shop. */
  contactMessages: 365,
  /** The words of mails and SMS, and where they went. */
  messageCopies: 365,
} as const;

type Forget = (db: Database, before: string) => Promise<void>;

const forgetting: readonly (readonly [days: number, Forget])[] = [
  [keptDays.savedKeys, purgeOldIdempotencyKeys],
  [keptDays.logs, purgeOldLogs],
  [keptDays.toldAlerts, purgeToldAlerts],
  [keptDays.waitingAlerts, purgeWaitingAlerts],
  [keptDays.codes, purgeOldCodes],
  [keptDays.advertisingIds, purgeAdvertisingIds],
  [keptDays.notificationBodies, purgeOldBodies],
  [keptDays.contactMessages, purgeOldContactMessages],
  [keptDays.messageCopies, purgeOldCopies],
];

/**
 * Forgets whatever was kept for its time. What cannot be forgotten now keeps nothing else from being so, and is
 * tried again.
 *
 * @throws AggregateError with what went wrong, after the rest was done
 */
export async function purgeExpired({
  db,
  now,
}: Readonly<{ db: Database; now: () => string }>): Promise<void> {
  const steps = forgetting.map(
    ([days, forget]) =>
      () =>
        forget(db, daysEarlier(now(), days)),
  );
  await runAll(steps, "not everything old was forgotten");
}
