import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import type { Database } from "../../platform/db/database.ts";
import {
  purgeToldAlerts,
  purgeWaitingAlerts,
} from "../../catalogue/products/stock-alert.actions.ts";
import { purgeOldIdempotencyKeys } from "../../platform/idempotency/run-once.ts";
import { runAll } from "../../platform/jobs/polling-loop.ts";
import { purgeOldCodes } from "../../people/accounts/account-secret.store.ts";
import { purgeOldCopies } from "../../platform/messages/message.store.ts";
import { purgeAdvertisingIds } from "../../sales/orders/place-order.actions.ts";
import { purgeOldBodies } from "../../sales/payments/card-notification.store.ts";
import { purgeOldLogs } from "../app-log/app-log.queries.ts";
import { purgeOldContactMessages } from "../contact/contact.actions.ts";

type Purge = (db: Database, before: string) => Promise<void>;

/** Days of retention; orders, payments and the ledger are kept without limit, as tax law requires. */
const purges: readonly (readonly [days: number, Purge])[] = [
  // Longer than any client retries a request.
  [1, purgeOldIdempotencyKeys],
  [14, purgeOldLogs],
  // Longer than a mail server may be away.
  [2, purgeToldAlerts],
  // Six months, by the privacy policy.
  [180, purgeWaitingAlerts],
  [30, purgeOldCodes],
  [90, purgeAdvertisingIds],
  // Longer than a card payment can be disputed.
  [180, purgeOldBodies],
  // By the privacy policy.
  [365, purgeOldContactMessages],
  [365, purgeOldCopies],
];

/**
 * Deletes what has passed its retention. A purge that fails does not prevent the others, and is retried with the next run.
 *
 * @throws AggregateError with all failures, after the other purges are done
 */
export async function purgeExpired({
  db,
  now,
}: Readonly<{ db: Database; now: () => string }>): Promise<void> {
  const steps = purges.map(
    ([days, purge]) =>
      () =>
        purge(db, daysEarlier(now(), days)),
  );
  await runAll(steps, "not everything old was forgotten");
}
