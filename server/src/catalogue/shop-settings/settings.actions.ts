import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import {
  areSameDays,
  closedMonthChanged,
  isRegisteredAgain,
  type VatPeriod,
} from "@portal/shared/catalogue/vat-registration.ts";
import type {
  SaveSettings,
  SettingsOf,
  SettingsSection,
} from "@portal/shared/catalogue/settings.ts";
import type { Caller } from "../../caller.ts";
import { requireValid } from "../../gateways/phones/refused-number.ts";
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
import { keepFormerYears } from "./financial-years.store.ts";
import { changesOfTwo, isWholeSection, withFormerValues } from "./settings-of-two.queries.ts";
import { registrationOf, withRegistration } from "./registration.rules.ts";
import {
  hasOrdersIn,
  loadAllSettings,
  lockAppends,
  lockSettings,
  partOf,
  saveSection,
} from "./settings.store.ts";
import { keepRegistration } from "./vat-registration.store.ts";
import { requireHarmlessSettings } from "./shown-texts.queries.ts";
import { requireVatNumber } from "./vat-number.queries.ts";
import { requireVatDay, withVatDay } from "./vat-rate.queries.ts";

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
 * "Decisions of two admins"): a higher limit above which money needs two admins, a lower tax of payouts or VAT rate, a shorter wait for commission, the shop's contact address, and the whole
 * section of bank account, sale or stockists, where it gives more than one admin may, as a low price of delivery. Earlier orders, payments and commission keep the terms that were in force then.
 *
 * @returns the present version of the section, and the proposal that waits
 * @throws DomainError access.password-needed, edit.changed-meanwhile, settings.currency-in-use, settings.vat-of-closed-month, settings.vat-day-past, settings.vat-number-in-use, settings.no-vat-number, account.wrong-phone, content.empty, content.account-number, content.foreign-address, upload.unknown
 */
export async function saveSettings(
  caller: Caller,
  user: SignedInUser,
  { commandId: _once, ...input }: SaveSettings,
) {
  const typed = await withCleanNotice(await withCheckedPhone(caller, input));
  const proposalId = await caller.db.transaction().execute(async (tx) => {
    await lockSettings(tx);
    const all = await loadAllSettings(tx, caller.shop.region);
    requireVersion(versionOf(partOf(all, typed)), typed.version);
    const registered = withRegistration(typed, all.regions);
    const checked = await withVatDay(tx, registered, all.regions, caller.now());
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
type OfRegion = SettingsOf<"region">;

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
  if (given.section === "accounting") await keepFormerYears(tx, context, all.accounting, given);
  requireVatNumber(all, given, context.shop.region);
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
  if (before === null || after === null || areSameDays(before, after)) return;
  // No month is closed between this check and the change.
  await lockAppends(tx);
  const books = await findClosedBooks(readOnly(tx));
  const isAgain = isRegisteredAgain(before, after, books);
  const days = isAgain ? { ...after, earlier: [before] } : after;
  const closed = closedMonthChanged(before, days, books);
  if (closed !== null)
    throw new DomainError("settings.vat-of-closed-month", {
      field: fieldChanged(before, after),
      words: monthInWords(closed),
    });
  if (isAgain) await keepRegistration(tx, given.code);
}

function fieldChanged(before: VatPeriod, after: VatPeriod): keyof OfRegion {
  if (before.from === after.from) return "vatRegisteredUntil";
  const isChoice = after.from === "always" || after.from === "never";
  return isChoice ? "vatRegistered" : "vatRegisteredFrom";
}

/** The number is stored in international form, for the courier. */
async function withCheckedPhone(
  { phones }: Pick<Caller, "phones">,
  given: SaveSettings,
): Promise<SaveSettings> {
  if (given.section !== "collection") return given;
  const cell = requireValid(await phones.check(given.cell), "account.wrong-phone", "cell");
  return { ...given, cell };
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
