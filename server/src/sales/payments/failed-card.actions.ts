import type { Caller } from "../../caller.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { takeOne } from "../../platform/rate-limit/rate-limit.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { findOrderParties } from "../orders/order.queries.ts";
import { isStillToPay } from "./payment.queries.ts";

/** Whoever had a card refused tries another one at once; the mail is for those who went away. */
const tellAfterSeconds = 5 * 60;
/** However often somebody tries, and whatever the provider tells of each. */
const toldPerOrder = [{ times: 1, seconds: 24 * 3600 }] as const;

/**
 * Asks for the mail that a card was refused, with the way to pay again. It is not sent where the order
 * is paid or cancelled by then.
 */
export async function tellOfFailedCard(
  tx: Tx,
  desk: Pick<Caller, "jobs" | "now">,
  { orderId, notificationId }: Readonly<{ orderId: string; notificationId: number }>,
): Promise<void> {
  if (!(await isStillToPay(readOnly(tx), orderId))) return;
  const allowance = { key: `failed card of order ${orderId}`, limits: toldPerOrder };
  if (!(await takeOne(tx, allowance, desk.now()))) return;
  const parties = await findOrderParties(readOnly(tx), orderId);
  const kind = "order-payment-failed";
  const about = { kind, orderId, userId: parties?.buyerId ?? null } as const;
  const key = `order-payment-failed:${orderId}:${notificationId}`;
  await queueMessage(tx, desk, key, about, { startAfterSeconds: tellAfterSeconds });
}
