import { DomainError } from "@portal/shared/domain-error.ts";
import type { NotificationState } from "@portal/shared/notifications.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { verifyNotification } from "./card-notification.actions.ts";
import { findNotification, reopenNotification } from "./card-notification.store.ts";

/**
 * Makes every check of a notification again, after a setting was mended: it may pay its order now. One
 * that was applied stays so, and a payment that is recorded is never recorded again.
 *
 * @throws DomainError notification.unknown, notification.applied
 */
export async function replayNotification(
  caller: Caller,
  id: number,
): Promise<{ id: number; state: NotificationState }> {
  const found = await findNotification(caller.db, id);
  if (!found) throw new DomainError("notification.unknown");
  if (found.state === "applied") throw new DomainError("notification.applied");
  await caller.db.transaction().execute(async (tx) => {
    await reopenNotification(tx, id);
    const target = String(id);
    await insertAudit(tx, caller, { action: "card-notification.replayed", target });
  });
  await verifyNotification(caller, id);
  const settled = await findNotification(caller.db, id);
  return { id, state: settled?.state ?? found.state };
}
