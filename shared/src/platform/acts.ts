import { lessBps, proportionOf } from "./money.ts";
import { aloneWaitHours, decisionLifeDays, lookbackDays, signInHoldHours } from "./constants.ts";
/**
 * What one admin may do alone and what takes two (docs/domain.md, "Decisions of two admins"): the only place that says so,
 * for the server, the screens and the emails.
 */
type Rule = Readonly<{
  /** What one admin may do without a second one; what goes beyond it is a decision of two, where `nobody` is not null. */
  alone: Alone;
  /** How a decision takes effect where no other admin is independent of the proposer; null: it is never one of two. */
  nobody: "alone" | "silence" | null;
  /** Who hears of what was done alone: the admins at once, the admins in the daily email, or nobody besides the audit. */
  hears: "at-once" | "daily" | "audit";
  /** Whether a decision on it is told to admins too who left the office lately. */
  formerAdminsHear: boolean;
}>;

type Alone =
  | "never"
  | "signed-in"
  | "recent"
  /** With recent authentication and a bound: */
  | "oneself"
  | "first-ever"
  | "lowering"
  | "raising"
  | "within-ceiling"
  | "within-bounds"
  | "order-within-limit"
  | "admin-within-limit"
  | "payee-and-day-within-limit"
  | "member-within-limit";

const onAdmins = { hears: "at-once", formerAdminsHear: true } as const;
const daily = { hears: "daily", formerAdminsHear: false } as const;
const audited = { hears: "audit", formerAdminsHear: false } as const;

export const acts = {
  "add-admin": { ...onAdmins, alone: "never", nobody: "alone" },
  "resend-invitation": { ...onAdmins, alone: "recent", nobody: null },
  "cancel-invitation": { ...onAdmins, alone: "recent", nobody: null },
  "lock-admin": { ...onAdmins, alone: "recent", nobody: null },
  "leave-office": { ...onAdmins, alone: "oneself", nobody: null },
  "deactivate-admin": { ...onAdmins, alone: "never", nobody: "silence" },
  "erase-former-admin": { ...onAdmins, alone: "recent", nobody: null },
  "change-own-proof": { ...onAdmins, alone: "oneself", nobody: null },
  "new-factor": { ...onAdmins, alone: "never", nobody: "alone" },
  "shop-bank": { ...daily, alone: "first-ever", nobody: "alone", formerAdminsHear: true },
  "shop-contact": { ...daily, alone: "first-ever", nobody: "alone", formerAdminsHear: true },
  limit: { ...daily, alone: "lowering", nobody: "alone", formerAdminsHear: true },
  "largest-margins": { ...daily, alone: "lowering", nobody: "alone" },
  "vat-rate": { ...daily, alone: "raising", nobody: "alone" },
  withholding: { ...daily, alone: "raising", nobody: "alone" },
  "payout-hold": { ...daily, alone: "raising", nobody: "alone" },
  "credit-password": { ...daily, alone: "lowering", nobody: "alone" },
  "commission-plan": { ...daily, alone: "within-ceiling", nobody: "alone" },
  "give-away": { ...daily, alone: "within-bounds", nobody: "alone" },
  eft: { ...daily, alone: "order-within-limit", nobody: "alone" },
  "undo-eft": { ...daily, alone: "admin-within-limit", nobody: "alone" },
  "pay-out": { ...daily, alone: "payee-and-day-within-limit", nobody: "alone" },
  "reassign-order": { ...daily, alone: "member-within-limit", nobody: "alone" },
  "lift-hold": { ...daily, alone: "recent", nobody: null },
  "refund-card": { ...daily, alone: "recent", nobody: null },
  "settle-payout": { ...daily, alone: "recent", nobody: null },
  impersonate: { ...daily, alone: "recent", nobody: null },
  "export-or-erase-people": { ...daily, alone: "recent", nobody: null },
  "close-month": { ...daily, alone: "recent", nobody: null },
  "edit-email-copy": { ...daily, alone: "signed-in", nobody: null },
  "decline-decision": { ...audited, alone: "signed-in", nobody: null },
} as const satisfies Readonly<Record<string, Rule>>;
export type Act = keyof typeof acts;

const hour = 3600;

/** In seconds; how long is waited, and how far is looked back. */
export const waits = {
  /** Friday to Monday evening. */
  ALONE_WAIT: aloneWaitHours * hour,
  /** As long as a holiday. */
  DECISION_LIFE: decisionLifeDays * 24 * hour,
  /** A statement and the end of a month have passed. */
  LOOKBACK: lookbackDays * 24 * hour,
  HOLD: signInHoldHours * hour,
  DAY: 24 * hour,
} as const;

/** Open decisions of one proposer at most; more would train the others to confirm without reading. */
export const OPEN_MAX = 20;

/** Percent off the highest price of the last 30 days that one admin may give. */
export const GIVE_MAX = 50;

/** Whether this price, charged instead of `highest`, gives away more than one admin may; minor units. */
export function isBeyondGiveMax(price: number, highest: number): boolean {
  return price * 100 < highest * (100 - GIVE_MAX);
}

/** The present price of a product and the highest of the last 30 days, which may be the present one; minor units. */
export type PriceInTime = Readonly<{ price: number; highest: number }>;

/** Whether a discount, in basis points, gives away more than that: by itself, or on a price that was lowered. */
export function isDiscountOfTwo(bps: number, prices: readonly PriceInTime[]): boolean {
  return (
    bps > GIVE_MAX * 100 ||
    prices.some(({ price, highest }) => isBeyondGiveMax(lessBps(price, bps), highest))
  );
}

const whole = 10_000;

/**
 * The smallest part of its highest price, in basis points, that any of these products costs with a discount. It is frozen with
 * each decision that gives away, so that prices that are lowered afterwards do not make it give more.
 */
export function deepestShare(bps: number, prices: readonly PriceInTime[]): number {
  const shares = prices
    .filter(({ highest }) => highest > 0)
    .map(({ price, highest }) => proportionOf(whole - bps, price, highest));
  return Math.max(0, Math.min(whole - bps, ...shares));
}
