import { z } from "zod/mini";
import { asRead, digitRunsIn, hasAddress } from "../platform/account-numbers.ts";
import { command } from "../platform/ids.ts";
import {
  type CopyRules,
  type EmailCopyKind,
  emailCopyKinds,
  emailCopyRules,
  hasFixedText,
  type Placeholder,
} from "./message-kinds.ts";
import { required, versionSchema } from "../platform/editing.ts";
import { limitedText, requiredText } from "../platform/texts.ts";

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

/**
 * Nobody can be sent another bank account: no six digits in a row, whatever stands between them and however they are
 * written, and no web or email address but those of the placeholders.
 */
export function moneyTrapIn(text: string): string | null {
  const own = asRead(text).replaceAll(braces, "");
  if (digitRunsIn(own).some((run) => run.length > 5))
    return "Use five digits in a row at most. Our bank details come from {{bankDetails}} alone";
  if (hasAddress(own))
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
