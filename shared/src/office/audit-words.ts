import { layoutNames } from "../money/payouts.ts";
import { ageWords } from "../money/owed.ts";
import { decimalText } from "../platform/money.ts";
import type { ProposalKind, ProposalState } from "../platform/proposals.ts";
import { roleWords } from "../platform/roles.ts";
import { cardLineWords } from "../sales/card-match.ts";
import { kindWords as bankKindWords, usualKindWords } from "../sales/bank-debits.ts";
import { z } from "zod/mini";
import { auditSentences } from "../platform/audit-actions.ts";
import { dayInWords, instantInWords } from "../platform/calendar.ts";
import { messageWords } from "../platform/message-words.ts";

/** An entry of the audit log with its details as they are stored, and with its free texts. */
type AuditEntry = Readonly<{ action: string; details: Readonly<Record<string, unknown>> }>;

const sentences: Readonly<Record<string, string>> = auditSentences;

/** The sentence of an action; unknown actions of older versions keep their name. */
export function auditWords(action: string): string {
  return Object.hasOwn(sentences, action) ? (sentences[action] ?? action) : action;
}

/** The sentence with a capital letter. */
export function auditTitle(action: string): string {
  const words = auditWords(action);
  return words === action ? action : words.charAt(0).toUpperCase() + words.slice(1);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const shownOfUuid = 8;

/** What was proposed, without its amount, which the decision itself keeps. */
const proposalWords: Readonly<Record<ProposalKind, string>> = {
  limit: "limit above which money needs two admins",
  bank: "bank account of the shop",
  "bank-account": "statements of a bank account",
  contact: "contact email address of the shop",
  admin: "a new admin",
  deactivate: "an admin who is to go",
  factor: "a new second step",
  eft: "bank transfer",
  "bank-line": "bank payment",
  "undo-eft": "undoing a bank transfer",
  "undo-bank-line": "undoing the match of a bank payment",
  "undo-return": "undoing that a payout or commission came back",
  credit: "store credit",
  payout: "payout",
  batch: "payout batch",
  refund: "refund",
  reassign: "another seller of an order",
  price: "price",
  sale: "sale",
  "delivery-fee": "delivery price",
  "vat-rate": "VAT rate",
  stockists: "terms for stockists",
  margin: "margin of a stockist",
  "stockist-vat": "VAT rate of a stockist",
  withholding: "tax withheld of payouts",
  "payout-hold": "days before commission is paid",
  "credit-password": "password for store credit",
  plan: "commission plan",
};

const stateWords: Readonly<Record<ProposalState, string>> = {
  open: "open",
  confirmed: "confirmed",
  declined: "declined",
  withdrawn: "withdrawn",
  expired: "expired",
  void: "could not be carried out",
};

/** The portal's current terms for those in stored entries. */
const recordTerms: readonly (readonly [RegExp, string])[] = [
  [/^bank line (?=\d)/, "bank transaction "],
  [/^payment batch (?=\d)/, "payout batch "],
];

/** "bank transaction 12"; a UUID is shortened, except where it is to be whole. */
export function targetWords(target: string, of: "short" | "whole" = "short"): string {
  if (of === "short" && uuid.test(target)) return `${target.slice(0, shownOfUuid)}…`;
  return recordTerms.reduce((words, [recorded, said]) => words.replace(recorded, said), target);
}

const names: Readonly<Record<string, string>> = {
  by: "method",
  paidOn: "paid on",
  receivedOn: "received on",
  parentId: "parent",
  formerParentId: "former parent",
  sellerId: "seller",
  formerSellerId: "former seller",
  orderId: "order",
};

/** The terms of the screens for a detail that is a code, by the action and the name of the detail. */
const codes: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> =
  {
    "bank-rule.added": { way: { in: "Money in", out: "Money out" }, kind: usualKindWords },
    "bank-debit.explained": { kind: bankKindWords.out },
    "card-line.explained": { kind: cardLineWords },
    "bank-line.ignored": { kind: bankKindWords.in },
    "card-notification.handled": {
      as: {
        recorded: "recorded by hand",
        refunded: "refunded",
        "not-ours": "not a payment to this shop",
      },
    },
    "message.resent": { kind: messageWords },
    "owed.reminded": { age: ageWords },
    "payout-batch.made": { layout: layoutNames },
    "proposal.made": {
      kind: proposalWords,
      way: {
        confirmed: "another admin confirms it",
        silence: "takes effect unless an admin declines it",
        alone: "takes effect after a waiting time",
      },
    },
    "proposal.took-effect": { state: stateWords },
    "proposal.expired": { state: stateWords },
    "signed-in": { by: { "hand-over": "from the other host" } },
    "user.created": { role: roleWords },
    "user.converted": { role: roleWords },
  };

/** The stored details in words: "reason: asked by phone; paid on: 9 Mar 2026" */
export function detailWords({ action, details }: AuditEntry, timeZone: string): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && !isEmptyList(value))
    .map(([name, stored]) => {
      const value = readable(stored, timeZone);
      const words = termOf(action, name, stored) ?? valueOf(name, value);
      return changesOf(value) ?? `${nameOf(name)}: ${words}`;
    })
    .filter((words) => words !== "")
    .join("; ");
}

