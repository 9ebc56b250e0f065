import { instantInWords } from "@portal/shared/platform/calendar.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import {
  readStripeEvent,
  type StripeEvent,
  type StripeFact,
} from "../../gateways/card/stripe-event.ts";
import { endSessionOf } from "../../gateways/card/card-session.store.ts";
import type { CardEnvironment } from "../../gateways/card/card-provider.ts";
import { readOnly } from "../../platform/db/database.ts";
import type { NotificationCheck } from "../../platform/db/outside-tables.ts";
import { shownRegion } from "../../platform/db/region.queries.ts";
import { nothing, type StoredNotification, type Verdict } from "./card-notification.store.ts";
import { findPayableOrder, type UnpaidOrder } from "./payment.actions.ts";
import { type NotificationContext, recordPayment } from "./record-card-payment.actions.ts";
import {
  countCardRefunds,
  findOrderOfPayment,
  findSameFact,
} from "./stripe-notification.queries.ts";

type Of<Kind extends StripeFact["kind"]> = Extract<StripeFact, { kind: Kind }>;

/** The facts of one event, before its verdict. Stripe's signature says that it sent them. */
type Judged = Readonly<{
  notification: StoredNotification;
  mode: CardEnvironment;
  facts: Omit<Verdict, "state" | "reason">;
}>;

/**
 * Settles an event of Stripe. What it sent is recorded, or is a task for the office with its amount; a reason of ours, such
 * as an order that is not known here, never makes it vanish.
 */
export async function judgeStripe(
  context: NotificationContext,
  notification: StoredNotification,
): Promise<Verdict> {
  const { stripe } = context.card;
  if (stripe === null) return { ...nothing, state: "parked", reason: "Stripe is not set up" };
  const { raw, headers, receivedAt } = notification;
  const signature = headers["stripe-signature"];
  if (!wasSigned(notification) && !stripe.isSigned({ raw, signature, receivedAt })) {
    const reason = "wrong signature";
    return { ...nothing, checks: [check("signature", reason)], state: "rejected", reason };
  }
  const event = readStripeEvent(raw);
  const checks = [check("signature")];
  if (typeof event === "string")
    return { ...nothing, checks, isConfirmed: true, state: "rejected", reason: event };
  const { mode } = stripe;
  const isReal = event.livemode || mode !== "live";
  const facts = { ...nothing, ...factsOf(event.said), checks, isConfirmed: isReal };
  const foreign = foreignReason(event, mode);
  if (foreign !== null)
    return { ...facts, checks: [...checks, check("merchant", foreign)], ...rejected(foreign) };
  const judged = {
    notification,
    mode,
    facts: { ...facts, checks: [...checks, check("merchant")] },
  };
  return judgeFact(context, judged, event);
}

/** With the signing secret of then, which may have been replaced. */
function wasSigned({ confirmedAt, checks }: StoredNotification): boolean {
  return confirmedAt !== null || checks.some((each) => each.check === "signature" && each.passed);
}

function judgeFact(
  context: NotificationContext,
  judged: Judged,
  { type, said }: StripeEvent,
): Verdict | Promise<Verdict> {
  switch (said.kind) {
    case "session":
      return judgeSession(context, judged, said);
    case "refused-card":
      return noteOn(context, judged, said, "the card was refused");
    case "refund":
      return judgeRefund(context, judged, said);
    case "dispute":
      return judgeDispute(context, judged, said);
    case "note":
      return { ...judged.facts, state: "noted", reason: said.note };
    case "unknown":
      return { ...judged.facts, ...rejected(`${type} is not known here: look it up at Stripe`) };
  }
}

