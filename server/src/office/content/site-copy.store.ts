import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/** Changes of one text wait for each other. */
export async function lockSiteCopy(
  tx: Tx,
  varName: string,
): Promise<{ dateUpdated: string } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site-copy:${varName}`}, 0))`.execute(
    tx,
  );
  const found = await tx
    .selectFrom("site_copy")
    .select("updated_at as dateUpdated")
    .where("var_name", "=", varName)
    .executeTakeFirst();
  return found ?? null;
}

export type Saved = Readonly<{ at: string; by: number | null }>;

export async function saveSiteCopy(
  tx: Tx,
  varName: string,
  { copy, pictures }: Readonly<{ copy: string; pictures: number[] }>,
  { at, by }: Saved,
): Promise<void> {
  const columns = { copy, pictures, updated_at: at, updated_by: by };
  await tx
    .insertInto("site_copy")
    .values({ var_name: varName, ...columns })
    .onConflict((conflict) => conflict.column("var_name").doUpdateSet(columns))
    .execute();
}

export async function deleteSiteCopy(tx: Tx, varName: string): Promise<void> {
  await tx.deleteFrom("site_copy").where("var_name", "=", varName).execute();
}

export async function insertVersion(
  tx: Tx,
  varName: string,
  copy: string | null,
  { at, by }: Saved,
): Promise<void> {
  await tx
    .insertInto("site_copy_version")
    .values({ var_name: varName, copy, at, by_user: by })
    .execute();
}
