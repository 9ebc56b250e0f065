import {
  isBeyondGiveMax,
  isDiscountOfTwo,
  type PriceInTime,
} from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { closedMonthChanged } from "@portal/shared/catalogue/vat-registration.ts";
import type {
  SaveSettings,
  SettingsOf,
  SettingsSection,
} from "@portal/shared/catalogue/settings.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { forgetRegions } from "../../platform/db/region.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { cleanCopy, isBlank, picturesIn } from "../../platform/rich-text/clean-copy.rules.ts";
import {
  changedFields,
  requireVersion,
  versionOf,
} from "../../platform/idempotency/edit-version.ts";
import { proposeOnceIn } from "../../platform/proposals/propose.actions.ts";
import { requirePicture } from "../../platform/files/upload.queries.ts";
import { findParcelPrices, loadHighestPrices } from "../products/product.store.ts";
import {
  type AllSettings,
  findFormerDeliveryFees,
  hasOrdersIn,
  loadAllSettings,
  lockAppends,
  lockSettings,
  partOf,
  registrationOf,
  saveSection,
} from "./settings.store.ts";
import { requireHarmlessSettings } from "./shown-texts.queries.ts";
import { requireVatDay, vatRateOfTwo, withVatDay } from "./vat-rate.actions.ts";

/** The audit contains old and new values of these sections; of the others only the names of the changed fields. */
const sectionsWithValues: ReadonlySet<SettingsSection> = new Set([
  "sale",
  "orders",
  "payouts",
  "stockists",
  "signIn",
  "limits",
  "accounting",
  "region",
]);

/**
 * Saves one section of the Other Settings. What takes a decision of two admins stays as it is until then (docs/domain.md,
 * "Decisions of two admins"): a higher limit above which money needs two admins, a lower tax of payouts or VAT rate, the shop's contact address, and the whole
 * section of bank account, sale or stockists, where it gives more than one admin may, as a low price of delivery. Earlier orders, payments and commission keep the terms that were in force then.
 *
 * @returns the present version of the section, and the proposal that waits
 * @throws DomainError access.password-needed, edit.changed-meanwhile, settings.currency-in-use, settings.vat-of-closed-month, settings.vat-day-past, account.wrong-phone, content.empty, content.account-number, content.foreign-address, upload.unknown
 */
export async function saveSettings(
  caller: Caller,
  user: SignedInUser,
  { commandId: _once, ...input }: SaveSettings,
) {
  const typed = withOneRegistration(await withCleanNotice(await withCheckedPhone(caller, input)));
  const proposalId = await caller.db.transaction().execute(async (tx) => {
    await lockSettings(tx);
    const all = await loadAllSettings(tx, caller.shop.region);
    requireVersion(versionOf(partOf(all, typed)), typed.version);
    const checked = await withVatDay(tx, typed, all.regions, caller.now());
    await requireHarmlessSettings(tx, caller, checked, all);
    const changes = await changesOfTwo(tx, caller, all, checked);
    if (!changes.some(({ kind }) => isWholeSection[kind]))
      await saveIn(tx, caller, withFormerValues(checked, changes));
    const proposed = [];
    for (const change of changes)
      proposed.push(await proposeOnceIn(tx, caller, user, { id: caller.newId(), change }));
    return proposed[0]?.proposalId ?? null;
  });
  forgetRegions();
  const part = partOf(await loadAllSettings(readOnly(caller.db), caller.shop.region), typed);
  return { section: typed.section, proposalId, version: versionOf(part) };
}

type SettingsContext = Pick<
  Caller,
  "db" | "user" | "impersonatedById" | "now" | "shop" | "findClosedBooks"
>;
type SettingsChange = Extract<ProposedChange, { kind: keyof typeof isWholeSection }>;

/** Whether nothing of the section is saved before the decision. */
const isWholeSection = {
  limit: false,
  contact: false,
  "delivery-fee": false,
  "vat-rate": false,
  withholding: false,
  bank: true,
  sale: true,
  stockists: true,
};

