/**
 * What the office and the browser know of each kind of message; what is sent is declared in the area that sends it
 * (`*.messages.ts` of the server).
 */

/** Describes each placeholder to the office. */
export const placeholderHelp = {
  greeting: "Greeting with first name",
  shop: "Shop name",
  home: "Shop’s web address",
  portal: "Web address of the reader’s own pages",
  shopEmail: "Shop’s email address",
  role: "Role, for example “a distributor”",
  inviter: "Name of the person who invites",
  invitedRole: "New role: “a distributor” or “a stockist”",
  networkTitle: "What has changed",
  networkText: "The change, with the name of the person",
  networkNote: "What it means for past or new orders",
  cellHoldHours: "Hours that codes still go to the old number",
  holdHours: "Hours of extra payout checks",
  code: "Code",
  link: "Link that works once",
  orderNumber: "Order number",
  orderPage: "Link to the order",
  lines: "Products ordered and the total",
  bankDetails: "Amount, reference and our bank details",
  outstandingAmount: "Amount that is still to be paid",
  placedDay: "Day of the order",
  tracking: "Tracking numbers",
  handedTo: "Who has the parcel: “with the courier” or “in the post”",
  courierCall: "That the courier will call, if a courier has the parcel",
  afterPayment: "What happens after payment: sent, or ready to collect",
  collectFrom: "Our address and hours, if the order is collected",
  productName: "Name of the product",
  sender: "Name of the buyer",
  giftMessage: "Gift message of the buyer, if any",
  moneyBack: "Refund information",
  refundAmount: "Refund amount",
  refundWay: "Refund method",
  newEmail: "New email address",
  newCellEnding: "Last digits of the new number",
  payoutAmount: "Payout amount",
  repaidAmount: "Amount paid back",
  payoutDay: "Payment date",
  month: "Month as 2026-10",
  monthName: "Month in words",
  questionAsker: "Name of the distributor",
  questionText: "Question",
  entryAmount: "Commission amount",
  answerText: "Answer",
  answerCredit: "Store credit added with the answer",
  contactSource: "Subject of the message",
  contactLines: "Name and contact details",
  contactText: "Message",
  officeDay: "Day",
  officeActs: "What each of the other admins did, with sums",
  proposalTitle: "Whether a change needs confirmation or was decided",
  proposalPreheader: "Who proposed what",
  proposalText: "The proposed change, who proposed it and what happens next",
  proposalDecline: "How to decline it without signing in, where the reader may",
  adminTitle: "What happened to an admin's account",
  adminList: "Names and email addresses of the admins",
  backupTime: "When the backup was made",
  adminText: "Whose account it is and who changed it",
  headline: "How an admin's sign-in changed, in a few words",
  whatHappened: "How an admin's sign-in changed",
  whatToDo: "What to do if it was not them",
} as const;
export type Placeholder = keyof typeof placeholderHelp;

/**
 * Who can cause a message, and so what limits it and what happens where it cannot be sent (docs/domain.md, "Messages"): each
 * class has limits of its own, so that none of them silences another.
 */
export type MessageClass = "secret" | "warning" | "work" | "stranger";

/** `work-if-proved`: a stranger can cause it for any address until the account's email or a payment proves a person. */
type NamedClass = MessageClass | "work-if-proved";

export type CopyRules = Readonly<{
  class: NamedClass;
  title: string;
  placeholders: readonly Placeholder[];
  /** The placeholders without which the message would be useless. */
  required: readonly Placeholder[];
  hasButton: boolean;
  hasSms: boolean;
}>;

const shop = ["shop", "home", "portal", "shopEmail"] as const;
const person = ["greeting", ...shop, "role"] as const;
const order = [
  ...person,
  "orderNumber",
  "orderPage",
  "lines",
  "afterPayment",
  "collectFrom",
] as const;
const payout = [...person, "payoutAmount"] as const;
const question = [...shop, "orderNumber", "entryAmount", "questionText"] as const;

