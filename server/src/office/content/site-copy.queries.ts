import type { ReadDatabase } from "../../platform/db/database.ts";
import { versionOf } from "../../platform/idempotency/edit-version.ts";

export type SiteCopy = { varName: string; copy: string; dateUpdated: string };

const columns = ["var_name as varName", "copy", "updated_at as dateUpdated"] as const;
const versionsShown = 50;

/** The office's texts, of one page or of all; texts that are not among them are the original ones. */
export async function listSiteCopy(db: ReadDatabase, page?: string): Promise<SiteCopy[]> {
  let texts = db.selectFrom("site_copy").select(columns).orderBy("var_name");
  if (page !== undefined) texts = texts.where("var_name", "like", `${page}.%`);
  return texts.execute();
}

/** @returns null when the text is the original one */
export async function getSiteCopy(db: ReadDatabase, varName: string) {
  const found = await db
    .selectFrom("site_copy")
    .select(columns)
    .where("var_name", "=", varName)
    .executeTakeFirst();

  return found ? { ...found, version: siteCopyVersion(found) } : null;
}

export function siteCopyVersion({ copy }: Readonly<{ copy: string }>): string {
  return versionOf({ copy });
}

/** The newest first. A null `copy` restored the original text; `by` is null when the account is gone. */
export async function listVersions(db: ReadDatabase, varName: string) {
  const rows = await db
    .selectFrom("site_copy_version as version")
    .leftJoin("account", "account.id", "version.by_user")
    .select(["version.id", "version.copy", "version.at"])
    .select(["account.first_name as firstName", "account.last_name as lastName"])
    .where("version.var_name", "=", varName)
    .orderBy("version.id", "desc")
    .limit(versionsShown)
    .execute();
  return rows.map(({ firstName, lastName, ...version }) => ({
    ...version,
    by: firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim(),
  }));
}
