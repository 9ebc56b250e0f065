import type { SetSiteCopy } from "@portal/shared/office/content.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { requireOwnNumbers } from "../../catalogue/shop-settings/shown-texts.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import { requirePicture } from "../../platform/files/upload.queries.ts";
import { requireVersion } from "../../platform/idempotency/edit-version.ts";
import { siteCopyVersion } from "./site-copy.queries.ts";
import { cleanCopy, isBlank, picturesIn } from "../../platform/rich-text/clean-copy.rules.ts";

/**
 * Replaces a text of a page after sanitising it; null restores the original one. Every version is kept.
 *
 * @throws DomainError content.empty, content.account-number, upload.unknown, edit.changed-meanwhile
 */
export async function setSiteCopy(
  context: Pick<Caller, "db" | "copies" | "user" | "impersonatedById" | "now">,
  { varName, copy: given, version }: SetSiteCopy,
): Promise<Record<"copy" | "dateUpdated" | "version", string | null> & { varName: string }> {
  const copy = given === null ? null : await cleanCopy(given);
  if (copy !== null && isBlank(copy)) throw new DomainError("content.empty", { field: "copy" });
  const at = context.now();
  const by = context.user?.id ?? null;
  await context.db.transaction().execute(async (tx) => {
    const before = await lockSiteCopy(tx, varName);
    requireVersion(before && siteCopyVersion(before), version);
    if (copy !== null) await requireOwnNumbers(tx, at, { copy }, before ?? {});
    if (copy === null) await tx.deleteFrom("site_copy").where("var_name", "=", varName).execute();
    else {
      const pictures = picturesIn(copy);
      for (const id of pictures) await requirePicture(tx, id);
      const columns = { copy, pictures, updated_at: at, updated_by: by };
      await tx
        .insertInto("site_copy")
        .values({ var_name: varName, ...columns })
        .onConflict((conflict) => conflict.column("var_name").doUpdateSet(columns))
        .execute();
    }
    await tx
      .insertInto("site_copy_version")
      .values({ var_name: varName, copy, at, by_user: by })
      .execute();
    const action = copy === null ? "site-copy.restored" : "site-copy.changed";
    await insertAudit(tx, context, { action, target: varName });
  });
  await context.copies.refresh();
  return {
    varName,
    copy,
    dateUpdated: copy === null ? null : at,
    version: copy === null ? null : siteCopyVersion({ copy }),
  };
}

/** Serialises changes of one text. */
async function lockSiteCopy(tx: Tx, varName: string): Promise<{ copy: string } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site-copy:${varName}`}, 0))`.execute(
    tx,
  );
  const found = await tx
    .selectFrom("site_copy")
    .select("copy")
    .where("var_name", "=", varName)
    .executeTakeFirst();
  return found ?? null;
}