/** Days, instants and formatted texts within a value as somebody reads them. */
function readable(value: unknown, timeZone: string): unknown {
  if (Array.isArray(value)) return value.map((one) => readable(one, timeZone));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, readable(one, timeZone)]),
    );
  const [day, instant] = [isDay.safeParse(value), isInstant.safeParse(value)];
  if (day.success) return dayInWords(day.data, "medium");
  if (instant.success) return instantInWords(instant.data, timeZone);
  return typeof value === "string" && value.startsWith("<") ? withoutTags(value) : value;
}

function termOf(action: string, name: string, value: unknown): string | undefined {
  const terms = codes[action]?.[name] ?? {};
  return typeof value === "string" && Object.hasOwn(terms, value) ? terms[value] : undefined;
}

/** "margin: 25% to 26%" for the two stored forms of a change, `{ before, after }` and pairs by name; null for any other. */
function changesOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  const { before, after, ...more } = value;
  const pairs =
    isObject(before) && isObject(after) && Object.keys(more).length === 0
      ? Object.keys(after).map((name) => [name, [before[name], after[name]]] as const)
      : Object.entries(value);
  if (!pairs.every(([, pair]) => Array.isArray(pair) && pair.length === 2)) return null;
  return pairs
    .map(([name, pair]) => ({ name, words: pairOf(pair).map((one) => valueOf(name, one)) }))
    .filter(({ words: [was, is] }) => was !== is)
    .map(({ name, words: [was, is] }) => `${nameOf(name)}: ${was} to ${is}`)
    .join("; ");
}

function pairOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** "stockistMargin" is "stockist margin"; without the unit, which is added to the value. */
function nameOf(name: string): string {
  const words = name
    .replace(/_?Bps$/i, "")
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2");
  return names[name] ?? words.toLowerCase();
}

function valueOf(name: string, value: unknown): string {
  if (typeof value === "number" && isAmount(name)) return decimalText(value);
  if (typeof value === "number" && /bps$/i.test(name)) return `${value / 100}%`;
  if (typeof value === "number" && percents.has(name)) return `${value}%`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((one) => valueOf(name, one)).join(", ");
  if (isObject(value))
    return name === "plan" || name === "formerPlan" ? planOf(value) : partsOf(value);
  return typeof value === "string" || typeof value === "number" ? String(value) : "something";
}

/** "order number 1042, amount 325.00" */
function partsOf(value: Readonly<Record<string, unknown>>): string {
  const { old, new: now, ...others } = value;
  const isChange = "old" in value && "new" in value && Object.keys(others).length === 0;
  if (isChange) return `${valueOf("", old)} to ${valueOf("", now)}`;
  return Object.entries(value)
    .map(([name, one]) => `${nameOf(name)} ${valueOf(name, one)}`)
    .join(", ");
}

/** The rates of a plan by level, in percent. */
function planOf(plan: Readonly<Record<string, unknown>>): string {
  return Object.entries(plan)
    .map(([name, rate]) => `${name} ${rateOf(rate)}`)
    .join(", ");
}

function rateOf(rate: unknown): string {
  if (typeof rate === "number") return `${rate / 100}%`;
  if (!isObject(rate)) return "nothing";
  return Object.entries(rate)
    .map(([level, one]) => `level ${level} ${rateOf(one)}`)
    .join(", ");
}

/** Names of details that are in minor units, besides those that end in "amount". */
const amounts: ReadonlySet<string> = new Set([
  "price",
  "originalPrice",
  "total",
  "payoutMinimum",
  "contractorFormFrom",
  "creditPasswordAbove",
  "unitValue",
  "deliveryFlat",
  "payoutSecondPersonAbove",
  "rate",
]);

/** Names of details that are in whole percent. */
const percents: ReadonlySet<string> = new Set([
  "stockistMargin",
  "distributorPercent",
  "stockistVAT",
]);

function isAmount(name: string): boolean {
  return /amount$/i.test(name) || amounts.has(name);
}

const isDay = z.iso.date();
const isInstant = z.iso.datetime();

/** Of formatted text that the portal stored, in which every other sign of this kind is escaped. */
function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|amp|#39|nbsp);/g, (escaped) => signs[escaped] ?? escaped)
    .trim();
}

const signs: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
  "&#39;": "'",
  "&nbsp;": " ",
};
