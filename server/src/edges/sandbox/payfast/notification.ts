import { setTimeout as pause } from "node:timers/promises";
import { shareOf } from "@portal/shared/platform/money.ts";
import {
  amountFrom,
  amountText,
  encodeFields,
  type Field,
  signNotification,
} from "../../../gateways/card/payfast-fields.ts";
import type { Database } from "../../../platform/db/database.ts";
import { keepSent, type SandboxPayment } from "./sandbox-payment.store.ts";

/** 3.2 % and R2.00, as one published price list has it. */
const feeBps = 320;
const feeFixed = 200;

export type ToldStatus = "COMPLETE" | "PENDING" | "FAILED";

/** The provider's notification of a form: its fields in its order, blank ones kept, signed. */
function notificationOf(
  { form, pfPaymentId }: Pick<SandboxPayment, "form" | "pfPaymentId">,
  status: ToldStatus,
  passphrase: string | null,
): { confirmable: string; body: string } {
  const gross = amountFrom(form["amount"] ?? "") ?? 0;
  const fee = Math.min(gross, shareOf(gross, feeBps) + feeFixed);
  const custom = (kind: "str" | "int") =>
    [1, 2, 3, 4, 5].map((number): Field => {
      const name = `custom_${kind}${number}`;
      return [name, form[name] ?? ""];
    });
  const fields: Field[] = [
    ["m_payment_id", form["m_payment_id"] ?? ""],
    ["pf_payment_id", String(pfPaymentId)],
    ["payment_status", status],
    ["item_name", form["item_name"] ?? ""],
    ["item_description", form["item_description"] ?? ""],
    ["amount_gross", amountText(gross)],
    ["amount_fee", `-${amountText(fee)}`],
    ["amount_net", amountText(gross - fee)],
    ...custom("str"),
    ...custom("int"),
    ["name_first", "Test"],
    ["name_last", "User 01"],
    ["email_address", form["email_address"] || "sbtu01@payfast.co.za"],
    ["merchant_id", form["merchant_id"] ?? ""],
  ];
  const confirmable = encodeFields(fields);
  return { confirmable, body: `${confirmable}&signature=${signNotification(fields, passphrase)}` };
}

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
