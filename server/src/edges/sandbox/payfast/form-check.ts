import { amountFrom } from "../../../gateways/card/card-amount.ts";
import type { NotificationBody } from "../../../gateways/card/notification-body.ts";
import { isSameSignature, signForm } from "../../../gateways/card/payfast-signature.ts";
import type { Problem } from "./page.ts";

/** Every field that the provider's manual names, in its order, which is the order of the signature. */
const formFields = [
  "merchant_id",
  "merchant_key",
  "return_url",
  "cancel_url",
  "notify_url",
  "name_first",
  "name_last",
  "email_address",
  "cell_number",
  "m_payment_id",
  "amount",
  "item_name",
  "item_description",
  ...[1, 2, 3, 4, 5].map((number) => `custom_int${number}`),
  ...[1, 2, 3, 4, 5].map((number) => `custom_str${number}`),
  "email_confirmation",
  "confirmation_address",
  "currency",
  "payment_method",
] as const;

const required = ["merchant_id", "merchant_key", "amount", "item_name", "m_payment_id"] as const;

export type Merchant = Readonly<{
  merchantId: string;
  merchantKey: string;
  passphrase: string | null;
}>;

/** What the provider would find wrong with a checkout form; nothing when it may be paid. */
export function problemsOf(
  form: NotificationBody,
  merchant: Merchant,
  publicUrl: string,
): Problem[] {
  const missing = required
    .filter((field) => !form.valueOf(field))
    .map((field) => ({ field, reason: `${field} is required` }));
  if (missing.length > 0) return missing;
  return [...wrongFields(form, merchant, publicUrl), ...wrongSignature(form, merchant)];
}

function wrongFields(form: NotificationBody, merchant: Merchant, publicUrl: string): Problem[] {
  const problems: Problem[] = [];
  if (form.valueOf("merchant_id") !== merchant.merchantId)
    problems.push({ field: "merchant_id", reason: "merchant_id is not known" });
  if (form.valueOf("merchant_key") !== merchant.merchantKey)
    problems.push({ field: "merchant_key", reason: "merchant_key is not this merchant's" });
  const amount = form.valueOf("amount") ?? "";
  if (!/\.\d{2}$/.test(amount) || (amountFrom(amount) ?? 0) <= 0)
    problems.push({ field: "amount", reason: "amount must be a number with two decimals" });
  for (const field of ["return_url", "cancel_url", "notify_url"]) {
    const url = form.valueOf(field);
    // Anybody can write a form; this page must not send people or notifications anywhere else.
    if (url && !url.startsWith(`${publicUrl}/`))
      problems.push({ field, reason: `${field} must be an address of this shop` });
  }
  return problems;
}

function wrongSignature(form: NotificationBody, { passphrase }: Merchant): Problem[] {
  const unknown = form.fields.filter(([name]) => !formFields.includes(name));
  if (unknown.length > 0)
    return unknown.map(([field]) => ({ field, reason: `${field} is not a known variable` }));

  const inOrder = form.fields.toSorted(
    ([one], [other]) => formFields.indexOf(one) - formFields.indexOf(other),
  );
  const { signature } = form;
  if (signature === null && passphrase === null) return [];
  const isRight = signature !== null && isSameSignature(signForm(inOrder, passphrase), signature);
  if (isRight) return [];
  return [{ field: "signature", reason: "Generated signature does not match submitted signature" }];
}
