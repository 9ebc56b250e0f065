import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import type {
  SaveSettings,
  SettingsOf,
  SettingsSection,
} from "@portal/shared/catalogue/settings.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
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

/** What the audit may repeat; of the others it says which fields were changed, not from what to what. */
const openSections: ReadonlySet<SettingsSection> = new Set([
  "sale",
  "orders",
  "payouts",
  "stockists",
  "signIn",
  "region",
]);

/** What was saved, and what of it waits for a second person. */
export type SavedSettings = {
  section: SettingsSection;
  proposalId: string | null;
  /** Of the part as it is by now. */
  version: string;
};

/**
 * Saves one section of the Other Settings. The limit above which two people answer for money, and the account that
 * money comes in to, take a second admin: they are proposed, and stay as they are until then. What was placed, paid and earned before keeps the terms that
 * were in force then.
 *
 * @throws DomainError edit.changed-meanwhile, settings.currency-in-use, account.wrong-phone, content.empty, upload.unknown
 */
export async function saveSettings(
  context: SettingsContext & Pick<Caller, "phones" | "jobs" | "newId">,
  user: SignedInUser,
  asked: SaveSettings,
): Promise<SavedSettings> {
  const checked = withCleanNotice(await withCheckedPhone(context, asked));
  const { section } = checked;
  const saved = async (proposalId: string | null): Promise<SavedSettings> => {
    const part = partOf(await loadAllSettings(readOnly(context.db)), checked);
    return { section, proposalId, version: versionOf(part) };
  };
  const change = await sensitiveChange(context, checked);
  if (change?.kind !== "bank") await save(context, withLimitOfBefore(checked, change));
  if (!change) return saved(null);
  const { proposalId, state } = await propose(context, user, context.newId(), change);
  // Where there was no account yet, nobody is asked; the database says so.
  if (state !== "confirmed" || change.kind !== "bank") return saved(proposalId);
  await changeBank(context, change.data);
  await finishProposal(context.db, proposalId, null);
  return saved(null);
}

type SettingsContext = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;
type BeforeAfter = Readonly<{ before: number | null }>;

/** What of it is not one person's to change, if it is other than before. */
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

function withLimitOfBefore(given: SaveSettings, change: Partial<BeforeAfter> | null): SaveSettings {
  if (given.section !== "region" || change?.before === undefined) return given;
  return { ...given, payoutSecondPersonAbove: change.before };
}

/** With the consent of a second admin, which the database looks for. */
export async function changeLimit(
  context: SettingsContext,
  { region, above }: Readonly<{ region: Region; above: number | null }>,
): Promise<void> {
  const { regions } = await loadAllSettings(readOnly(context.db));
  const now = regions.find(({ code }) => code === region);
  if (now) await save(context, { section: "region", ...now, payoutSecondPersonAbove: above });
}

/** With the consent of a second admin, which the database looks for. */
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
    if (section === "region" && "currency" in before && before.currency !== given.currency)
      await requireUnusedCurrency(tx, given);
    await saveSection(tx, given, context.now());
    const changed = changedFields(before, given);
    const details = openSections.has(section) ? { changed } : { changed: Object.keys(changed) };
    await insertAudit(tx, context, { action: "settings.changed", target: section, details });
  });
}

/** Amounts of one shop are of one currency: what was placed in the old one would read as the new one. */
async function requireUnusedCurrency(
  tx: Tx,
  { code }: Extract<SaveSettings, { section: "region" }>,
) {
  if (await hasOrdersIn(tx, code))
    throw new DomainError("settings.currency-in-use", { field: "currency" });
}

/** The courier calls there; kept in international form. */
async function withCheckedPhone(
  { phones }: Pick<Caller, "phones">,
  given: SaveSettings,
): Promise<SaveSettings> {
  if (given.section !== "collection") return given;
  const checked = await phones.check(given.cell);
  if (!checked.valid) throw new DomainError("account.wrong-phone", { field: "cell" });
  return { ...given, cell: checked.international };
}

/** The notice at checkout is rich text, and nothing of it is kept that is not words, links and pictures of ours. */
function withCleanNotice(given: SaveSettings): SaveSettings {
  if (given.section !== "orders") return given;
  const cleaned = cleanCopy(given.checkoutPopupText);
  const checkoutPopupText = isBlank(cleaned) ? "" : cleaned;
  if (given.checkoutPopupEnabled && checkoutPopupText === "")
    throw new DomainError("content.empty", { field: "checkoutPopupText" });
  return { ...given, checkoutPopupText };
}
