import { DomainError } from "@portal/shared/domain-error.ts";
import type { SaveSettings, SettingsSection } from "@portal/shared/settings.ts";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../db/database.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { cleanCopy, isBlank, picturesIn } from "../content/clean-copy.rules.ts";
import { changedFields } from "../editing/changed-fields.ts";
import { requirePicture } from "../uploads/upload.queries.ts";
import {
  type AllSettings,
  hasOrdersIn,
  loadAllSettings,
  lockSettings,
  saveSection,
} from "./settings.store.ts";

/** What the audit may repeat; of the others it says which fields were changed, not from what to what. */
const openSections: ReadonlySet<SettingsSection> = new Set([
  ...(["sale", "orders", "payouts", "stockists", "signIn", "region"] as const),
]);

/**
 * Saves one section of the Other Settings. What was placed, paid and earned before keeps the terms that
 * were in force then.
 *
 * @throws DomainError settings.currency-in-use, account.wrong-phone, content.empty, upload.unknown
 */
export async function saveSettings(
  desk: Pick<Caller, "db" | "user" | "impersonatedById" | "now" | "phones">,
  asked: SaveSettings,
): Promise<{ section: SettingsSection }> {
  const given = withCleanNotice(await withCheckedPhone(desk, asked));
  const { section } = given;
  await desk.db.transaction().execute(async (tx) => {
    await lockSettings(tx);
    if (section === "orders")
      for (const id of picturesIn(given.checkoutPopupText))
        await requirePicture(tx, id, "checkoutPopupText");
    const before = sectionOf(await loadAllSettings(tx), given);
    if (section === "region" && "currency" in before && before.currency !== given.currency)
      await requireUnusedCurrency(tx, given);
    await saveSection(tx, given, desk.now());
    const changed = changedFields(before, given);
    const details = openSections.has(section) ? { changed } : { changed: Object.keys(changed) };
    await insertAudit(tx, desk, { action: "settings.changed", target: section, details });
  });
  return { section };
}

function sectionOf(all: AllSettings, given: SaveSettings): object {
  if (given.section !== "region") return all[given.section];
  return all.regions.find(({ code }) => code === given.code) ?? {};
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
