import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import type {
  HandleNotification,
  NotificationState,
  ReplayNotification,
} from "@portal/shared/sales/notifications.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import {
  amountFrom,
  type NotificationBody,
  readNotificationBody,
} from "../../gateways/card/payfast-fields.ts";
import type { CardEnvironment } from "../../gateways/card/card-provider.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import type { JobQueue } from "../../platform/jobs/jobs.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { consume } from "../../platform/rate-limit/rate-limits.ts";
import { findOrderParties } from "../orders/order.queries.ts";
import { type BeforeChecks, checkNotification } from "./card-notification.checks.ts";
import {
  findDecidingCopy,
  findNotification,
  type IncomingNotification,
  insertNotification,
  nothing,
  reopenNotification,
  saveVerdict,
  settleByOffice,
  statusesWithoutMoney,
  type StoredNotification,
  type Verdict,
} from "./card-notification.store.ts";
import { findNotificationDetail } from "./notification.queries.ts";
import { findPayableOrder, type UnpaidOrder } from "./payment.actions.ts";
import { isStillToPay } from "./payment.queries.ts";
import { type NotificationContext, recordPayment } from "./record-card-payment.actions.ts";
import { judgeStripe } from "./stripe-notification.actions.ts";
import { orderPaymentFailed } from "../orders/order.messages.ts";

/**
 * Verifies one notification and settles it: applied, noted, rejected, or parked for a retry. It may run twice
 * concurrently; the ledger and `saveVerdict` accept the first result.
 *
 * @returns whether it is settled; if not, it has to be retried
 */
export async function verifyNotification(
  context: NotificationContext,
  id: number,
  { acceptsAddress = false }: Readonly<{ acceptsAddress?: boolean }> = {},
): Promise<boolean> {
  const notification = await findNotification(context.db, id);
  if (notification?.state !== "received" && notification?.state !== "parked") return true;

  const copy = await findDecidingCopy(context.db, notification);
  const judge = notification.provider === "stripe" ? judgeStripe : judgePayfast;
  const verdict =
    copy === null
      ? await judge(context, { ...notification, acceptsAddress })
      : { ...nothing, state: "noted" as const, reason: `a copy of notification ${copy}` };
  await settle(context, id, verdict);
  return verdict.state !== "parked";
}

async function judgePayfast(
  context: NotificationContext,
  notification: StoredNotification & BeforeChecks,
): Promise<Verdict> {
  const body = readNotificationBody(notification.raw);
  if (typeof body === "string") return { ...nothing, state: "rejected", reason: body };

  const { payfast } = context.card;
  if (payfast === null) return { ...nothing, state: "parked", reason: "PayFast is not set up" };
  const order = await findNotifiedOrder(context, body);
  // Checked against the environment that the order was placed in, so that a sandbox payment never pays a live order.
  const world = payfast.world(order?.cardEnvironment ?? payfast.mode);
  const { checks, isConfirmed, failure } = await checkNotification(
    body,
    world,
    order,
    notification,
  );
  const paymentStatus = body.valueOf("payment_status")?.slice(0, 20) ?? null;
  const meaning = meaningOf(paymentStatus);
  const facts = {
    checks,
    isConfirmed,
    pfPaymentId: body.valueOf("pf_payment_id")?.slice(0, 100) ?? null,
    paymentStatus,
    orderId: order?.orderId ?? null,
    amount: meaning === "informs" ? null : paidIn(body),
    currency: null,
  };
  if (failure) return { ...facts, ...failure };
  if (!order) throw new Error("a notification passed its checks without an order");

  switch (meaning) {
    case "unknown":
      return { ...facts, state: "rejected", reason: "unknown status" };
    case "informs":
      return { ...facts, state: "noted", reason: `the provider says ${facts.paymentStatus}` };
    case "pays":
      if (!/^\d{1,30}$/.test(facts.pfPaymentId ?? ""))
        return { ...facts, state: "rejected", reason: "the payment has no number" };
      return recordPayment(context, notification.id, { order, facts, fee: feeIn(body) });
  }
}

type NotifiedOrder = UnpaidOrder & Readonly<{ cardEnvironment: CardEnvironment }>;

async function findNotifiedOrder(
  context: NotificationContext,
  body: NotificationBody,
): Promise<NotifiedOrder | null> {
  const orderId = orderIdSchema.safeParse(body.valueOf("m_payment_id"));
  const order = orderId.success ? await findPayableOrder(context, orderId.data) : null;
  if (!order?.cardEnvironment || order.provider?.name !== "PayFast") return null;
  return { ...order, cardEnvironment: order.cardEnvironment };
}

