import type { Caller } from "../../caller.ts";
import type { JobQueue } from "../../platform/jobs/jobs.ts";
import { type IncomingNotification, insertNotification } from "./card-notification.store.ts";

/** Long enough for the process that took it to have looked at it; then a worker does. */
const safetyNetSeconds = 5;

/**
 * Keeps the notification and the job that looks at it, in one transaction. Only after that may the
 * provider be told that we have it: it never sends again what was answered.
 */
export async function receiveNotification(
  { db, jobs }: Pick<Caller, "db"> & Readonly<{ jobs: JobQueue }>,
  notification: IncomingNotification,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const notificationId = await insertNotification(tx, notification);
    const data = { notificationId };
    await jobs.enqueue(tx, "card-notification", data, { startAfterSeconds: safetyNetSeconds });
    return notificationId;
  });
}
