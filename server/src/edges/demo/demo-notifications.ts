import { createHash } from "node:crypto";
import { decimalText } from "@portal/shared/platform/money.ts";
import { encodeFields, signNotification } from "../../gateways/card/payfast-fields.ts";
import type { Tx } from "../../platform/db/database.ts";
import {
  insertForged,
  insertNotification,
  nothing,
  saveVerdict,
} from "../../sales/payments/card-notification.store.ts";

const shown = 12;
/** An address of the provider, and one of the range for documentation. */
const providerIp = "197.97.145.144";
const strangerIp = "203.0.113.7";
const passed = ["signature", "source", "merchant", "order", "amount", "confirmation"] as const;

type CardPayment = Readonly<{
  orderId: string;
  orderNumber: number;
  paymentId: string;
  amount: number;
  fee: number;
  at: string;
}>;

/** In the order in which they came: what the card provider said of the newest payments, of a card that it refused before, and what somebody forged. */
export async function insertDemoNotifications(tx: Tx): Promise<void> {
  const payments: readonly CardPayment[] = await tx
    .selectFrom("projection.order_payment as payment")
    .innerJoin("projection.order_state as order", "order.order_id", "payment.order_id")
    .select(["payment.order_id as orderId", "order.order_number as orderNumber"])
    .select(["payment.payment_id as paymentId", "payment.amount", "payment.fee"])
    .select("payment.received_at as at")
    .where("payment.method", "=", "card")
    .orderBy("payment.received_at", "desc")
    .limit(shown)
    .execute();
  const [newest, second] = payments;
  for (const payment of payments.toReversed()) {
    if (payment === second)
      await insertSaid(
        tx,
        { ...second, paymentId: "1999998", at: minutesBefore(second.at, 2) },
        "FAILED",
      );
    await insertSaid(tx, payment, "COMPLETE");
  }
  if (!newest) return;
  await insertForged(
    tx,
    incoming(`${bodyOf(newest, "COMPLETE")}0`, strangerIp, newest.at),
    "wrong signature",
    { pfPaymentId: newest.paymentId, paymentStatus: "COMPLETE", orderId: newest.orderId },
  );
}

async function insertSaid(
  tx: Tx,
  payment: CardPayment,
  paymentStatus: "COMPLETE" | "FAILED",
): Promise<void> {
  const { orderId, paymentId: pfPaymentId, amount, at } = payment;
  const isPaid = paymentStatus === "COMPLETE";
  const id = await insertNotification(tx, incoming(bodyOf(payment, paymentStatus), providerIp, at));
  const checks = passed.map((check) => ({ check, passed: true, reason: null }));
  const facts = { ...nothing, checks, pfPaymentId, paymentStatus, orderId, isConfirmed: true };
  const verdict = isPaid
    ? { ...facts, state: "applied" as const, reason: null, amount }
    : { ...facts, state: "noted" as const, reason: `the provider says ${paymentStatus}` };
  await saveVerdict(tx, id, verdict, at);
}

function incoming(body: string, peerIp: string, receivedAt: string) {
  const raw = Buffer.from(body);
  const sha256 = createHash("sha256").update(raw).digest();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { provider: "payfast" as const, raw, sha256, peerIp, headers, receivedAt };
}

function bodyOf(
  { orderId, orderNumber, paymentId, amount, fee }: CardPayment,
  status: "COMPLETE" | "FAILED",
): string {
  const body = encodeFields([
    ["m_payment_id", orderId],
    ["pf_payment_id", paymentId],
    ["payment_status", status],
    ["item_name", `Order ${orderNumber}`],
    ["amount_gross", decimalText(amount)],
    ["amount_fee", `-${decimalText(fee)}`],
    ["amount_net", decimalText(amount - fee)],
    ["merchant_id", "10000100"],
  ]);
  return `${body}&signature=${signNotification(body, null)}`;
}

function minutesBefore(at: string, minutes: number): string {
  return new Date(Date.parse(at) - minutes * 60_000).toISOString();
}
