import { decimalText, shareOf } from "@portal/shared/platform/money.ts";
import {
  amountFrom,
  encodeFields,
  type Field,
  signNotification,
} from "../../../gateways/card/payfast-fields.ts";
import type { Database } from "../../../platform/db/database.ts";
import { deliver } from "../deliver.ts";
import { recordSent, type SandboxPayment } from "./sandbox-payment.store.ts";

/** 3.2 % and R2.00, as in a published price list. */
const feeBps = 320;
const feeFixed = 200;

type NotifiedStatus = "COMPLETE" | "PENDING" | "FAILED";

/** The signed notification of a payment: fields in the provider's order, blank ones included. */
function notificationOf(
  { form, pfPaymentId }: Pick<SandboxPayment, "form" | "pfPaymentId">,
  status: NotifiedStatus,
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
    ["amount_gross", decimalText(gross)],
    ["amount_fee", `-${decimalText(fee)}`],
    ["amount_net", decimalText(gross - fee)],
    ...custom("str"),
    ...custom("int"),
    ["name_first", "Test"],
    ["name_last", "User 01"],
    ["email_address", form["email_address"] || "sbtu01@payfast.co.za"],
    ["merchant_id", form["merchant_id"] ?? ""],
  ];
  const confirmable = encodeFields(fields);
  return {
    confirmable,
    body: `${confirmable}&signature=${signNotification(confirmable, passphrase)}`,
  };
}

/** Like the provider, the sandbox sends no notification of a cancelled payment. */
const notifiedStatus: Record<SandboxPayment["state"], NotifiedStatus | null> = {
  waiting: null,
  pending: "PENDING",
  complete: "COMPLETE",
  failed: "FAILED",
  cancelled: null,
};

/**
 * Notifies the shop of a payment. The bytes are the same every time, so that pressing a button twice sends a copy and not a
 * second payment.
 *
 * @returns whether the shop has accepted it, or there is nothing to send
 */
export async function sendNotification(
  db: Database,
  payment: SandboxPayment,
  { passphrase, notifyUrl }: Readonly<{ passphrase: string | null; notifyUrl: () => string }>,
): Promise<boolean> {
  const status = notifiedStatus[payment.state];
  if (status === null) return true;
  const { confirmable, body } = notificationOf(payment, status, passphrase);
  await recordSent(db, payment.id, confirmable);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return deliver(notifyUrl(), () => ({ headers, body }));
}
