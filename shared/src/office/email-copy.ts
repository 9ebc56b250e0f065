import { z } from "zod/mini";
import { command } from "../platform/ids.ts";
import { hasFixedText } from "../platform/message-classes.ts";
import { required, versionSchema } from "../platform/editing.ts";
import { limitedText, requiredText } from "../platform/texts.ts";

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

export type CopyRules = Readonly<{
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
  title: string,
  placeholders: readonly Placeholder[],
  more: Partial<Pick<CopyRules, "required" | "hasButton" | "hasSms">> = {},
): CopyRules => ({
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
  "sign-in-code": mail("Sign-in code", [...person, "code"], ofCode),
  "sign-up-code": mail("Sign-up code", [...shop, "code", "link"], { ...ofCode, hasButton: true }),
  registration: mail("Registration", [...person, "link"], { required: ["link"], hasSms: true }),
  "already-registered": mail("Already registered", person),
  "no-code-for-admins": mail("Sign-in code asked for an admin", person),
  "password-reset": mail("Forgotten password", [...person, "link"], { required: ["link"] }),
  "password-changed": mail("Password changed", person),
  "passwords-guessed": mail("Passwords guessed", person),
  "confirm-email": mail("Confirm email address", [...person, "link"], { required: ["link"] }),
  "confirm-new-email": mail("Confirm new email address", [...person, "newEmail", "link"], {
    required: ["link"],
  }),
  "email-change-asked": mail("Email change requested", [...person, "newEmail", "link"], {
    hasSms: true,
  }),
  "email-changed": mail("Email changed", [...person, "newEmail", "link"], { hasSms: true }),
  "cell-changed": mail(
    "Cell number changed",
    [...person, "cellHoldHours", "newCellEnding", "link"],
    { hasSms: true },
  ),
  "bank-details-changed": mail("Bank details changed", [...person, "holdHours"]),
  invitation: mail("Invitation", [...person, "inviter", "invitedRole", "link"], {
    required: ["link"],
  }),
  converted: mail("New role", person),
  "network-changed": mail(
    "Change in the network",
    [...person, "networkTitle", "networkText", "networkNote"],
    { required: ["networkText"] },
  ),
  "order-placed": mail("Order placed", order),
  "order-eft": mail("How to pay by bank transfer", [...order, "bankDetails"], {
    required: ["bankDetails"],
  }),
  "order-paid": mail("Order paid", order),
  "order-payment-failed": mail("Card payment failed", order),
  "order-shipped": mail("Order shipped", [...order, "tracking", "handedTo", "courierCall"], {
    required: ["tracking"],
  }),
  "order-delivered": mail("Order delivered", [...order, "tracking"]),
  "order-ready": mail("Order ready to collect", order, { hasSms: true }),
  "parcel-shipped": mail(
    "Parcel on its way, to the recipient",
    ["greeting", ...shop, "sender", "giftMessage", "tracking", "handedTo", "courierCall"],
    { required: ["tracking"], hasButton: false },
  ),
  "order-cancelled": mail("Order cancelled", [...order, "moneyBack"], { required: ["moneyBack"] }),
  "order-refunded": mail("Order refunded", [...order, "refundAmount", "refundWay"], {
    required: ["refundAmount"],
  }),
  "order-recipient-corrected": mail("Delivery address changed", order),
  "back-in-stock": mail("Product back in stock", ["greeting", ...shop, "productName"], {
    required: ["productName"],
  }),
  "payout-requested": mail("Payout requested", payout, { required: ["payoutAmount"] }),
  "payout-paid": mail("Payout paid", [...payout, "payoutDay"], { required: ["payoutAmount"] }),
  "payout-rejected": mail("Payout rejected", payout, { required: ["payoutAmount"] }),
  "statement-ready": mail("Statement ready", [...person, "month", "monthName"]),
  "entry-question-asked": mail("Commission question asked", [...question, "questionAsker"], {
    required: ["questionText"],
  }),
  "entry-question-answered": mail(
    "Commission question answered",
    [...question, "greeting", "answerText", "answerCredit"],
    { required: ["answerText"] },
  ),
  "contact-received": mail(
    "Contact message received",
    [...shop, "contactSource", "contactLines", "contactText"],
    { required: ["contactLines", "contactText"] },
  ),
  proposal: mail(
    "Second approval",
    [...shop, "proposalTitle", "proposalPreheader", "proposalText", "proposalDecline", "link"],
    {
      required: ["proposalText"],
    },
  ),
  "office-day": mail("What the other admins did", [...person, "officeDay", "officeActs"], {
    required: ["officeActs"],
  }),
  "contact-acknowledged": mail("Contact message acknowledged", [...shop, "greeting"], {
    hasButton: false,
  }),
} as const satisfies Readonly<Record<string, CopyRules>>;

export type EmailCopyKind = keyof typeof emailCopyRules;
export const emailCopyKinds = Object.keys(emailCopyRules).filter(isEmailCopyKind);

export function isEmailCopyKind(kind: string): kind is EmailCopyKind {
  return Object.hasOwn(emailCopyRules, kind);
}

const braces = /\{\{(\w+)\}\}/g;

/** A subject is a single line that bystanders may read: no secrets and no multi-line values. */
const notInSubject: ReadonlySet<Placeholder> = new Set([
  ...([
    "code",
    "link",
    "orderPage",
    "lines",
    "bankDetails",
    "tracking",
    "contactLines",
    "officeActs",
  ] as const),
  ...(["afterPayment", "collectFrom", "courierCall"] as const),
  ...(["contactText", "questionText", "answerText", "greeting", "giftMessage"] as const),
]);
/** Excludes names, because letters outside the GSM alphabet halve the length of an SMS. */
const inSms: ReadonlySet<Placeholder> = new Set<Placeholder>([
  "shop",
  "home",
  "portal",
  "code",
  "link",
  "cellHoldHours",
  "orderNumber",
  "orderPage",
]);

/** Whether the text holds nothing that has to be hidden from bystanders. */
export function isForAnyEyes(words: string): boolean {
  const names: ReadonlySet<string> = notInSubject;
  return ![...words.matchAll(braces)].some(([, name = ""]) => names.has(name));
}

export type CopyField = "subject" | "body" | "buttonLabel" | "sms";

/** The placeholders that are allowed in this part of a message. */
export function placeholdersIn(rules: CopyRules, field: CopyField): readonly Placeholder[] {
  if (field === "buttonLabel") return [];
  if (field === "subject") return rules.placeholders.filter((name) => !notInSubject.has(name));
  if (field === "sms") return rules.placeholders.filter((name) => inSms.has(name));
  return rules.placeholders;
}

/** An error message about the placeholders of one part, or null. */
export function placeholderProblem(
  rules: CopyRules,
  field: CopyField,
  text: string,
): string | null {
  const names = [...text.matchAll(braces)].map(([, name = ""]) => name);
  const allowed: readonly string[] = placeholdersIn(rules, field);
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined) return `{{${unknown}}} cannot be used here`;
  if (/\{\{|\}\}/.test(text.replaceAll(braces, ""))) return "Write placeholders like {{shop}}";
  const missing = neededIn(rules, field).find((name) => !names.includes(name));
  return missing === undefined ? null : `{{${missing}}} is missing`;
}

