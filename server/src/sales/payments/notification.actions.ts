import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { NotificationState } from "@portal/shared/sales/notifications.ts";
import type { Caller } from "../../caller.ts";
import { readNotificationBody } from "../../gateways/card/notification-body.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { verifyNotification } from "./card-notification.actions.ts";
import { findNotification, reopenNotification } from "./card-notification.store.ts";
import { findNotificationDetail, type StoredNotificationDetail } from "./notification.queries.ts";

/** With everything that came in, as it came in. */
export type NotificationDetail = Omit<StoredNotificationDetail, "raw"> & {
  /** The fields in their order; where the body could not be read, its text alone. */
  fields: { name: string; value: string }[];
  raw: string;
};

/** @throws DomainError notification.unknown */
export async function getNotification(
  { readDb }: Pick<Caller, "readDb">,
  id: number,
): Promise<NotificationDetail> {
  const { raw, ...stored } = await findNotificationDetail(readDb, id);
  const body = readNotificationBody(raw);
  const text = Buffer.from(raw).toString("utf8");
  if (typeof body === "string") return { ...stored, fields: [], raw: text };
  const { fields, signature } = body;
  const signed = signature === null ? fields : [...fields, ["signature", signature] as const];
  return { ...stored, fields: signed.map(([name, value]) => ({ name, value })), raw: text };
}

/**
 * Makes every check of a notification again, after a setting was mended: it may pay its order now. One
 * that was applied stays so, and a payment that is recorded is never recorded again.
 *
 * @throws DomainError notification.unknown, notification.applied, notification.forgotten
 */
export async function replayNotification(
  caller: Caller,
  id: number,
): Promise<{ id: number; state: NotificationState }> {
  const found = await findNotification(caller.db, id);
  if (!found) throw new DomainError("notification.unknown");
  if (found.state === "applied") throw new DomainError("notification.applied");
  if (found.raw.length === 0 && found.state !== "parked")
    throw new DomainError("notification.forgotten");
  await caller.db.transaction().execute(async (tx) => {
    await reopenNotification(tx, id);
    const target = String(id);
    await insertAudit(tx, caller, { action: "card-notification.replayed", target });
  });
  await verifyNotification(caller, id);
  const settled = await findNotification(caller.db, id);
  return { id, state: settled?.state ?? found.state };
}
