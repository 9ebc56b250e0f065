import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import type {
  SaveSettings,
  SettingsOf,
  SettingsSection,
} from "@portal/shared/catalogue/settings.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { cleanCopy, isBlank, picturesIn } from "../../platform/rich-text/clean-copy.rules.ts";
import {
  changedFields,
  requireVersion,
  versionOf,
} from "../../platform/idempotency/edit-version.ts";
import { finishProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { requirePicture } from "../../platform/files/upload.queries.ts";
import {
  hasOrdersIn,
  loadAllSettings,
  lockSettings,
  partOf,
  saveSection,
} from "./settings.store.ts";

/** The audit contains old and new values of these sections; of the others only the names of the changed fields. */
const sectionsWithValues: ReadonlySet<SettingsSection> = new Set([
  "sale",
  "orders",
  "payouts",
  "stockists",
  "signIn",
  "region",
]);

/**
 * Saves one section of the Other Settings. Two values need the approval of a second admin and stay unchanged until then: the
 * limit above which payouts need a second approval, and the shop's bank account. Earlier orders, payments and commission
 * keep the terms that were in force then.
 *
 * @returns the present version of the section, and the proposal that waits for a second admin
 * @throws DomainError edit.changed-meanwhile, settings.currency-in-use, account.wrong-phone, content.empty, upload.unknown
 */
export async function saveSettings(
  context: SettingsContext & Pick<Caller, "phones" | "jobs" | "newId">,
  user: SignedInUser,
  input: SaveSettings,
) {
  const checked = await withCleanNotice(await withCheckedPhone(context, input));
  const { section } = checked;
  const saved = async (proposalId: string | null) => {
    const part = partOf(await loadAllSettings(readOnly(context.db)), checked);
    return { section, proposalId, version: versionOf(part) };
  };
  const change = await sensitiveChange(context, checked);
  if (change?.kind !== "bank") await save(context, withFormerLimit(checked, change));
  if (!change) return saved(null);
  const { proposalId, state } = await propose(context, user, context.newId(), change);
  // Without an account before, the database function `propose` confirms the change immediately.
  if (state !== "confirmed" || change.kind !== "bank") return saved(proposalId);
  await changeBank(context, change.data);
  await finishProposal(context.db, proposalId, null);
  return saved(null);
}

type SettingsContext = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;
type BeforeAfter = Readonly<{ before: number | null }>;

/** The change that needs a second admin, if there is one. */
async function sensitiveChange(
  { db }: SettingsContext,
  given: SaveSettings,
): Promise<(Extract<ProposedChange, { kind: "limit" | "bank" }> & Partial<BeforeAfter>) | null> {
  if (given.section !== "region" && given.section !== "bank") return null;
  const all = await loadAllSettings(readOnly(db));
  if (given.section === "bank") {
    const { section: _section, version, ...data } = given;
    requireVersion(versionOf(all.bank), version);
    const isChanged = Object.keys(changedFields(all.bank, data)).length > 0;
    return isChanged ? { kind: "bank", data, words: null } : null;
  }
  const { code: region, payoutSecondPersonAbove: above } = given;
  const before = all.regions.find(({ code }) => code === region)?.payoutSecondPersonAbove ?? null;
  return above === before ? null : { kind: "limit", data: { region, above }, words: null, before };
}

function withFormerLimit(given: SaveSettings, change: Partial<BeforeAfter> | null): SaveSettings {
  if (given.section !== "region" || change?.before === undefined) return given;
  return { ...given, payoutSecondPersonAbove: change.before };
}

/** After the approval of a second admin, which a database trigger verifies. */
export async function changeLimit(
  context: SettingsContext,
  { region, above }: Readonly<{ region: Region; above: number | null }>,
): Promise<void> {
  const { regions } = await loadAllSettings(readOnly(context.db));
  const now = regions.find(({ code }) => code === region);
  if (now) await save(context, { section: "region", ...now, payoutSecondPersonAbove: above });
}

/** After the approval of a second admin, which a database trigger verifies. */
export async function changeBank(
  context: SettingsContext,
  bank: SettingsOf<"bank">,
): Promise<void> {
  await save(context, { section: "bank", ...bank });
}

async function save(context: SettingsContext, { version, ...given }: SaveSettings): Promise<void> {
  const { section } = given;
  await context.db.transaction().execute(async (tx) => {
    await lockSettings(tx);
    if (section === "orders")
      for (const id of picturesIn(given.checkoutPopupText))
        await requirePicture(tx, id, "checkoutPopupText");
    const before = partOf(await loadAllSettings(tx), given);
    requireVersion(versionOf(before), version);
    if (section === "region" && "currency" in before && before.currency !== given.currency) {
      // A shop has one currency: amounts of existing orders would be read in the new one.
      if (await hasOrdersIn(tx, given.code))
        throw new DomainError("settings.currency-in-use", { field: "currency" });
    }
    await saveSection(tx, given, context.now());
    const changed = changedFields(before, given);
    const details = sectionsWithValues.has(section)
      ? { changed }
      : { changed: Object.keys(changed) };
    await insertAudit(tx, context, { action: "settings.changed", target: section, details });
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

/** Sanitises the notice at checkout, which is rich text. */
async function withCleanNotice(given: SaveSettings): Promise<SaveSettings> {
  if (given.section !== "orders") return given;
  const cleaned = await cleanCopy(given.checkoutPopupText);
  const checkoutPopupText = isBlank(cleaned) ? "" : cleaned;
  if (given.checkoutPopupEnabled && checkoutPopupText === "")
    throw new DomainError("content.empty", { field: "checkoutPopupText" });
  return { ...given, checkoutPopupText };
}