/** What the office can find the notification by. */
function factsOf(said: StripeFact): Partial<Verdict> {
  switch (said.kind) {
    case "session": {
      const paymentStatus = {
        paid: "COMPLETE",
        pending: "PENDING",
        failed: "FAILED",
        expired: "CANCELLED",
      }[said.outcome];
      const money = said.outcome === "paid" ? moneyOf(said) : {};
      return { paymentStatus, pfPaymentId: said.paymentId, ...money };
    }
    case "refused-card":
      return { paymentStatus: "FAILED", pfPaymentId: said.paymentId };
    case "refund": {
      const paymentStatus = said.failed ? "REFUND FAILED" : "REFUND";
      return { paymentStatus, pfPaymentId: said.refundId, ...moneyOf(said) };
    }
    case "dispute": {
      const paymentStatus = { open: "DISPUTED", lost: "DISPUTE LOST", won: "DISPUTE WON" }[
        said.outcome
      ];
      return { paymentStatus, pfPaymentId: said.disputeId, ...moneyOf(said) };
    }
    default:
      return {};
  }
}

/** An amount in a currency that no shop has is in the reason alone. */
function moneyOf({ amount, currency }: Pick<Of<"refund">, "amount" | "currency">) {
  return currency === null ? {} : { amount, currency };
}

function inWords({
  amount,
  currency,
  currencyCode,
}: Omit<Of<"refund">, "kind" | "refundId" | "failed" | "paymentId">) {
  return currency === null ? `${amount} (${currencyCode})` : formatMoney(amount, currency);
}

/** Test money never pays a live order, and money of another account or environment is none of this shop's. */
function foreignReason({ livemode, account }: StripeEvent, mode: CardEnvironment): string | null {
  if (account !== null) return `it is about another account, ${account}`;
  if (livemode === (mode === "live")) return null;
  return livemode ? "it is of real money, and this shop is a test" : "it is of test money";
}

async function judgeSession(
  context: NotificationContext,
  judged: Judged,
  said: Of<"session">,
): Promise<Verdict> {
  const { notification, mode, facts } = judged;
  if (said.outcome !== "paid") {
    const verdict = await noteOn(context, judged, said, `the payment page is ${said.outcome}`);
    if (said.outcome !== "pending") await endSessionOf(context.db, said.sessionId, context.now());
    return verdict;
  }
  if (said.orderId === null)
    return withCheck(facts, check("order", `${inWords(said)} for no order of this shop`));
  const order = await findPayableOrder(context, said.orderId);
  if (!order) {
    const missing = check("order", "no order to pay by card");
    return { ...withCheck(facts, missing), state: "parked" };
  }
  const known = { ...facts, orderId: order.orderId };
  const problem = problemOf(order, said, mode);
  if (problem !== null) return withCheck(known, problem);
  const end = { sessionId: said.sessionId, now: context.now() };
  const verdict = await recordPayment(context, notification.id, {
    order: { ...order, cardEnvironment: mode },
    facts: { ...known, checks: [...known.checks, check("order"), check("amount")] },
    // Unknown where Stripe has not settled it yet: the settlement says it then.
    fee: (await feeOf(context, said, order.currency)) ?? 0,
    alsoWrite: (tx) => endSessionOf(tx, end.sessionId, end.now),
  });
  if (verdict.state === "noted") await endSessionOf(context.db, end.sessionId, end.now);
  return verdict;
}

async function feeOf(
  { card: { stripe } }: NotificationContext,
  { paymentId }: Of<"session">,
  currency: Currency,
): Promise<number | null> {
  return stripe === null || paymentId === null ? null : stripe.feeOf(paymentId, currency);
}

function problemOf(
  order: UnpaidOrder,
  said: Of<"session">,
  mode: CardEnvironment,
): NotificationCheck | null {
  if (order.cardEnvironment !== mode || order.provider?.name !== "Stripe")
    return check("order", "the order is not paid in this environment");
  if (said.currency !== order.currency)
    return check("amount", `${inWords(said)} was paid, and the order is in ${order.currency}`);
  if (said.amount <= 0) return check("amount", "nothing was paid");
  return said.paymentId === null ? check("amount", "the payment has no number") : null;
}

/** Of an order, or of none: nothing is recorded. */
async function noteOn(
  context: NotificationContext,
  { facts }: Judged,
  { orderId }: Readonly<{ orderId: string | null }>,
  reason: string,
): Promise<Verdict> {
  const order = orderId === null ? null : await findPayableOrder(context, orderId);
  return { ...facts, orderId: order?.orderId ?? null, state: "noted", reason };
}

