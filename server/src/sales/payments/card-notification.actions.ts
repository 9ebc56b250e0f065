import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { NotificationState } from "@portal/shared/sales/notifications.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { v5 } from "uuid";
import type { Caller } from "../../caller.ts";
import {
  amountFrom,
  type NotificationBody,
  readNotificationBody,
} from "../../gateways/card/payfast-fields.ts";
import type { CardEnvironment } from "../../gateways/card/card-gateway.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import type { JobQueue } from "../../platform/jobs/jobs.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { consume } from "../../platform/rate-limit/rate-limits.ts";
import { queueOrderMessages } from "../orders/order.actions.ts";
import { type Order, orderDecider } from "../orders/order.decider.ts";
import { orderEvents, orderStream } from "../orders/order.events.ts";
import { findOrderParties } from "../orders/order.queries.ts";
import { moneyOf } from "../orders/order.rules.ts";
import { checkNotification } from "./card-notification.checks.ts";
import {
  findDecidingCopy,
  findNotification,
  type IncomingNotification,
  insertNotification,
  reopenNotification,
  saveVerdict,
  type StoredNotification,
  type Verdict,
} from "./card-notification.store.ts";
import { findNotificationDetail, type StoredNotificationDetail } from "./notification.queries.ts";
import { findPayableOrder, type UnpaidOrder } from "./payment.actions.ts";
import { isStillToPay } from "./payment.queries.ts";

/** What the work on a notification needs; there is no person behind it. */
export type NotificationContext = Pick<Caller, "db" | "ledger" | "card" | "jobs" | "log" | "now">;

/**
 * Looks at one notification and settles it: applied, noted, rejected, or parked for a later look.
 * It may run at the same time twice; the ledger and `saveVerdict` take the first.
 *
 * @returns whether it is settled; if not, it is worth trying again.
 */
export async function verifyNotification(
  context: NotificationContext,
  id: number,
): Promise<boolean> {
  const notification = await findNotification(context.db, id);
  if (notification?.state !== "received" && notification?.state !== "parked") return true;

  const copy = await findDecidingCopy(context.db, notification);
  const verdict =
    copy === null
      ? await judge(context, notification)
      : { ...nothing, state: "noted" as const, reason: `a copy of notification ${copy}` };
  await settle(context, id, verdict);
  return verdict.state !== "parked";
}

async function judge(
  context: NotificationContext,
  notification: StoredNotification,
): Promise<Verdict> {
  const body = readNotificationBody(notification.raw);
  if (typeof body === "string") return { ...nothing, state: "rejected", reason: body };

  const order = await findNotifiedOrder(context, body);
  // The order's own world has to agree, so that play money never pays for real; without an order, ours.
  const world = context.card.world(order?.cardEnvironment ?? context.card.mode);
  const { checks, failure } = await checkNotification(body, world, order, notification.peerIp);
  const facts = {
    checks,
    pfPaymentId: body.valueOf("pf_payment_id")?.slice(0, 100) ?? null,
    paymentStatus: body.valueOf("payment_status")?.slice(0, 20) ?? null,
    orderId: order?.orderId ?? null,
  };
  if (failure) return { ...facts, ...failure };
  if (!order) throw new Error("a notification passed its checks without an order");

  switch (meaningOf(facts.paymentStatus)) {
    case "unknown":
      return { ...facts, state: "rejected", reason: "unknown status" };
    case "tells":
      return { ...facts, state: "noted", reason: `the provider says ${facts.paymentStatus}` };
    case "pays":
      return recordPayment(context, notification.id, { body, order, facts });
  }
}

/** One that a card can pay. */
type NotifiedOrder = UnpaidOrder & Readonly<{ cardEnvironment: CardEnvironment }>;

type Payment = Readonly<{
  body: NotificationBody;
  order: NotifiedOrder;
  facts: Omit<Verdict, "state" | "reason">;
}>;

/** The payment and the notification's verdict are written in one transaction. */
async function recordPayment(
  context: NotificationContext,
  notificationId: number,
  { body, order, facts }: Payment,
): Promise<Verdict> {
  const { orderId, currency, cardEnvironment } = order;
  const { pfPaymentId, paymentStatus } = facts;
  if (pfPaymentId === null || !/^\d{1,30}$/.test(pfPaymentId))
    return { ...facts, state: "rejected", reason: "the payment has no number" };
  const amount = amountFrom(body.valueOf("amount_gross") ?? "") ?? 0;
  const fee = Math.max(0, -(amountFrom(body.valueOf("amount_fee") ?? "") ?? 0));

  const command = {
    commandId: commandIdOfNotification(cardEnvironment, pfPaymentId, paymentStatus ?? ""),
    request: { action: "card-notification", orderId, pfPaymentId, amount },
    metadata: { source: "card", correlationId: `card-notification-${notificationId}` },
    occurredAt: context.now(),
  };
  try {
    const { answer } = await context.ledger.execute(command, async (streams) => {
      const stream = await streams.load(orderStream(orderId), orderDecider, orderEvents);
      const events = stream.decide({
        type: "RecordPayment",
        orderId,
        paymentId: pfPaymentId,
        method: "card",
        amount,
        fee,
        reference: pfPaymentId,
      });
      const reason = noteOnPayment(stream.state, amount, currency);
      const verdict: Verdict = { ...facts, state: "applied", reason };
      return {
        events: events.map((event) => ({ streamId: orderStream(orderId), event })),
        answer: { reason },
        sideWrites: async (tx) => {
          await saveVerdict(tx, notificationId, verdict, context.now());
          await queueOrderMessages(tx, context, orderId, events);
        },
      };
    });
    // Where it was written just now this changes nothing; where it was written before, another did.
    return {
      ...facts,
      state: "noted",
      reason: answer.reason ?? "this payment has already been recorded",
    };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "request.reused-key") throw error;
    return {
      ...facts,
      state: "rejected",
      reason: "this payment number was used for another payment",
    };
  }
}