/** A button carries the link, so the body does not have to. */
function neededIn(rules: CopyRules, field: CopyField): readonly Placeholder[] {
  if (field === "sms") return rules.required;
  if (field !== "body") return [];
  return rules.required.filter((name) => !(name === "link" && rules.hasButton));
}

const words = {
  subject: limitedText(150).check(z.regex(/^[^\r\n]*$/, "Use one line"), z.minLength(1, required)),
  body: requiredText(8000, required),
  /** Empty for an email without a button. */
  buttonLabel: limitedText(60),
  /** Empty for a message that is not sent by SMS. */
  sms: limitedText(300),
};
export type CopyWords = Readonly<Record<CopyField, string>>;

/** The texts of one kind of message, with only allowed placeholders and all required ones. */
export function copyWordsSchema(kind: EmailCopyKind) {
  return z.strictObject(words).check(z.superRefine((typed, check) => refuse(kind, typed, check)));
}

export const emailCopySchema = z
  .strictObject({ ...command, kind: z.enum(emailCopyKinds), ...words, version: versionSchema })
  .check(z.superRefine(({ kind, ...typed }, check) => refuse(kind, typed, check)));
export type EmailCopy = z.infer<typeof emailCopySchema>;

export const emailCopyRefSchema = z.strictObject({ kind: z.enum(emailCopyKinds) });
export const emailCopyCommandSchema = z.extend(emailCopyRefSchema, command);

