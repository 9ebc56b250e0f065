/**
 * Who can cause a message, and so what limits it and what happens where it cannot be sent (docs/domain.md, "Messages"): each
 * class has limits of its own, so that none of them silences another.
 */
export type MessageClass = "secret" | "warning" | "work" | "stranger";

/** `work-if-proved`: a stranger can cause it for any address until the account's email or a payment proves a person. */
export const messageClasses = {
  "sign-in-code": "secret",
  "sign-up-code": "secret",
  registration: "secret",
  "already-registered": "stranger",
  "password-reset": "secret",
  "password-changed": "warning",
  "set-up-factor": "secret",
  "come-back": "secret",
  "lost-factor": "secret",
  "admin-sign-in": "warning",
  "no-code-for-admins": "stranger",
  "passwords-guessed": "warning",
  "confirm-email": "secret",
  "confirm-new-email": "secret",
  "email-change-asked": "warning",
  "email-changed": "warning",
  "cell-changed": "warning",
  "bank-details-changed": "warning",
  invitation: "secret",
  converted: "work",
  "network-changed": "work",
  "order-placed": "work-if-proved",
  "order-eft": "work-if-proved",
  "order-paid": "work",
  "order-payment-failed": "work-if-proved",
  "order-shipped": "work",
  "order-delivered": "work",
  "order-ready": "work",
  "parcel-shipped": "work",
  "order-cancelled": "work-if-proved",
  "order-refunded": "work",
  "order-recipient-corrected": "work",
  "back-in-stock": "stranger",
  "payout-requested": "work",
  "payout-paid": "work",
  "payout-rejected": "work",
  "statement-ready": "work",
  "entry-question-asked": "work",
  "entry-question-answered": "work",
  // To the shop: dropping it would lose what a customer wrote.
  "contact-received": "work",
  "contact-acknowledged": "stranger",
  proposal: "warning",
  "admin-account": "warning",
  "portal-restored": "warning",
  "office-day": "warning",
  "copy-test": "work",
} as const satisfies Readonly<Record<string, MessageClass | "work-if-proved">>;

/** Warnings and secrets have one text, so that nobody rewrites what warns of them. */
export function hasFixedText(kind: string): boolean {
  const named = Object.entries(messageClasses).find(([each]) => each === kind)?.[1];
  return named === "warning" || named === "secret";
}
