import type { SetSiteCopy } from "@portal/shared/office/content.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { requireUnchanged } from "../../platform/idempotency/changed-fields.ts";
import { requirePicture } from "../../platform/files/upload.queries.ts";
import { cleanCopy, isBlank, picturesIn } from "../../platform/rich-text/clean-copy.rules.ts";
import { deleteSiteCopy, insertVersion, lockSiteCopy, saveSiteCopy } from "./site-copy.store.ts";

/**
 * Puts other words on a page, cleaned of all that is not text, links and pictures of ours; null brings the
 * original ones back. Every version is kept.
 *
 * @returns what everybody reads now; null: the original words
 * @throws DomainError content.empty, upload.unknown, edit.changed-meanwhile
 */
export async function setSiteCopy(
  desk: Pick<Caller, "db" | "copies" | "user" | "impersonatedById" | "now">,
  { varName, copy: given, dateUpdated }: SetSiteCopy,
): Promise<{ varName: string; copy: string | null; dateUpdated: string | null }> {
  const copy = given === null ? null : cleanCopy(given);
  if (copy !== null && isBlank(copy)) throw new DomainError("content.empty", { field: "copy" });
  const saved = { at: desk.now(), by: desk.user?.id ?? null };
  await desk.db.transaction().execute(async (tx) => {
    const before = await lockSiteCopy(tx, varName);
    if (before) requireUnchanged(before.dateUpdated, dateUpdated);
    if (copy === null) await deleteSiteCopy(tx, varName);
    else {
      const pictures = picturesIn(copy);
      for (const id of pictures) await requirePicture(tx, id);
      await saveSiteCopy(tx, varName, { copy, pictures }, saved);
    }
    await insertVersion(tx, varName, copy, saved);
    const action = copy === null ? "site-copy.restored" : "site-copy.changed";
    await insertAudit(tx, desk, { action, target: varName });
  });
  await desk.copies.refresh();
  return { varName, copy, dateUpdated: copy === null ? null : saved.at };
}
