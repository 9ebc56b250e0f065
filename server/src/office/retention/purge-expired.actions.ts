import type { Database } from "../../platform/db/database.ts";
import { eachForItself } from "../../platform/jobs/run-all.ts";
import { forgetOldLogs } from "../app-log/app-log.queries.ts";
import { forgetOldContactMessages } from "../contact/contact.store.ts";
import { forgetOldSavedKeys } from "../../platform/idempotency/save-once.ts";
import { forgetOldCodes, forgetOldCopies } from "../../platform/messages/message.store.ts";
import { forgetAdvertisingIds } from "../../sales/orders/place-order.actions.ts";
import { forgetOldBodies } from "../../sales/payments/card-notification.store.ts";
import { keptDays } from "./retention.rules.ts";

const dayMs = 24 * 3600 * 1000;

type Forget = (db: Database, before: string) => Promise<void>;

const forgetting: readonly (readonly [days: number, Forget])[] = [
  [keptDays.savedKeys, forgetOldSavedKeys],
  [keptDays.logs, forgetOldLogs],
  [keptDays.codes, forgetOldCodes],
  [keptDays.advertisingIds, forgetAdvertisingIds],
  [keptDays.notificationBodies, forgetOldBodies],
  [keptDays.contactMessages, forgetOldContactMessages],
  [keptDays.messageCopies, forgetOldCopies],
];

/**
 * Forgets whatever was kept for its time. What cannot be forgotten now keeps nothing else from being so, and is
 * tried again.
 *
 * @throws AggregateError with what went wrong, after the rest was done
 */
export async function forgetOld({
  db,
  now,
}: Readonly<{ db: Database; now: () => string }>): Promise<void> {
  const steps = forgetting.map(
    ([days, forget]) =>
      () =>
        forget(db, daysBefore(now(), days)),
  );
  await eachForItself(steps, "not everything old was forgotten");
}

/** The instant so many days before another. */
export function daysBefore(now: string, days: number): string {
  return new Date(Date.parse(now) - days * dayMs).toISOString();
}
