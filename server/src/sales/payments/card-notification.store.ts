import type { NotificationState } from "@portal/shared/sales/notifications.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { NotificationCheck } from "../../platform/db/outside-tables.ts";

export type IncomingNotification = Readonly<{
  raw: Uint8Array;
  sha256: Uint8Array;
  peerIp: string;
  headers: Readonly<Record<string, string>>;
  receivedAt: string;
}>;

export type StoredNotification = Readonly<{
  id: number;
  raw: Uint8Array;
  sha256: Uint8Array;
  peerIp: string;
  state: NotificationState;
}>;

function rowOf({ raw, sha256, peerIp, headers, receivedAt }: IncomingNotification) {
  const headersJson = JSON.stringify(headers);
  return { received_at: receivedAt, raw, sha256, peer_ip: peerIp, headers: headersJson };
}

/** Every copy has a row; those after the first refer to it. */
export async function insertNotification(
  tx: Tx,
  notification: IncomingNotification,
): Promise<number> {
  const row = rowOf(notification);
  const first = await tx
    .insertInto("card_notification")
    .values(row)
    .onConflict((conflict) => conflict.column("sha256").where("copy_of", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (first) return first.id;

  const { id } = await tx
    .insertInto("card_notification")
    .values((insert) => ({
      ...row,
      copy_of: insert
        .selectFrom("card_notification")
        .select("id")
        .where("sha256", "=", row.sha256)
        .where("copy_of", "is", null),
    }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The verdict of a forged notification is known already, and all copies of the same bytes share one row. */
export async function insertForged(
  db: Database,
  notification: IncomingNotification,
  reason: string,
  facts: Pick<Verdict, "pfPaymentId" | "paymentStatus" | "orderId">,
): Promise<void> {
  await db
    .insertInto("card_notification")
    .values({
      ...rowOf(notification),
      decided_at: notification.receivedAt,
      state: "rejected",
      reason,
      order_id: facts.orderId,
      pf_payment_id: facts.pfPaymentId,
      payment_status: facts.paymentStatus,
      checks: JSON.stringify([{ check: "signature", passed: false, reason }]),
    })
    .onConflict((conflict) => conflict.column("sha256").where("copy_of", "is", null).doNothing())
    .execute();
}

export async function findNotification(
  db: Database,
  id: number,
): Promise<StoredNotification | null> {
  const row = await db
    .selectFrom("card_notification")
    .select(["id", "raw", "sha256", "peer_ip as peerIp", "state"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Another row of the same bytes whose verdict decides this one too, if there is one. */
export async function findDecidingCopy(
  db: Database,
  { id, sha256, peerIp }: StoredNotification,
): Promise<number | null> {
  const row = await db
    .selectFrom("card_notification")
    .select("id")
    .where("sha256", "=", Buffer.from(sha256))
    .where("id", "<>", id)
    .where((copy) =>
      copy.or([
        copy("state", "=", "applied"),
        // An earlier copy from the same address is being verified, with the same result.
        copy.and([
          copy("id", "<", id),
          copy("state", "=", "received"),
          copy("peer_ip", "=", peerIp),
        ]),
      ]),
    )
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export type Verdict = Readonly<{
  state: Exclude<NotificationState, "received">;
  reason: string | null;
  checks: readonly NotificationCheck[];
  pfPaymentId: string | null;
  paymentStatus: string | null;
  orderId: string | null;
}>;

/** @returns false where it is settled already, which is final */
export async function saveVerdict(
  db: Database,
  id: number,
  verdict: Verdict,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("card_notification")
    .set({
      state: verdict.state,
      reason: verdict.reason,
      checks: JSON.stringify(verdict.checks),
      pf_payment_id: verdict.pfPaymentId,
      payment_status: verdict.paymentStatus,
      order_id: verdict.orderId,
      decided_at: now,
    })
    .where("id", "=", id)
    .where("state", "in", ["received", "parked"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Parks a rejected or noted notification for another verification; an applied one is final. */
export async function reopenNotification(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable("card_notification")
    .set({ state: "parked" })
    .where("id", "=", id)
    .where("state", "<>", "applied")
    .execute();
}

/** Those without a final verdict, the ones verified longest ago first. */
export async function listOpenNotifications(db: Database, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("card_notification")
    .select("id")
    .where("state", "in", ["received", "parked"])
    .orderBy("decided_at", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the body, address and headers of settled notifications; the verdict and the digest stay. */
export async function purgeOldBodies(db: Database, before: string): Promise<void> {
  await db
    .updateTable("card_notification")
    .set({ raw: new Uint8Array(), peer_ip: "", headers: "{}" })
    .where("received_at", "<", before)
    .where("state", "in", ["applied", "rejected", "noted"])
    .where("raw", "<>", new Uint8Array())
    .execute();
}