/** The parts of it that take two admins, each in a decision of its own. */
async function changesOfTwo(
  tx: Tx,
  { now }: Pick<Caller, "now">,
  all: AllSettings,
  given: SaveSettings,
): Promise<SettingsChange[]> {
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
        await deliveryFeeOfTwo(tx, given, before, now()),
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
        ? [{ kind: "sale", data: { ...data, before }, words: null }]
        : [];
    }
    case "payouts": {
      const { withholdingBps: bps } = given;
      const before = all.payouts.withholdingBps ?? 0;
      return bps !== undefined && bps < before
        ? [{ kind: "withholding", data: { userId: null, bps, before }, words: null }]
        : [];
    }
    case "stockists": {
      const { section: _section, version: _version, ...data } = given;
      const before = all.stockists;
      return isBeyondTerms(data, before, await loadHighestPrices(tx, now()))
        ? [{ kind: "stockists", data: { ...data, before }, words: null }]
        : [];
    }
    default:
      return [];
  }
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
  { code: region, deliveryFlat }: OfRegion,
  { deliveryFlat: before }: OfRegion,
  now: string,
): Promise<SettingsChange | null> {
  if (deliveryFlat === before) return null;
  const parcel = await findParcelPrices(tx, now);
  const former = await findFormerDeliveryFees(tx, region, now);
  const highest = Math.max(...[before, ...former].map((fee) => fee ?? parcel.highest));
  if (!isBeyondGiveMax(deliveryFlat ?? parcel.price, highest)) return null;
  return {
    kind: "delivery-fee",
    data: { region, deliveryFlat, before, highest },
    words: null,
  };
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
function withFormerValues(given: SaveSettings, changes: readonly SettingsChange[]): SaveSettings {
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
  return given;
}

/** Saves a section, or what is decided of it, with its entry in the audit log. */
export async function saveIn(
  tx: Tx,
  context: SettingsContext,
  { version, ...given }: SaveSettings,
): Promise<void> {
  const { section } = given;
  await lockSettings(tx);
  if (section === "orders")
    for (const id of picturesIn(given.checkoutPopupText))
      await requirePicture(tx, id, "checkoutPopupText");
  const all = await loadAllSettings(tx, context.shop.region);
  const before = partOf(all, given);
  requireVersion(versionOf(before), version);
  if (given.section === "region") {
    const former = all.regions.find(({ code }) => code === given.code);
    if (former) {
      await requireKeptRegion(tx, context, former, given);
      await requireVatDay(tx, former, given, context.now());
    }
  }
  await saveSection(tx, given, context.now());
  const changed = changedFields(before, given);
  const details = {
    changed: sectionsWithValues.has(section) ? changed : Object.keys(changed),
    ...(given.section === "region" && { region: given.code }),
  };
  await insertAudit(tx, context, { action: "settings.changed", target: section, details });
}

/** What orders and closed months were made with stays as it is. */
async function requireKeptRegion(
  tx: Tx,
  { findClosedBooks }: Pick<Caller, "findClosedBooks">,
  former: OfRegion,
  given: OfRegion,
): Promise<void> {
  // A shop has one currency: amounts of existing orders would be read in the new one.
  if (former.currency !== given.currency && (await hasOrdersIn(tx, given.code)))
    throw new DomainError("settings.currency-in-use", { field: "currency" });

  const [before, after] = [registrationOf(former), registrationOf(given)];
  if (before === null || after === null || before === after) return;
  // No month is closed between this check and the change.
  await lockAppends(tx);
  const closed = closedMonthChanged(before, after, await findClosedBooks(readOnly(tx)));
  if (closed !== null)
    throw new DomainError("settings.vat-of-closed-month", {
      field: given.vatRegistered === "from" ? "vatRegisteredFrom" : "vatRegistered",
      words: monthInWords(closed),
    });
}

/** The number is stored in international form, for the courier. */
async function withCheckedPhone(
  { phones }: Pick<Caller, "phones">,
  given: SaveSettings,
): Promise<SaveSettings> {
  if (given.section !== "collection") return given;
  const checked = await phones.check(given.cell);
  if (!checked.valid) throw new DomainError("account.wrong-phone", { field: "cell" });
  return { ...given, cell: checked.international };
}

/** A date without the choice "from" is not kept, nor one that a form sends without any choice. */
function withOneRegistration(given: SaveSettings): SaveSettings {
  if (given.section !== "region" || given.vatRegistered === "from") return given;
  const { vatRegistered, vatRegisteredFrom: _unused, ...rest } = given;
  return vatRegistered === undefined ? rest : { ...rest, vatRegistered, vatRegisteredFrom: null };
}

/** Sanitises the notice at checkout, which is rich text. */
async function withCleanNotice(given: SaveSettings): Promise<SaveSettings> {
  if (given.section !== "orders") return given;
  const cleaned = await cleanCopy(given.checkoutPopupText);
  const checkoutPopupText = isBlank(cleaned) ? "" : cleaned;
  if (given.checkoutPopupEnabled && checkoutPopupText === "")
    throw new DomainError("content.empty", { field: "checkoutPopupText" });
  return { ...given, checkoutPopupText };
}