/** The goods and units of a refund are known to people alone, so they record it; until then it is a task. */
async function judgeRefund(
  context: NotificationContext,
  { notification, facts }: Judged,
  said: Of<"refund">,
): Promise<Verdict> {
  const orderId = await findOrderOfPayment(context.db, said.paymentId);
  const known = { ...facts, orderId };
  const fact = { id: notification.id, factId: said.refundId };
  if (said.failed) {
    const told = await findSameFact(context.db, { ...fact, statuses: ["REFUND FAILED"] });
    if (told !== null) return { ...known, state: "noted", reason: toldBy(told) };
    const reason = `the refund of ${inWords(said)} failed and Stripe has the money back: pay it back another way`;
    return { ...known, ...rejected(reason) };
  }
  const failed = await findSameFact(context.db, {
    factId: said.refundId,
    statuses: ["REFUND FAILED"],
  });
  if (failed !== null) return { ...known, state: "noted", reason: "the refund failed" };
  return moneyBack(context, { known, fact }, inWords(said) + " went back to the card");
}

/** Stripe holds the money of a dispute until the bank has decided; lost, it is gone as after a refund. */
async function judgeDispute(
  context: NotificationContext,
  { notification, facts }: Judged,
  said: Of<"dispute">,
): Promise<Verdict> {
  const orderId = await findOrderOfPayment(context.db, said.paymentId);
  const known = { ...facts, orderId };
  const fact = { id: notification.id, factId: said.disputeId };
  if (said.outcome === "won")
    return { ...known, state: "noted", reason: `the dispute is won: ${inWords(said)} stays ours` };
  if (said.outcome === "lost")
    return moneyBack(context, { known, fact }, `the dispute of ${inWords(said)} is lost`);
  const closed = await findSameFact(context.db, {
    factId: said.disputeId,
    statuses: ["DISPUTE LOST", "DISPUTE WON"],
  });
  if (closed !== null)
    return { ...known, state: "noted", reason: `closed by notification ${closed}` };
  const until = said.dueBy === null ? "" : ` by ${await deadlineOf(context, said.dueBy)}`;
  const reason = `the buyer disputes ${inWords(said)} (${said.reason}): do not send the goods, and answer at Stripe${until}`;
  return { ...known, state: "parked", reason };
}

/** By the shop's clock. @param seconds since 1970 */
async function deadlineOf({ db, shop }: NotificationContext, seconds: number): Promise<string> {
  const { timeZone } = await shownRegion(readOnly(db), shop.region);
  return instantInWords(new Date(seconds * 1000).toISOString(), timeZone);
}

/** Recorded where the order has as many card refunds of this amount as Stripe has told of until now. */
async function moneyBack(
  context: NotificationContext,
  { known, fact }: Readonly<{ known: Judged["facts"]; fact: { id: number; factId: string } }>,
  what: string,
): Promise<Verdict> {
  const { orderId, amount } = known;
  const statuses = ["REFUND", "DISPUTE LOST"];
  const told = await findSameFact(context.db, { ...fact, statuses });
  if (told !== null) return { ...known, state: "noted", reason: toldBy(told) };
  if (orderId === null || amount === null)
    return { ...known, state: "parked", reason: `${what}, of no payment that is recorded here` };
  const { recorded, toldBefore } = await countCardRefunds(context.db, { ...fact, orderId, amount });
  if (recorded > toldBefore) return { ...known, state: "noted", reason: "the refund is recorded" };
  return { ...known, state: "parked", reason: `${what}: record the refund with its goods` };
}

function toldBy(id: number): string {
  return `told by notification ${id}`;
}

function withCheck(facts: Judged["facts"], failed: NotificationCheck): Verdict {
  return { ...facts, checks: [...facts.checks, failed], ...rejected(failed.reason ?? "") };
}

function rejected(reason: string) {
  return { state: "rejected", reason } as const;
}

function check(name: NotificationCheck["check"], reason: string | null = null): NotificationCheck {
  return { check: name, passed: reason === null, reason };
}
