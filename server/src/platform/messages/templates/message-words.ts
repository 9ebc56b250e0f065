import type { MessageKind } from "../message-kinds.ts";

/** What is said of an order, from placing it to its arrival; shaped as the other words are. */
const orderWords = {
  "order-placed": {
    subject: "We have your order {{orderNumber}}",
    preheader: "Thank you; we send it when it is paid.",
    paragraphs: [
      "{{greeting}}",
      "Thank you. Your order {{orderNumber}} is placed, and we send it when it is paid.",
      "{{lines}}",
      "If you paid a moment ago, you need not do anything: another mail tells you when the payment is here.",
    ],
    button: { label: "See or pay the order", leadsTo: "{{orderPage}}" },
  },
  "order-eft": {
    subject: "How to pay order {{orderNumber}} by bank transfer",
    preheader: "The bank details, the amount and your reference are inside.",
    paragraphs: [
      "{{greeting}}",
      "Your order {{orderNumber}} is placed. Please pay it using the bank details below. We send it when the money shows.",
      "{{bankDetails}}",
      "Please email the proof of payment to {{shopEmail}}.",
      "{{lines}}",
      "If another mail ever names other bank details, please do not pay, and ask us first.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-paid": {
    subject: "Order {{orderNumber}} is paid",
    preheader: "Thank you; we pack it now, and the invoice is on the page of your order.",
    paragraphs: [
      "{{greeting}}",
      "Thank you: your payment for order {{orderNumber}} is here. We pack it now.",
      "{{lines}}",
      "The invoice is on the page of your order, and you can come back to it whenever you need it.",
    ],
    button: { label: "See the order and its invoice", leadsTo: "{{orderPage}}" },
  },
  "order-payment-failed": {
    subject: "Your card payment for order {{orderNumber}} did not go through",
    preheader: "Nothing was charged; the order waits for you.",
    paragraphs: [
      "{{greeting}}",
      "The card provider tells us that your payment for order {{orderNumber}} did not go through. Nothing was charged, and the order is kept for you.",
      "{{lines}}",
      "You can try again, take another card, or pay by bank transfer.",
      "If you paid in the meantime, you need not do anything.",
    ],
    button: { label: "Pay the order", leadsTo: "{{orderPage}}" },
  },
  "order-shipped": {
    subject: "Order {{orderNumber}} is on its way",
    preheader: "With the courier’s reference, to follow the parcel.",
    paragraphs: [
      "{{greeting}}",
      "The courier has your order {{orderNumber}}.",
      "{{tracking}}",
      "The courier calls the recipient’s number on the day.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-delivered": {
    subject: "Order {{orderNumber}} has arrived",
    preheader: "Tell us if it is not where it should be.",
    paragraphs: [
      "{{greeting}}",
      "The courier says that your order {{orderNumber}} was handed over.",
      "{{tracking}}",
      "If it is not where it should be, please answer this mail.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-cancelled": {
    subject: "Order {{orderNumber}} is cancelled",
    preheader: "Nothing of it is sent; if you did not expect this, please answer this mail.",
    paragraphs: [
      "{{greeting}}",
      "Your order {{orderNumber}} is cancelled, and nothing of it is sent.",
      "{{moneyBack}}",
      "If you did not expect this, please answer this mail.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-refunded": {
    subject: "You get money back for order {{orderNumber}}",
    preheader: "{{refundAmount}} is on its way to you.",
    paragraphs: [
      "{{greeting}}",
      "We give back {{refundAmount}} of your order {{orderNumber}}.",
      "{{refundWay}}",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-recipient-corrected": {
    subject: "The delivery address of order {{orderNumber}} was changed",
    preheader: "Tell us at once if you did not ask for this.",
    paragraphs: [
      "{{greeting}}",
      "Our office changed the delivery address of your order {{orderNumber}}. The price stays as it was.",
      "If you did not ask for this, please answer this mail at once.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
} as const;

/** One message as people read it. Everything in braces is put in when it is sent. */
export type MessageWords = Readonly<{
  subject: string;
  /**
   * One sentence that lists of mails show beside the subject, and the mail itself does not. Nothing secret:
   * it stands on locked phones. Empty where there is nothing to add.
   */
  preheader: string;
  /** `{{code}}` alone in its paragraph is shown large. */
  paragraphs: readonly string[];
  button?: Readonly<{ label: string; leadsTo: string }>;
  /** One SMS of 160 characters with a web address of 40. No names: they may need other letters. */
  sms?: string;
}>;

const unasked = "If you did not ask for this, you need not do anything: your account is as it was.";

/** Everything that the shop says by mail and SMS, in one place. */
export const messageWords: Readonly<Record<MessageKind, MessageWords>> = {
  "sign-in-code": {
    subject: "Your code to sign in to {{shop}}",
    preheader: "It works once, for 10 minutes; give it to nobody.",
    paragraphs: [
      "{{greeting}}",
      "Type this code where you asked for it:",
      "{{code}}",
      "It works once, for 10 minutes. Give it to nobody: we never ask for it by phone or in a message.",
      unasked,
    ],
    sms: "{{code}} is your code to sign in to {{shop}}. It works for 10 minutes. Give it to nobody.",
  },
  // Whoever signs up chose the name and the address, which may be somebody else's: nothing of it is repeated here.
  "sign-up-code": {
    subject: "Your code to sign up at {{shop}}",
    preheader: "Type it where you asked for it, and your account is ready.",
    paragraphs: [
      "Hello,",
      "Type this code where you asked for it, and your account is ready:",
      "{{code}}",
      "It works once, for 10 minutes. Give it to nobody: we never ask for it by phone or in a message.",
      "If you did not want to sign up, you need not do anything.",
    ],
    sms: "{{code}} is your code to sign up at {{shop}}. It works for 10 minutes. Give it to nobody.",
  },
  registration: {
    subject: "Welcome to {{shop}}: please choose your password",
    preheader: "An account was made for you as {{role}}; it is yours with a password of your own.",
    paragraphs: [
      "{{greeting}}",
      "{{shop}} is an online shop for food supplements in 50 ml bottles, at {{home}}. An account was made for you there, as {{role}}.",
      "Choose a password and it is yours. The link works once, for a week.",
      "If you do not know why you get this mail, you need not do anything: nobody can use the account without the link.",
    ],
    button: { label: "Choose a password", leadsTo: "{{link}}" },
    sms: "{{shop}}: an account was made for you. Choose a password: {{link}}",
  },
  "already-registered": {
    subject: "You have an account at {{shop}} already",
    preheader: "Sign in with your password, or have a code sent to you.",
    paragraphs: [
      "{{greeting}}",
      "Somebody, probably you, wanted to sign up at {{shop}} with this address. It has an account already: sign in with your password, or have a code sent to you.",
      unasked,
    ],
    button: { label: "Sign in", leadsTo: "{{home}}/login" },
  },
  "password-reset": {
    subject: "Choose a new password for {{shop}}",
    preheader: "The link in it can be used for an hour.",
    paragraphs: [
      "{{greeting}}",
      "You asked for a new password. The link works once, for an hour.",
      unasked,
    ],
    button: { label: "Choose a new password", leadsTo: "{{link}}" },
  },
  "password-changed": {
    subject: "Your password at {{shop}} was changed",
    preheader: "If that was not you, choose a new one at once.",
    paragraphs: [
      "{{greeting}}",
      "The password of your account was changed. Wherever else you were signed in, you are signed out.",
      "If that was not you, choose a new password at once and answer this mail, so that we can help.",
    ],
    button: { label: "Choose a new password", leadsTo: "{{home}}/forgot-password" },
  },
  "confirm-email": {
    subject: "Please confirm your email address",
    preheader: "It takes one press, so that we know that our mails reach you.",
    paragraphs: [
      "{{greeting}}",
      "Please confirm that {{shop}} reaches you at this address. The link works once, for an hour.",
      "If you do not have an account at {{shop}}, you need not do anything.",
    ],
    button: { label: "Confirm my address", leadsTo: "{{link}}" },
  },
  "email-changed": {
    subject: "The email address of your account was changed",
    preheader:
      "We write to the new one from now on; if that was not you, answer this mail at once.",
    paragraphs: [
      "{{greeting}}",
      "Your account at {{shop}} has another email address now. We write there from now on, and no more to this one.",
      "If that was not you, answer this mail at once, so that we can help.",
    ],
    sms: "{{shop}}: the email address of your account was changed. If that was not you, write to us at once: {{home}}/contact-us",
  },
  "cell-changed": {
    subject: "Your cell number was changed",
    preheader: "Codes go to your old number for {{cellHoldHours}} more hours.",
    paragraphs: [
      "{{greeting}}",
      "The cell number of your account at {{shop}} was changed. Codes to sign in still go to your old number for {{cellHoldHours}} hours, and to the new one after that.",
      "If that was not you, choose a new password at once, put your own number back in your profile, and answer this mail, so that we can help.",
    ],
    button: { label: "Choose a new password", leadsTo: "{{home}}/forgot-password" },
    sms: "{{shop}}: your cell number was changed. Codes come here for {{cellHoldHours}} hours. If that was not you: {{home}}/forgot-password",
  },
  "bank-details-changed": {
    subject: "Your bank details were changed",
    preheader: "Payouts go to the new ones; if that was not you, answer this mail at once.",
    paragraphs: [
      "{{greeting}}",
      "The bank details of your account at {{shop}} were changed. Payouts go to the new ones.",
      "If that was not you, answer this mail at once and choose a new password: we look twice before we pay in the first {{holdHours}} hours.",
    ],
    button: { label: "Choose a new password", leadsTo: "{{home}}/forgot-password" },
  },
  invitation: {
    subject: "You are invited to become {{invitedRole}}",
    preheader: "{{inviter}} asks you, and nothing changes until you accept.",
    paragraphs: [
      "{{greeting}}",
      "{{inviter}} invites you to become {{invitedRole}} of {{shop}}, in their team.",
      "Open the invitation to accept or decline it. The link works once, for a week. Nothing changes in your account until you accept.",
      "If you do not want to, you need not do anything.",
    ],
    button: { label: "View invitation", leadsTo: "{{link}}" },
  },
  converted: {
    subject: "You are {{role}} of {{shop}} now",
    preheader: "Sign in as before; what is new stands in the menu.",
    paragraphs: [
      "{{greeting}}",
      "Your account at {{shop}} is that of {{role}} from now on. You sign in as before, and find what is new in the menu.",
    ],
    button: { label: "Sign in", leadsTo: "{{home}}/login" },
  },
  ...orderWords,
  "payout-requested": {
    subject: "We have your payout request",
    preheader:
      "{{payoutAmount}} goes to the bank account in your profile; we write when it is done.",
    paragraphs: [
      "{{greeting}}",
      "You asked us to pay out {{payoutAmount}}. We pay to the bank account in your profile, and write to you when it is done.",
      "If that was not you, answer this mail at once and choose a new password.",
    ],
    button: { label: "See my wallet", leadsTo: "{{home}}/distributor/my-wallet" },
  },
  "payout-paid": {
    subject: "Your payout is on its way",
    preheader: "{{payoutAmount}}, paid on {{payoutDay}}.",
    paragraphs: [
      "{{greeting}}",
      "We paid {{payoutAmount}} to your bank account on {{payoutDay}}. Banks may take a day or two to show it.",
    ],
    button: { label: "See my wallet", leadsTo: "{{home}}/distributor/my-wallet" },
  },
  "payout-rejected": {
    subject: "Your payout request was not paid",
    preheader:
      "The {{payoutAmount}} is in your wallet as before, and why stands beside the request.",
    paragraphs: [
      "{{greeting}}",
      "We did not pay out the {{payoutAmount}} that you asked for. It is in your wallet as before, and you can ask for it again. Why stands beside the request in your wallet.",
    ],
    button: { label: "See my wallet", leadsTo: "{{home}}/distributor/my-wallet" },
  },
  "statement-ready": {
    subject: "Your statement of {{monthName}} is ready",
    preheader: "Every entry of your commission with its order, to keep as PDF.",
    paragraphs: [
      "{{greeting}}",
      "{{monthName}} is closed. Your statement shows every entry of your commission with its order, and it does not change any more. You can keep it as PDF, or as a file that you can check without us.",
    ],
    button: {
      label: "See my statement",
      leadsTo: "{{home}}/distributor/my-statements?month={{month}}",
    },
  },
  "entry-question-asked": {
    subject: "Somebody asks about a commission entry of order {{orderNumber}}",
    preheader: "{{questionAsker}} asks about an entry of {{entryAmount}}.",
    paragraphs: [
      "{{questionAsker}} asks about an entry of {{entryAmount}} for order {{orderNumber}}:",
      "{{questionText}}",
      "The answer is written in the office and reaches the person by mail. An answer to this mail does not.",
    ],
    button: { label: "Answer the question", leadsTo: "{{home}}/admin/entry-questions" },
  },
  "entry-question-answered": {
    subject: "Your question about order {{orderNumber}} is answered",
    preheader: "Our answer about the entry of {{entryAmount}} is inside.",
    paragraphs: [
      "{{greeting}}",
      "You asked about a commission entry of order {{orderNumber}}:",
      "{{questionText}}",
      "Our answer:",
      "{{answerText}}",
      "{{answerCredit}}",
    ],
    button: {
      label: "See the entry",
      leadsTo: "{{home}}/distributor/my-wallet?search={{orderNumber}}",
    },
  },
  // Nothing of what was written is in a header: whoever wrote it may be anybody.
  "contact-received": {
    subject: "Somebody wrote to the shop: {{contactSource}}",
    preheader: "Who wrote, how to reach them, and what they wrote.",
    paragraphs: [
      "{{contactLines}}",
      "{{contactText}}",
      "Please write to the address above. An answer to this mail does not reach the person.",
    ],
    button: { label: "See all messages", leadsTo: "{{home}}/admin/contact-messages" },
  },
  "contact-acknowledged": {
    subject: "{{shop}} has your message",
    preheader: "Thank you for writing to us; we answer as soon as we can.",
    paragraphs: [
      "{{greeting}}",
      "Thank you for writing to us. We have your message, and answer it as soon as we can.",
      "If you did not write to us, you need not do anything.",
    ],
  },
  proposal: {
    subject: "{{proposalTitle}}",
    preheader: "{{proposalPreheader}}",
    paragraphs: [
      "{{proposalText}}",
      "If you know nothing of it, speak with whoever proposed it, and decline it in the office.",
    ],
    button: { label: "See what waits", leadsTo: "{{home}}/admin/decisions" },
  },
  // Its words are those that somebody wrote a moment ago; these are for a test that is gone.
  "copy-test": {
    subject: "A test of our mails",
    preheader: "",
    paragraphs: ["{{greeting}}", "The words of this test are not kept any more."],
  },
};
