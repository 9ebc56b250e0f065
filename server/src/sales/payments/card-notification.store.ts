import type { HandledAs, NotificationState } from "@portal/shared/sales/notifications.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { NotificationCheck } from "../../platform/db/outside-tables.ts";

/** The provider's words for a payment that was not made, or not yet. */
export const statusesWithoutMoney: readonly string[] = ["PENDING", "FAILED", "CANCELLED"];

export type IncomingNotification = Readonly<{
  provider: "payfast" | "stripe";
  raw: Uint8Array;
  sha256: Uint8Array;
  peerIp: string;
  headers: Readonly<Record<string, string>>;
  receivedAt: string;
}>;

export type StoredNotification = Readonly<{
  id: number;
  provider: IncomingNotification["provider"];
  headers: IncomingNotification["headers"];
  receivedAt: string;
  raw: Uint8Array;
  sha256: Uint8Array;
  peerIp: string;
  state: NotificationState;
  /** Then the provider said that it had sent these bytes. */
  confirmedAt: string | null;
  /** Of the verdict until now; none before the first. */
  checks: readonly NotificationCheck[];
}>;

function rowOf(notification: IncomingNotification) {
  const { provider, raw, sha256, peerIp, headers, receivedAt } = notification;
  const headersJson = JSON.stringify(headers);
  return { provider, received_at: receivedAt, raw, sha256, peer_ip: peerIp, headers: headersJson };
}

/** What is stored of Stripe's whole has the right signature, which it keeps when the secret is replaced before the verdict. */
const signedByStripe = JSON.stringify([{ check: "signature", passed: true, reason: null }]);

/** Every copy has a row; those after the first refer to it. */
export async function insertNotification(
  tx: Tx,
  notification: IncomingNotification,
): Promise<number> {
  const isStripes = notification.provider === "stripe";
  const row = { ...rowOf(notification), ...(isStripes && { checks: signedByStripe }) };
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
    .select([
      "id",
      "provider",
      "raw",
      "sha256",
      "peer_ip as peerIp",
      "headers",
      "received_at as receivedAt",
      "state",
      "confirmed_at as confirmedAt",
      "checks",
    ])
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
        // The office has to decide on the first of them alone.
        copy.and([
          copy("id", "<", id),
          copy("state", "=", "rejected"),
          copy("confirmed_at", "is not", null),
        ]),
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
  /** In minor units; null where it says that nothing was paid. */
  amount: number | null;
  /** Of the amount; null for that of the order. */
  currency: Currency | null;
  isConfirmed: boolean;
}>;

/** The facts of a notification that says nothing, or nothing that can be believed. */
export const nothing = {
  checks: [],
  pfPaymentId: null,
  paymentStatus: null,
  orderId: null,
  amount: null,
  currency: null,
  isConfirmed: false,
} as const;

/**
 * What was known of a notification stays, because a later verdict may say less: while its provider is switched off, say.
 *
 * @returns false where it is settled already, which is final
 */
export async function saveVerdict(
  db: Database,
  id: number,
  verdict: Verdict,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("card_notification")
    .set((row) => ({
      state: verdict.state,
      reason: verdict.reason,
      ...(verdict.checks.length > 0 && { checks: JSON.stringify(verdict.checks) }),
      pf_payment_id: row.fn.coalesce(row.val(verdict.pfPaymentId), "pf_payment_id"),
      payment_status: row.fn.coalesce(row.val(verdict.paymentStatus), "payment_status"),
      order_id: row.fn.coalesce(row.val(verdict.orderId), "order_id"),
      amount: row.fn.coalesce(row.val(verdict.amount), "amount"),
      currency: row.fn.coalesce(row.val(verdict.currency), "currency"),
      ...(verdict.isConfirmed && { confirmed_at: sql<string>`coalesce(confirmed_at, ${now})` }),
      decided_at: now,
    }))
    .where("id", "=", id)
    .where("state", "in", ["received", "parked"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Parks a rejected or noted notification for another verification; an applied one is final. */
export async function reopenNotification(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable("card_notification")
    .set({ state: "parked", handled_as: null, handled_at: null, handled_by: null })
    .where("id", "=", id)
    .where("state", "<>", "applied")
    .execute();
}

/** @returns false where nothing has to be decided about it */
export async function settleByOffice(
  tx: Tx,
  id: number,
  { as, by, at }: Readonly<{ as: HandledAs; by: number; at: string }>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("card_notification")
    .set({ state: "rejected", handled_as: as, handled_at: at, handled_by: by })
    .where("id", "=", id)
    .where((row) =>
      row.or([
        row("state", "=", "parked"),
        row.and([
          row("state", "=", "rejected"),
          row("confirmed_at", "is not", null),
          row("handled_at", "is", null),
        ]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
