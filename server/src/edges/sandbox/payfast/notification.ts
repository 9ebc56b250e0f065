import { shareOf } from "@portal/shared/platform/money.ts";
import { amountFrom, amountText } from "../../../gateways/card/card-amount.ts";
import {
  encodeFields,
  type Field,
  signNotification,
} from "../../../gateways/card/payfast-signature.ts";
import type { SandboxPayment } from "./sandbox-payment.store.ts";

/** 3.2 % and R2.00, as one published price list has it. */
const feeBps = 320;
const feeFixed = 200;

export type ToldStatus = "COMPLETE" | "PENDING" | "FAILED";

/** The provider's notification of a form: its fields in its order, blank ones kept, signed. */
export function notificationOf(
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