const mail = (
  named: NamedClass,
  title: string,
  placeholders: readonly Placeholder[],
  more: Partial<Pick<CopyRules, "required" | "hasButton" | "hasSms">> = {},
): CopyRules => ({
  class: named,
  title,
  placeholders,
  required: [],
  hasButton: true,
  hasSms: false,
  ...more,
});
const ofCode = { required: ["code"], hasButton: false, hasSms: true } as const;

/** Every message that the office can edit. Sign-up messages have no greeting, because the given name is unverified. */
export const emailCopyRules = {
  "sign-in-code": mail("secret", "Sign-in code", [...person, "code"], ofCode),
  "sign-up-code": mail("secret", "Sign-up code", [...shop, "code", "link"], {
    ...ofCode,
    hasButton: true,
  }),
  registration: mail("secret", "Registration", [...person, "link"], {
    required: ["link"],
    hasSms: true,
  }),
  "already-registered": mail("stranger", "Already registered", person),
  "no-code-for-admins": mail("stranger", "Sign-in code asked for an admin", person),
  "password-reset": mail("secret", "Forgotten password", [...person, "link"], {
    required: ["link"],
  }),
  "password-changed": mail("warning", "Password changed", person),
  "passwords-guessed": mail("warning", "Passwords guessed", person),
  "confirm-email": mail("secret", "Confirm email address", [...person, "link"], {
    required: ["link"],
  }),
  "confirm-new-email": mail(
    "secret",
    "Confirm new email address",
    [...person, "newEmail", "link"],
    {
      required: ["link"],
    },
  ),
  "email-change-asked": mail("warning", "Email change requested", [...person, "newEmail", "link"], {
    hasSms: true,
  }),
  "email-changed": mail("warning", "Email changed", [...person, "newEmail", "link"], {
    hasSms: true,
  }),
  "cell-changed": mail(
    "warning",
    "Cell number changed",
    [...person, "cellHoldHours", "newCellEnding", "link"],
    { hasSms: true },
  ),
  "bank-details-changed": mail("warning", "Bank details changed", [...person, "holdHours"]),
  invitation: mail("secret", "Invitation", [...person, "inviter", "invitedRole", "link"], {
    required: ["link"],
  }),
  converted: mail("work", "New role", person),
  "account-deleted": mail("warning", "Account deleted", person, { hasButton: false }),
  "account-restored": mail("warning", "Account restored", person),
  "network-changed": mail(
    "work",
    "Change in the network",
    [...person, "networkTitle", "networkText", "networkNote"],
    { required: ["networkText"] },
  ),
  "order-placed": mail("work-if-proved", "Order placed", order),
  "order-eft": mail("work-if-proved", "How to pay by bank transfer", [...order, "bankDetails"], {
    required: ["bankDetails"],
  }),
  "order-paid": mail("work", "Order paid", order),
  "order-payment-failed": mail("work-if-proved", "Card payment failed", order),
  "payment-reminder": mail(
    "work-if-proved",
    "Payment reminder",
    [...order, "outstandingAmount", "placedDay", "bankDetails", "link"],
    { required: ["outstandingAmount", "bankDetails", "link"] },
  ),
  "order-shipped": mail(
    "work",
    "Order shipped",
    [...order, "tracking", "handedTo", "courierCall"],
    {
      required: ["tracking"],
    },
  ),
  "order-delivered": mail("work", "Order delivered", [...order, "tracking"]),
  "order-ready": mail("work", "Order ready to collect", order, { hasSms: true }),
  "parcel-shipped": mail(
    "work",
    "Parcel on its way, to the recipient",
    ["greeting", ...shop, "sender", "giftMessage", "tracking", "handedTo", "courierCall"],
    { required: ["tracking"], hasButton: false },
  ),
  "order-cancelled": mail("work-if-proved", "Order cancelled", [...order, "moneyBack"], {
    required: ["moneyBack"],
  }),
  "order-refunded": mail("work", "Order refunded", [...order, "refundAmount", "refundWay"], {
    required: ["refundAmount"],
  }),
  "order-recipient-corrected": mail("work", "Delivery address changed", order),
  "back-in-stock": mail("stranger", "Product back in stock", ["greeting", ...shop, "productName"], {
    required: ["productName"],
  }),
  "payout-requested": mail("work", "Payout requested", payout, { required: ["payoutAmount"] }),
  "payout-paid": mail("work", "Payout paid", [...payout, "payoutDay"], {
    required: ["payoutAmount"],
  }),
  "payout-rejected": mail("work", "Payout rejected", payout, { required: ["payoutAmount"] }),
  "payout-returned": mail("work", "Payout returned by the bank", payout, {
    required: ["payoutAmount"],
  }),
  "payout-return-undone": mail("work", "Return of a payout undone", payout, {
    required: ["payoutAmount"],
  }),
  "commission-repaid": mail("work", "Commission paid back", [...person, "repaidAmount"], {
    required: ["repaidAmount"],
  }),
  "commission-repayment-undone": mail(
    "work",
    "Repayment of commission undone",
    [...person, "repaidAmount"],
    { required: ["repaidAmount"] },
  ),
  "statement-ready": mail("work", "Statement ready", [...person, "month", "monthName"]),
  "entry-question-asked": mail(
    "work",
    "Commission question asked",
    [...question, "questionAsker"],
    {
      required: ["questionText"],
    },
  ),
  "entry-question-answered": mail(
    "work",
    "Commission question answered",
    [...question, "greeting", "answerText", "answerCredit"],
    { required: ["answerText"] },
  ),
  "contact-received": mail(
    "work",
    "Contact message received",
    [...shop, "contactSource", "contactLines", "contactText"],
    { required: ["contactLines", "contactText"] },
  ),
  proposal: mail(
    "warning",
    "Second approval",
    [...shop, "proposalTitle", "proposalPreheader", "proposalText", "proposalDecline", "link"],
    {
      required: ["proposalText"],
    },
  ),
  "office-day": mail(
    "warning",
    "What the other admins did",
    [...person, "officeDay", "officeActs"],
    {
      required: ["officeActs"],
    },
  ),
  "contact-acknowledged": mail("stranger", "Contact message acknowledged", [...shop, "greeting"], {
    hasButton: false,
  }),
} as const satisfies Readonly<Record<string, CopyRules>>;

