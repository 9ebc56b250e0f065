import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import type { Database } from "../../platform/db/database.ts";
import { runAll } from "../../platform/polling-loop.ts";
import { purges } from "../erasure/personal-data.store.ts";

/**
 * Deletes what has passed its retention (`personal-data.ts`). A purge that fails does not prevent the others, and is retried
 * with the next run, as is what was left when the time was over.
 *
 * @throws AggregateError with all failures, after the other purges are done
 */
export async function purgeExpired(
  { db, now }: Readonly<{ db: Database; now: () => string }>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const steps = purges.map(
    ({ days, run }) =>
      () =>
        run(db, daysEarlier(now(), days), isOver),
  );
  await runAll(steps, "not everything old was forgotten");
}
