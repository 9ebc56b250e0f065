import type { MessageKind } from "../message-kinds.ts";
import { orderWords } from "./order-words.ts";

/** The text of one message. Placeholders in braces are filled in when it is sent. */
export type MessageWords = Readonly<{
  subject: string;
  /** One sentence that mailboxes show beside the subject, also on locked phones: nothing secret. May be empty. */
  preheader: string;
  /** `{{code}}` alone in its paragraph is shown large. */
  paragraphs: readonly string[];
  button?: Readonly<{ label: string; leadsTo: string }>;
  /** At most 160 characters with a URL of 40. No names: letters outside GSM-7 would shorten the limit. */
  sms?: string;
}>;

const unasked = "If you did not ask for this, ignore this email. Your account has not changed.";
const codeRules = "It works once, for 10 minutes. Do not share it. We’ll never ask you for it.";

export const messageWords: Readonly<Record<MessageKind, MessageWords>> = {
  "sign-in-code": {
    subject: "Your {{shop}} sign-in code",
    preheader: "Use it within 10 minutes and do not share it.",
    paragraphs: ["{{greeting}}", "Enter this code to sign in:", "{{code}}", codeRules, unasked],
    sms: "{{code}} is your {{shop}} sign-in code. It expires in 10 minutes. Never share it.",
  },
  // The address may belong to another person than the one who typed it and the name: nothing of the form is repeated.
  "sign-up-code": {
    subject: "Your code to create a {{shop}} account",
    preheader: "Use it within 10 minutes and do not share it.",
    paragraphs: [
      "Hello,",
      "Enter this code to create your {{shop}} account:",
      "{{code}}",
      codeRules,
      "If you did not ask for this, ignore this email.",
    ],
    button: { label: "Enter code", leadsTo: "{{link}}" },
    sms: "{{code}} is your code to create a {{shop}} account. It expires in 10 minutes. Never share it.",
  },
  registration: {
    subject: "Welcome to {{shop}}: choose your password",
    preheader: "We have created an account for you as {{role}}.",
    paragraphs: [
      "{{greeting}}",
      "We have created an account for you as {{role}} at {{shop}}, an online shop for food supplements: {{home}}.",
      "Choose a password to start. The link works once and expires in a week.",
      "Not expecting this? Ignore it: no one can use the account without the link.",
    ],
    button: { label: "Choose password", leadsTo: "{{link}}" },
    sms: "{{shop}}: your account is ready. Choose a password within 7 days: {{link}}",
  },
  "already-registered": {
    subject: "You already have a {{shop}} account",
    preheader: "Sign in with your password or a code.",
    paragraphs: [
      "{{greeting}}",
      "Someone tried to sign up at {{shop}} with this address, which already has an account. If it was you, sign in with your password or a code.",
      unasked,
    ],
    button: { label: "Sign in", leadsTo: "{{portal}}/login" },
  },
  "password-reset": {
    subject: "Choose a new {{shop}} password",
    preheader: "Use the link within one hour.",
    paragraphs: [
      "{{greeting}}",
      "You asked to choose a new password for your {{shop}} account. The link works once, for one hour.",
      unasked,
    ],
    button: { label: "Choose new password", leadsTo: "{{link}}" },
  },
  "set-up-factor": {
    subject: "Set up your {{shop}} sign-in",
    preheader: "Use the link within one hour.",
    paragraphs: [
      "{{greeting}}",
      "Admins sign in with a password and a passkey, or a code from an app. This link lets you set one up. You need your password too. The link works once, for one hour.",
      "If you did not ask for this, someone knows your password. Choose a new one now: {{portal}}/forgot-password",
    ],
    button: { label: "Set up sign-in", leadsTo: "{{link}}" },
  },
  "come-back": {
    subject: "Your {{shop}} account is locked",
    preheader: "Only you can unlock it.",
    paragraphs: [
      "{{greeting}}",
      "Another admin has locked your account, and you have been signed out everywhere. Nothing else has changed.",
      "To unlock it, open this link on a device that only you use, and sign in with your password and your passkey or code. The link works once, for a week. If it has expired, sign in with your password and we’ll email a new one.",
      "If someone else has one of your devices, remove its passkey in your profile afterwards.",
    ],
    button: { label: "Unlock account", leadsTo: "{{link}}" },
  },
  "lost-factor": {
    subject: "Ask for a new {{shop}} second step",
    preheader: "Use the link within one hour.",
    paragraphs: [
      "{{greeting}}",
      "You told us that you have neither your passkey, your app with codes nor a recovery code. This link and your password let you ask for a new second step. All admins are told, and another admin must confirm it. The link works once, for one hour.",
      "If you did not ask for this, someone knows your password. Choose a new one now: {{portal}}/forgot-password",
    ],
    button: { label: "Ask for a new second step", leadsTo: "{{link}}" },
  },
  "admin-sign-in": {
    subject: "{{shop}}: {{headline}}",
    preheader: "Check that you know of it.",
    paragraphs: ["{{greeting}}", "{{whatHappened}}", "{{whatToDo}}"],
    button: { label: "Open the office", leadsTo: "{{portal}}/admin" },
    sms: "{{shop}}: something about an admin's sign-in has changed. See our email, and check that you know of it.",
  },
  "no-code-for-admins": {
    subject: "Sign in to {{shop}} with your password",
    preheader: "Admins do not get sign-in codes.",
    paragraphs: [
      "{{greeting}}",
      "Someone asked for a sign-in code for this address. Admins do not get codes by email or SMS: sign in with your password, then your passkey or the code from your app.",
      unasked,
    ],
    button: { label: "Sign in", leadsTo: "{{portal}}/login" },
  },
  "password-changed": {
    subject: "Your {{shop}} password was changed",
    preheader: "If you did not change it, choose a new one now.",
    paragraphs: [
      "{{greeting}}",
      "Your password was changed. You have been signed out on other devices.",
      "If this was not you, choose a new password now and reply to this email.",
    ],
    button: { label: "Choose new password", leadsTo: "{{portal}}/forgot-password" },
  },
  "passwords-guessed": {
    subject: "Someone is guessing your {{shop}} password",
    preheader: "They have not signed in.",
    paragraphs: [
      "{{greeting}}",
      "There were many wrong passwords for your account within an hour. We now ask for a proof that a person is typing, except in a browser where you have signed in before.",
      "If this was you, you do not need to do anything. If you use the same password elsewhere, choose a new one here.",
    ],
    button: { label: "Choose new password", leadsTo: "{{portal}}/forgot-password" },
  },
  "confirm-email": {
    subject: "Confirm your email address",
    preheader: "We need to know that our emails reach you.",
    paragraphs: [
      "{{greeting}}",
      "Confirm your address so that our emails reach you. The link works once, for one hour.",
      "If you do not have a {{shop}} account, ignore this email.",
    ],
    button: { label: "Confirm email address", leadsTo: "{{link}}" },
  },
  "confirm-new-email": {
    subject: "Confirm your new email address",
    preheader: "It takes effect when you confirm it.",
    paragraphs: [
      "{{greeting}}",
      "You asked to use {{newEmail}} for your {{shop}} account. It takes effect when you confirm it; until then we write to your old address. The link works once, for one hour.",
      "If you do not have a {{shop}} account, ignore this email.",
    ],
    button: { label: "Confirm new email address", leadsTo: "{{link}}" },
  },
  "email-change-asked": {
    subject: "Your {{shop}} email address is about to change",
    preheader: "If you did not ask for this, stop it now.",
    paragraphs: [
      "{{greeting}}",
      "Someone signed in to your {{shop}} account and asked to change its email address to {{newEmail}}. We keep writing to this address until the new one is confirmed.",
      "If it was you, you do not need to do anything here.",
      "If this was not you, stop the change with the button below and choose a new password. The link works once, for a week, even after the new address is confirmed.",
    ],
    button: { label: "This was not me", leadsTo: "{{link}}" },
    sms: "{{shop}}: someone asked to change the email address of your account. Not you? Open the link in our email.",
  },
  "email-changed": {
    subject: "Your {{shop}} email address has changed",
    preheader: "If you did not change it, put it back now.",
    paragraphs: [
      "{{greeting}}",
      "The email address of your {{shop}} account is now {{newEmail}}. From now on we’ll write to the new address.",
      "If this was not you, put this address back with the button below and choose a new password. The link works once, for a week.",
    ],
    button: { label: "This was not me", leadsTo: "{{link}}" },
    sms: "{{shop}}: the email address of your account has changed. If this was not you, contact us now: {{home}}/contact-us",
  },
  "cell-changed": {
    subject: "Your {{shop}} cell number has changed",
    preheader: "We’ll send codes to your old number for {{cellHoldHours}} more hours.",
    paragraphs: [
      "{{greeting}}",
      "The cell number of your {{shop}} account has changed to one ending in {{newCellEnding}}. We’ll send sign-in codes to your old number for {{cellHoldHours}} hours, then to the new one.",
      "If this was not you, put your own number back with the button below within that time and choose a new password.",
    ],
    button: { label: "This was not me", leadsTo: "{{link}}" },
    sms: "{{shop}}: your cell number has changed. We send codes here for {{cellHoldHours}} more hours. Not you? {{portal}}/forgot-password",
  },
  "bank-details-changed": {
    subject: "Your {{shop}} bank details have changed",
    preheader: "If you did not change them, tell us now.",
    paragraphs: [
      "{{greeting}}",
      "The bank details of your {{shop}} account have changed. From now on we’ll pay into the new account.",
      "If this was not you, reply now and choose a new password. We make extra checks on payouts for {{holdHours}} hours.",
    ],
    button: { label: "Choose new password", leadsTo: "{{portal}}/forgot-password" },
  },
  invitation: {
    subject: "You are invited to become {{invitedRole}}",
    preheader: "{{inviter}} would like you to join their team.",
    paragraphs: [
      "{{greeting}}",
      "{{inviter}} has invited you to become {{invitedRole}} at {{shop}}, in their team.",
      "Open the invitation to accept or decline it. The link works once and expires in a week. Nothing changes in your account until you accept.",
      "If you do not want to join, ignore this email.",
    ],
    button: { label: "View invitation", leadsTo: "{{link}}" },
  },
  converted: {
    subject: "You are now {{role}} at {{shop}}",
    preheader: "Sign in as before. Your new options are in the menu.",
    paragraphs: [
      "{{greeting}}",
      "You are now {{role}} at {{shop}}. Sign in as before; your new options are in the menu.",
    ],
    button: { label: "Sign in", leadsTo: "{{portal}}/login" },
  },
  "network-changed": {
    subject: "{{networkTitle}}",
    preheader: "The details are inside. You do not need to do anything.",
    paragraphs: ["{{greeting}}", "{{networkText}}", "{{networkNote}}"],
    button: { label: "Sign in", leadsTo: "{{portal}}/login" },
  },
  ...orderWords,
  "payout-requested": {
    subject: "We have received your payout request",
    preheader: "We’ll pay {{payoutAmount}} into your bank account.",
    paragraphs: [
      "{{greeting}}",
      "We have received your request for a payout of {{payoutAmount}}. We’ll pay it into your bank account and email you when it is done.",
      "If this was not you, reply to this email now and choose a new password.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
  "payout-paid": {
    subject: "We have paid your payout",
    preheader: "{{payoutAmount}}, paid on {{payoutDay}}.",
    paragraphs: [
      "{{greeting}}",
      "We paid {{payoutAmount}} into your bank account on {{payoutDay}}. It can take a day or two to show.",
      "If it does not arrive, reply to this email.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
  "back-in-stock": {
    subject: "{{productName}} is back in stock",
    preheader: "You can order it again now.",
    paragraphs: [
      "{{greeting}}",
      "You asked us to tell you when {{productName}} is back in stock. You can order it now.",
      "This is the only email we’ll send about it. We’ll now delete your address from our list.",
      "If you did not ask for this, ignore this email.",
    ],
    button: { label: "Order now", leadsTo: "{{home}}" },
  },
  "payout-rejected": {
    subject: "We did not pay your payout request",
    preheader: "The {{payoutAmount}} is back in your wallet, with the reason.",
    paragraphs: [
      "{{greeting}}",
      "We did not pay your request for {{payoutAmount}}. The money is back in your wallet. You’ll find the reason there, and you can request it again.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
  "statement-ready": {
    subject: "Your {{monthName}} statement is ready",
    preheader: "All your commission by order, as a PDF or a file.",
    paragraphs: [
      "{{greeting}}",
      "Your {{monthName}} statement is final. It lists all your commission by order. You can download it as a PDF or as a file you can verify yourself.",
    ],
    button: {
      label: "View statement",
      leadsTo: "{{portal}}/distributor/my-statements?month={{month}}",
    },
  },
  "entry-question-asked": {
    subject: "Commission question about order {{orderNumber}}",
    preheader: "{{questionAsker}} asks about commission of {{entryAmount}}.",
    paragraphs: [
      "{{questionAsker}} asks about commission of {{entryAmount}} for order {{orderNumber}}:",
      "{{questionText}}",
      "Answer in the office portal. Replies to this email do not reach the distributor.",
    ],
    button: { label: "Answer question", leadsTo: "{{portal}}/admin/entry-questions" },
  },
  "entry-question-answered": {
    subject: "Answer to your question about order {{orderNumber}}",
    preheader: "Our answer about your commission of {{entryAmount}} is inside.",
    paragraphs: [
      "{{greeting}}",
      "You asked about your commission of {{entryAmount}} for order {{orderNumber}}:",
      "{{questionText}}",
      "Our answer:",
      "{{answerText}}",
      "{{answerCredit}}",
    ],
    button: {
      label: "View commission",
      leadsTo: "{{portal}}/distributor/my-wallet?search={{orderNumber}}",
    },
  },
  // The writer is unknown: nothing of the message goes into a header.
  "contact-received": {
    subject: "New contact message: {{contactSource}}",
    preheader: "The message and how to reply.",
    paragraphs: [
      "{{contactLines}}",
      "{{contactText}}",
      "Reply to the address above, not to this email.",
    ],
    button: { label: "View contact messages", leadsTo: "{{portal}}/admin/contact-messages" },
  },
  "contact-acknowledged": {
    subject: "We have received your message",
    preheader: "You will hear from us soon.",
    paragraphs: [
      "{{greeting}}",
      "Thank you for your message. We’ll reply as soon as we can.",
      "If you did not write to us, ignore this email.",
    ],
  },
  proposal: {
    subject: "{{proposalTitle}}",
    preheader: "{{proposalPreheader}}",
    paragraphs: ["{{proposalText}}", "{{proposalDecline}}", "{{link}}"],
    button: { label: "View decisions", leadsTo: "{{portal}}/admin/decisions" },
  },
  "admin-account": {
    subject: "{{adminTitle}}",
    preheader: "Check that you know of it.",
    paragraphs: [
      "{{greeting}}",
      "{{adminText}}",
      "If you did not expect this, ask your colleagues. Any admin can lock an account immediately.",
    ],
    button: { label: "View admins", leadsTo: "{{portal}}/admin/users?role=admin" },
    sms: "{{shop}}: {{adminTitle}}. See our email, and check that you know of it.",
  },
  "portal-restored": {
    subject: "The portal was restored from a backup",
    preheader: "Everyone has to sign in again, and open decisions have ended.",
    paragraphs: [
      "{{greeting}}",
      "The portal now has the data of the backup of {{backupTime}}. Everyone has to sign in again, and decisions that were still open have ended.",
      "These are the admins now. If someone on the list should not be one, lock the account immediately.",
      "{{adminList}}",
    ],
    button: { label: "View admins", leadsTo: "{{portal}}/admin/users?role=admin" },
  },
  "office-day": {
    subject: "What the other admins did on {{officeDay}}",
    preheader: "Nothing here needs your confirmation.",
    paragraphs: [
      "{{greeting}}",
      "This is what the other admins did alone on {{officeDay}}:",
      "{{officeActs}}",
      "The details are in the audit of each order, payout and person. If something looks wrong, speak to them.",
    ],
    button: { label: "Open the office", leadsTo: "{{portal}}/admin/distributor-activity" },
  },
  // A test shows the edited copy; these words are for a test that was deleted.
  "copy-test": {
    subject: "Test email",
    preheader: "",
    paragraphs: ["{{greeting}}", "The text of this test has been deleted."],
  },
};
