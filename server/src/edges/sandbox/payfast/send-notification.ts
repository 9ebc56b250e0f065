import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../platform/db/database.ts";
import { notificationOf, type ToldStatus } from "./notification.ts";
import { keepSent, type SandboxPayment } from "./sandbox-payment.store.ts";

/** Milliseconds before each try; the provider's own are minutes. */
const sendAgainAfter = [0, 500, 2000] as const;
const answerTimeoutMs = 10_000;
/** Who goes back without paying is told of to nobody, as with the provider. */
const told: Record<SandboxPayment["state"], ToldStatus | null> = {
  waiting: null,
  pending: "PENDING",
  complete: "COMPLETE",
  failed: "FAILED",
  cancelled: null,
};

/**
 * Tells the shop what became of a payment: the same bytes every time, so that pressing twice is a copy
 * and not a second payment.
 *
 * @returns whether the shop has taken it, or there was nothing to tell.
 */
export async function sendNotification(
  db: Database,
  payment: SandboxPayment,
  { passphrase, notifyUrl }: Readonly<{ passphrase: string | null; notifyUrl: () => string }>,
): Promise<boolean> {
  const status = told[payment.state];
  if (status === null) return true;
  const { confirmable, body } = notificationOf(payment, status, passphrase);
  await keepSent(db, payment.id, confirmable);
  for (const waitMs of sendAgainAfter) {
    await pause(waitMs);
    if (await isTaken(notifyUrl(), body)) return true;
  }
  return false;
}

async function isTaken(url: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // not heard is what the next try is for
  }
}
