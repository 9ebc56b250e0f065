import type { MessageChannel, MessageState } from "@portal/shared/platform/messages.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import type { Tone } from "../../../ui/status-text.tsx";

export type ListedMessage = ApiOutputs["system"]["sentEmails"]["rows"][number];

/** What each kind of message is for, as the office would say it. */
export const kindWords: Record<ListedMessage["kind"], string> = {
  "sign-in-code": "Sign-in code",
  "sign-up-code": "Sign-up code",
  registration: "Registration",
  "already-registered": "Signed up again",
  "password-reset": "Forgotten password",
  "password-changed": "Password changed",
  "confirm-email": "Confirm the email",
  invitation: "Invitation",
  "cell-changed": "Cell number changed",
  "email-changed": "Email changed",
  "bank-details-changed": "Bank details changed",
  converted: "New role",
  "order-placed": "Order placed",
  "order-eft": "How to pay by bank transfer",
  "order-paid": "Order paid",
  "order-payment-failed": "Card payment failed",
  "order-shipped": "Order shipped",
  "order-delivered": "Order arrived",
  "order-cancelled": "Order cancelled",
  "order-refunded": "Order refunded",
  "order-recipient-corrected": "Delivery address changed",
  "payout-requested": "Payout requested",
  "payout-paid": "Payout paid",
  "payout-rejected": "Payout rejected",
  "statement-ready": "Statement ready",
  "entry-question-asked": "Question about an entry",
  "entry-question-answered": "Question answered",
  "contact-received": "Message to the shop",
  "contact-acknowledged": "Message acknowledged",
  proposal: "Two admins decide",
  "copy-test": "Test of a mail",
};

export const channelWords: Record<MessageChannel, string> = { email: "Email", sms: "SMS" };

export const stateWords: Record<MessageState, string> = {
  queued: "Waiting",
  sent: "Sent",
  kept: "Kept here",
  failed: "Failed",
};

export const stateTones: Record<MessageState, Tone> = {
  queued: "waiting",
  sent: "good",
  kept: "neutral",
  failed: "bad",
};