async function settle(context: NotificationContext, id: number, verdict: Verdict): Promise<void> {
  const { state, reason, orderId } = verdict;
  await context.db.transaction().execute(async (tx) => {
    const isNew = await saveVerdict(tx, id, verdict, context.now());
    const isRefusedCard = state === "noted" && verdict.paymentStatus === "FAILED";
    if (isNew && orderId !== null && isRefusedCard)
      await queueFailedCard(tx, context, { orderId, notificationId: id });
    if (!isNew || state !== "rejected") return;
    const provider = { user: null, impersonatedById: null, now: context.now };
    await insertAudit(tx, provider, {
      action: "card-notification.rejected",
      target: String(id),
      details: { reason, orderId },
    });
  });
  if (state === "rejected" || state === "parked")
    context.log.warn({ notification: id, state, reason }, "a card notification was not applied");
}

/** Time for the process that received it to verify it; afterwards a worker does. */
const safetyNetSeconds = 5;

/**
 * Stores the notification and the job that verifies it, in one transaction. The response to the provider has to come
 * after it, because the provider never repeats a notification that got a response.
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

/** In minor units; null where it is not an amount that can have been paid. */
function paidIn(body: NotificationBody): number | null {
  const amount = amountFrom(body.valueOf("amount_gross") ?? "");
  return amount !== null && amount > 0 ? amount : null;
}

function feeIn(body: NotificationBody): number {
  return Math.max(0, -(amountFrom(body.valueOf("amount_fee") ?? "") ?? 0));
}

function meaningOf(status: string | null): "pays" | "informs" | "unknown" {
  if (status === "COMPLETE") return "pays";
  return status !== null && statusesWithoutMoney.includes(status) ? "informs" : "unknown";
}

/** Most buyers try another card immediately; the email is for those who left. */
const failedCardDelaySeconds = 5 * 60;
const failedCardLimits = [{ times: 1, seconds: 24 * 3600 }] as const;

/** Queues the email that a card was refused, with a link to pay. It is not sent if the order is paid or cancelled by then. */
async function queueFailedCard(
  tx: Tx,
  context: Pick<Caller, "jobs" | "now">,
  { orderId, notificationId }: Readonly<{ orderId: string; notificationId: number }>,
): Promise<void> {
  if (!(await isStillToPay(readOnly(tx), orderId))) return;
  const rateLimit = { key: `failed card of order ${orderId}`, limits: failedCardLimits };
  if (!(await consume(tx, rateLimit, context.now()))) return;
  const parties = await findOrderParties(readOnly(tx), orderId);
  const ids = { orderId, userId: parties?.buyerId ?? null };
  const later = { startAfterSeconds: failedCardDelaySeconds };
  const key = `order-payment-failed:${orderId}:${notificationId}`;
  await queueMessage(tx, context, key, orderPaymentFailed, ids, later);
}

/** The notification with its fields in their order; none where the body cannot be parsed. @throws DomainError notification.unknown */
export async function getNotification({ readDb }: Pick<Caller, "readDb">, id: number) {
  const { raw, provider, ...stored } = await findNotificationDetail(readDb, id);
  const body = provider === "stripe" ? "an event is no form" : readNotificationBody(raw);
  const text = Buffer.from(raw).toString("utf8");
  if (typeof body === "string") return { ...stored, fields: [], raw: text };
  const { fields, signature } = body;
  const signed = signature === null ? fields : [...fields, ["signature", signature] as const];
  return { ...stored, fields: signed.map(([name, value]) => ({ name, value })), raw: text };
}

/**
 * Verifies a notification again, after a setting was corrected, or with its sender's address accepted; it may pay its order
 * now. An applied one cannot be replayed, and a recorded payment is never recorded again.
 *
 * @throws DomainError notification.unknown, notification.applied, notification.forgotten
 */
export async function replayNotification(
  caller: Caller,
  { id, acceptsAddress = false }: ReplayNotification,
): Promise<{ id: number; state: NotificationState }> {
  const found = await findNotification(caller.db, id);
  if (!found) throw new DomainError("notification.unknown");
  if (found.state === "applied") throw new DomainError("notification.applied");
  if (found.raw.length === 0 && found.state !== "parked")
    throw new DomainError("notification.forgotten");
  await caller.db.transaction().execute(async (tx) => {
    await reopenNotification(tx, id);
    const target = String(id);
    const details = acceptsAddress ? { details: { acceptsAddress } } : {};
    await insertAudit(tx, caller, { action: "card-notification.replayed", target, ...details });
  });
  await verifyNotification(caller, id, { acceptsAddress });
  const settled = await findNotification(caller.db, id);
  return { id, state: settled?.state ?? found.state };
}

/**
 * The office says what became of money whose notification could not be recorded, so that it is no task any more.
 *
 * @throws DomainError notification.unknown, notification.settled
 */
export async function handleNotification(
  caller: Caller,
  user: SignedInUser,
  { id, as }: HandleNotification,
): Promise<{ id: number }> {
  const found = await findNotification(caller.db, id);
  if (!found) throw new DomainError("notification.unknown");
  await caller.db.transaction().execute(async (tx) => {
    const decision = { as, by: user.id, at: caller.now() };
    if (!(await settleByOffice(tx, id, decision))) throw new DomainError("notification.settled");
    const action = "card-notification.handled";
    await insertAudit(tx, caller, { action, target: String(id), details: { as } });
  });
  return { id };
}