/** The kinds whose text the office neither edits nor sees in its list. */
const otherClasses = {
  "set-up-factor": "secret",
  "come-back": "secret",
  "lost-factor": "secret",
  "admin-sign-in": "warning",
  "admin-account": "warning",
  "office-change": "warning",
  "portal-restored": "warning",
  "copy-test": "work",
} as const satisfies Readonly<Record<string, NamedClass>>;

export type MessageKind = EmailCopyKind | keyof typeof otherClasses;
export type EmailCopyKind = keyof typeof emailCopyRules;
export const emailCopyKinds = Object.keys(emailCopyRules).filter(isEmailCopyKind);

export function isEmailCopyKind(kind: string): kind is EmailCopyKind {
  return Object.hasOwn(emailCopyRules, kind);
}

function namedClassOf(kind: MessageKind): NamedClass {
  return isEmailCopyKind(kind) ? emailCopyRules[kind].class : otherClasses[kind];
}

export function classOf(kind: MessageKind, isProved: boolean): MessageClass {
  const named = namedClassOf(kind);
  if (named !== "work-if-proved") return named;
  return isProved ? "work" : "stranger";
}

/** Warnings and secrets have one text, so that nobody rewrites what warns of them. */
export function hasFixedText(kind: MessageKind): boolean {
  const named = namedClassOf(kind);
  return named === "warning" || named === "secret";
}

function isOtherKind(kind: string): kind is keyof typeof otherClasses {
  return Object.hasOwn(otherClasses, kind);
}

const messageKinds: readonly MessageKind[] = [
  ...emailCopyKinds,
  ...Object.keys(otherClasses).filter(isOtherKind),
];
const ofClass = (wanted: MessageClass) =>
  messageKinds.filter((kind) => namedClassOf(kind) === wanted);
export const warningKinds = ofClass("warning");
/** Whoever waits for one of these waits at the screen, or has to know. */
export const urgentKinds = [...ofClass("secret"), ...warningKinds];
