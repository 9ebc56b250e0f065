import {
  isBeyondGiveMax,
  isDiscountOfTwo,
  type PriceInTime,
} from "@portal/shared/platform/acts.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { SaveSettings, SettingsOf } from "@portal/shared/catalogue/settings.ts";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { changedFields } from "../../platform/idempotency/edit-version.ts";
import { loadHighestPrices } from "../products/product.store.ts";
import { findDeliveryPrices, findStockistShare, withShare } from "./give-away.queries.ts";
import type { AllSettings } from "./settings.store.ts";
import { vatRateOfTwo } from "./vat-rate.queries.ts";

type SettingsChange = Extract<ProposedChange, { kind: keyof typeof isWholeSection }>;

/** Whether nothing of the section is saved before the decision. */
export const isWholeSection = {
  limit: false,
  contact: false,
  "delivery-fee": false,
  "vat-rate": false,
  withholding: false,
  "payout-hold": false,
  "credit-password": false,
  bank: true,
  sale: true,
  stockists: true,
};

/** The parts of it that take two admins, each in a decision of its own. */
export async function changesOfTwo(
  tx: Tx,
  context: Pick<Caller, "now" | "shop" | "findLeaderBps">,
  all: AllSettings,
  given: SaveSettings,
): Promise<SettingsChange[]> {
  const { now } = context;
  switch (given.section) {
    case "bank": {
      const { section: _section, version: _version, ...data } = given;
      const isFirst = Object.values(all.bank).every((value) => value === "");
      const isChanged = Object.keys(changedFields(all.bank, data)).length > 0;
      return isChanged && !isFirst
        ? [{ kind: "bank", data: { ...data, before: all.bank }, words: null }]
        : [];
    }
    case "shop": {
      const { contactEmail } = given;
      const before = all.shop.contactEmail;
      return contactEmail === before || before === ""
        ? []
        : [{ kind: "contact", data: { contactEmail, before }, words: null }];
    }
    case "region": {
      const before = all.regions.find(({ code }) => code === given.code);
      if (!before) return [];
      return [
        limitOfTwo(given, before),
        await deliveryFeeOfTwo(tx, context, given, before),
        await vatRateOfTwo(tx, given, before),
      ].filter((change) => change !== null);
    }
    case "sale": {
      const { section: _section, version: _version, ...data } = given;
      const before = all.sale;
      const isMore = data.bfDiscount > before.bfDiscount || (data.bfEnabled && !before.bfEnabled);
      // While it is off, it is judged by itself only.
      const prices = data.bfEnabled ? await loadHighestPrices(tx, now()) : [];
      return isMore && isDiscountOfTwo(data.bfDiscount * 100, prices)
        ? [await withShare(tx, context, { kind: "sale", data: { ...data, before }, words: null })]
        : [];
    }
    case "payouts":
      return payoutsOfTwo(given, all.payouts);
    case "stockists": {
      const { section: _section, version: _version, ...data } = given;
      const before = all.stockists;
      if (!isBeyondTerms(data, before, await loadHighestPrices(tx, now()))) return [];
      const terms = { ...data, before };
      const stockistShareBps = await findStockistShare(tx, context, terms);
      const frozen = stockistShareBps === undefined ? terms : { ...terms, stockistShareBps };
      return [await withShare(tx, context, { kind: "stockists", data: frozen, words: null })];
    }
    default:
      return [];
  }
}

type OfPayouts = SettingsOf<"payouts">;

/** What lets money out that would stay, or sooner, or to whoever has a member's phone alone. */
function payoutsOfTwo(given: OfPayouts, was: OfPayouts): SettingsChange[] {
  const { withholdingBps: bps, payoutHoldDays: days, creditPasswordAbove: above } = given;
  const [rate, hold] = [was.withholdingBps ?? 0, was.payoutHoldDays];
  const before = was.creditPasswordAbove ?? 0;
  const changes: SettingsChange[] = [];
  if (bps !== undefined && bps < rate)
    changes.push({ kind: "withholding", data: { userId: null, bps, before: rate }, words: null });
  if (days < hold) changes.push({ kind: "payout-hold", data: { days, before: hold }, words: null });
  if (above !== undefined && above > before)
    changes.push({ kind: "credit-password", data: { above, before }, words: null });
  return changes;
}

type OfRegion = SettingsOf<"region">;

function limitOfTwo(given: OfRegion, was: OfRegion): SettingsChange | null {
  const { code: region, payoutSecondPersonAbove: above } = given;
  const before = was.payoutSecondPersonAbove;
  const isRaised = before !== null && (above === null || above > before);
  return isRaised ? { kind: "limit", data: { region, above, before }, words: null } : null;
}

/** What a recipient pays for delivery, far below what it was in the last 30 days: a price per parcel counts as one parcel. */
async function deliveryFeeOfTwo(
  tx: Tx,
  context: Pick<Caller, "now" | "shop">,
  { code: region, deliveryFlat }: OfRegion,
  { deliveryFlat: before }: OfRegion,
): Promise<SettingsChange | null> {
  if (deliveryFlat === before) return null;
  const { price, highest } = await findDeliveryPrices(tx, context, region, before);
  if (!isBeyondGiveMax(deliveryFlat ?? price, highest)) return null;
  const data = { region, deliveryFlat, before, highest };
  return withShare(tx, context, { kind: "delivery-fee", data, words: null } as const);
}

/** The standard margin is what any distributor gives. */
function isBeyondTerms(
  given: AllSettings["stockists"],
  before: AllSettings["stockists"],
  prices: readonly PriceInTime[],
): boolean {
  return (
    given.stockistMarginMax > before.stockistMarginMax ||
    given.stockistPercentMax > before.stockistPercentMax ||
    (given.stockistMarginDefault > before.stockistMarginDefault &&
      isDiscountOfTwo(given.stockistMarginDefault * 100, prices))
  );
}

/** What one admin saves at once: with the old values of what takes two. */
export function withFormerValues(
  given: SaveSettings,
  changes: readonly SettingsChange[],
): SaveSettings {
  return changes.reduce(withFormerValue, given);
}

function withFormerValue(given: SaveSettings, change: SettingsChange): SaveSettings {
  if (change.kind === "contact" && given.section === "shop")
    return { ...given, contactEmail: change.data.before };
  if (change.kind === "limit" && given.section === "region")
    return { ...given, payoutSecondPersonAbove: change.data.before };
  if (change.kind === "delivery-fee" && given.section === "region")
    return { ...given, deliveryFlat: change.data.before };
  if (change.kind === "vat-rate" && given.section === "region")
    return { ...given, ...change.data.before };
  if (change.kind === "withholding" && given.section === "payouts")
    return { ...given, withholdingBps: change.data.before ?? 0 };
  if (change.kind === "payout-hold" && given.section === "payouts")
    return { ...given, payoutHoldDays: change.data.before };
  if (change.kind === "credit-password" && given.section === "payouts")
    return { ...given, creditPasswordAbove: change.data.before };
  return given;
}