async function findNotifiedOrder(
  context: NotificationContext,
  body: NotificationBody,
): Promise<NotifiedOrder | null> {
  const orderId = orderIdSchema.safeParse(body.valueOf("m_payment_id"));
  const order = orderId.success ? await findPayableOrder(context, orderId.data) : null;
  if (!order?.cardEnvironment) return null;
  return { ...order, cardEnvironment: order.cardEnvironment };
}

async function settle(context: NotificationContext, id: number, verdict: Verdict): Promise<void> {
  const { state, reason, orderId } = verdict;
  await context.db.transaction().execute(async (tx) => {
    const isNew = await saveVerdict(tx, id, verdict, context.now());
    if (isNew && orderId !== null && isRefusedCard(verdict))
      await tellOfFailedCard(tx, context, { orderId, notificationId: id });
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

const nothing = { checks: [], pfPaymentId: null, paymentStatus: null, orderId: null } as const;

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

/** What a status asks for; a status that we do not know asks for nothing. */
function meaningOf(status: string | null): "pays" | "tells" | "unknown" {
  switch (status) {
    case "COMPLETE":
      return "pays";
    case "PENDING":
    case "FAILED":
    case "CANCELLED":
      return "tells";
    default:
      return "unknown";
  }
}

/** The provider really said it, of an order of ours: the card did not pay. */
function isRefusedCard(
  verdict: Readonly<{ state: string; paymentStatus: string | null }>,
): boolean {
  return verdict.state === "noted" && verdict.paymentStatus === "FAILED";
}

/** What an admin reads beside a payment that came in all right and is not just what was due. */
function noteOnPayment(before: Order, amount: number, currency: Currency): string | null {
  if (before.status === "cancelled") return "the order was already cancelled: refund this payment";
  if (before.status === "unplaced") return null;
  if (before.isPaid) return "the order was already paid: refund this payment";
  const missing = outstanding(moneyOf(before)) - amount;
  if (missing === 0) return null;
  return missing < 0
    ? `${formatMoney(-missing, currency)} more than the amount due: refund it`
    : `${formatMoney(missing, currency)} of the order is still outstanding`;
}

/** Whoever had a card refused tries another one at once; the mail is for those who went away. */
const tellAfterSeconds = 5 * 60;
/** However often somebody tries, and whatever the provider tells of each. */
const toldPerOrder = [{ times: 1, seconds: 24 * 3600 }] as const;

/**
 * Asks for the mail that a card was refused, with the way to pay again. It is not sent where the order
 * is paid or cancelled by then.
 */
async function tellOfFailedCard(
  tx: Tx,
  context: Pick<Caller, "jobs" | "now">,
  { orderId, notificationId }: Readonly<{ orderId: string; notificationId: number }>,
): Promise<void> {
  if (!(await isStillToPay(readOnly(tx), orderId))) return;
  const rateLimit = { key: `failed card of order ${orderId}`, limits: toldPerOrder };
  if (!(await consume(tx, rateLimit, context.now()))) return;
  const parties = await findOrderParties(readOnly(tx), orderId);
  const kind = "order-payment-failed";
  const about = { kind, orderId, userId: parties?.buyerId ?? null } as const;
  const key = `order-payment-failed:${orderId}:${notificationId}`;
  await queueMessage(tx, context, key, about, { startAfterSeconds: tellAfterSeconds });
}

/** Ours alone; it must never change, because it makes a repeated notification the same command. */
const notificationNamespace = "5b0f7a52-1c1d-4f0e-9c9b-3f6c2b1f7d10";

/**
 * The same for every copy of one notification, so that the ledger takes it once (RFC 9562, version 5). The sandbox
 * counts its payments for itself: a number of its is another payment than the same number of the live account.
 */
export function commandIdOfNotification(
  environment: CardEnvironment,
  pfPaymentId: string,
  status: string,
): string {
  const world = environment === "sandbox" ? "sandbox:" : "";
  return v5(`itn:${world}${pfPaymentId}:${status}`, notificationNamespace);
}

/** With everything that came in, as it came in. */
type NotificationDetail = Omit<StoredNotificationDetail, "raw"> & {
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
