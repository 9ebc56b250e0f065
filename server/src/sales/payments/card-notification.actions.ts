import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import type { Caller } from "../../caller.ts";
import { amountFrom } from "../../gateways/card/card-amount.ts";
import type { CardEnvironment } from "../../gateways/card/card-gateway.ts";
import {
  type NotificationBody,
  readNotificationBody,
} from "../../gateways/card/notification-body.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { orderDecider } from "../orders/order.decider.ts";
import { orderEvents, orderStream } from "../orders/order.events.ts";
import { queueOrderMessages } from "../orders/order-messages.actions.ts";
import { checkNotification } from "./card-notification.checks.ts";
import { isRefusedCard, meaningOf, noteOnPayment } from "./card-notification.rules.ts";
import {
  findDecidingCopy,
  findNotification,
  saveVerdict,
  type StoredNotification,
  type Verdict,
} from "./card-notification.store.ts";
import { tellOfFailedCard } from "./failed-card.actions.ts";
import { findPayableOrder, type PayableOrder } from "./payable-order.actions.ts";
import { commandIdOfNotification } from "./payment-ids.ts";

/** What the work on a notification needs; there is no person behind it. */
export type NotificationDesk = Pick<Caller, "db" | "ledger" | "card" | "jobs" | "log" | "now">;

/**
 * Looks at one notification and settles it: applied, noted, rejected, or parked for a later look.
 * It may run at the same time twice; the ledger and `saveVerdict` take the first.
 *
 * @returns whether it is settled; if not, it is worth trying again.
 */
export async function verifyNotification(desk: NotificationDesk, id: number): Promise<boolean> {
  const notification = await findNotification(desk.db, id);
  if (notification?.state !== "received" && notification?.state !== "parked") return true;

  const copy = await findDecidingCopy(desk.db, notification);
  const verdict =
    copy === null
      ? await judge(desk, notification)
      : { ...nothing, state: "noted" as const, reason: `a copy of notification ${copy}` };
  await settle(desk, id, verdict);
  return verdict.state !== "parked";
}

async function judge(desk: NotificationDesk, notification: StoredNotification): Promise<Verdict> {
  const body = readNotificationBody(notification.raw);
  if (typeof body === "string") return { ...nothing, state: "rejected", reason: body };

  const order = await findNotifiedOrder(desk, body);
  // The order's own world has to agree, so that play money never pays for real; without an order, ours.
  const world = desk.card.world(order?.cardEnvironment ?? desk.card.mode);
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
      return { ...facts, state: "rejected", reason: "the status is not known" };
    case "tells":
      return { ...facts, state: "noted", reason: `the provider says ${facts.paymentStatus}` };
    case "pays":
      return recordPayment(desk, notification.id, { body, order, facts });
  }
}

/** One that a card can pay. */
type NotifiedOrder = PayableOrder & Readonly<{ cardEnvironment: CardEnvironment }>;

type Payment = Readonly<{
  body: NotificationBody;
  order: NotifiedOrder;
  facts: Omit<Verdict, "state" | "reason">;
}>;

/** The payment and the notification's verdict are written in one transaction. */
async function recordPayment(
  desk: NotificationDesk,
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
    occurredAt: desk.now(),
  };
  try {
    const { answer } = await desk.ledger.execute(command, async (streams) => {
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
        alongside: async (tx) => {
          await saveVerdict(tx, notificationId, verdict, desk.now());
          await queueOrderMessages(tx, desk, orderId, events);
        },
      };
    });
    // Where it was written just now this changes nothing; where it was written before, another did.
    return {
      ...facts,
      state: "noted",
      reason: answer.reason ?? "this payment was recorded before",
    };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "request.reused-key") throw error;
    return { ...facts, state: "rejected", reason: "this payment number paid something else" };
  }
}

async function findNotifiedOrder(
  desk: NotificationDesk,
  body: NotificationBody,
): Promise<NotifiedOrder | null> {
  const orderId = orderIdSchema.safeParse(body.valueOf("m_payment_id"));
  const order = orderId.success ? await findPayableOrder(desk, orderId.data) : null;
  if (!order?.cardEnvironment) return null;
  return { ...order, cardEnvironment: order.cardEnvironment };
}

async function settle(desk: NotificationDesk, id: number, verdict: Verdict): Promise<void> {
  const { state, reason, orderId } = verdict;
  await desk.db.transaction().execute(async (tx) => {
    const isNew = await saveVerdict(tx, id, verdict, desk.now());
    if (isNew && orderId !== null && isRefusedCard(verdict))
      await tellOfFailedCard(tx, desk, { orderId, notificationId: id });
    if (!isNew || state !== "rejected") return;
    const provider = { user: null, impersonatedById: null, now: desk.now };
    await insertAudit(tx, provider, {
      action: "card-notification.rejected",
      target: String(id),
      details: { reason, orderId },
    });
  });
  if (state === "rejected" || state === "parked")
    desk.log.warn({ notification: id, state, reason }, "a card notification was not applied");
}

const nothing = { checks: [], pfPaymentId: null, paymentStatus: null, orderId: null } as const;