const digitWords = "zero one two three four five six seven eight nine".split(" ");
const digitWord = new RegExp(`\\b(?:${digitWords.join("|")}|oh)\\b`, "gi");

/**
 * Nobody can be sent another bank account: no six digits in a row, whatever stands between them and however they are
 * written, and no web or email address but those of the placeholders.
 */
export function moneyTrapIn(text: string): string | null {
  const plainText = text
    .normalize("NFKC")
    .replaceAll(braces, "")
    .replaceAll(/[\p{Cf}\p{M}]/gu, "");
  const asDigits = plainText.replaceAll(digitWord, (word) =>
    String(Math.max(0, digitWords.indexOf(word.toLowerCase()))),
  );
  if (/\p{N}{6}/u.test(asDigits.replaceAll(/[^\p{L}\p{N}]/gu, "")))
    return "Use five digits in a row at most. Our bank details come from {{bankDetails}} alone";
  if (/[\p{L}\p{N}_-]\s*[.．。]\p{L}{2,}|https?:|www\.|@/iu.test(plainText))
    return "Write no web or email address: use a placeholder such as {{home}} or {{shopEmail}}";
  return null;
}

function refuse(kind: EmailCopyKind, typed: CopyWords, check: z.core.$RefinementCtx): void {
  const rules: CopyRules = emailCopyRules[kind];
  const fields: CopyField[] = [
    ...(["subject", "body"] as const),
    ...(rules.hasButton ? (["buttonLabel"] as const) : []),
    ...(rules.hasSms ? (["sms"] as const) : []),
  ];
  for (const field of fields) {
    const message = typed[field] === "" ? required : placeholderProblem(rules, field, typed[field]);
    if (message) check.addIssue({ code: "custom", path: [field], message });
  }
  if (hasFixedText(kind)) return;
  // Together too: a number can begin in the subject.
  const trap =
    fields.map((field) => [field, moneyTrapIn(typed[field])] as const).find(([, found]) => found) ??
    (["body", moneyTrapIn(fields.map((field) => typed[field]).join("\n"))] as const);
  if (trap[1]) check.addIssue({ code: "custom", path: [trap[0]], message: trap[1] });
}

/** The GSM alphabet, of which an SMS holds 160 characters; those in `twice` count twice. */
const plain =
  /^[\w @£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉÄÖÑÜ§äöñüà!"#¤%&'()*+,\-./:;<=>?¡¿\r\n^{}\\[\]~|€]*$/;
const twice = /[\^{}\\[\]~|€]/g;

/** The length of a text as an SMS in characters, the capacity of each part, and the number of parts. */
export function smsLength(sent: string): { used: number; perPart: number; parts: number } {
  const isPlain = plain.test(sent);
  const used = isPlain ? sent.length + (sent.match(twice)?.length ?? 0) : sent.length;
  const single = isPlain ? 160 : 70;
  const perPart = used <= single ? single : isPlain ? 153 : 67;
  return { used, perPart, parts: Math.max(1, Math.ceil(used / perPart)) };
}
