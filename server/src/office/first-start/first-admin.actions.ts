import { hasVat, regions } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { insertStartingProducts } from "../../catalogue/products/product.store.ts";
import { addKnownRegistrations } from "../../catalogue/shop-settings/vat-registration.store.ts";
import type { Database, Tx } from "../../platform/db/database.ts";

/** Creates the first admin and what a new shop has in an empty database; concurrent starts are serialised. */
export async function createFirstAdmin(
  { db, passwords }: Pick<Caller, "db" | "passwords">,
  { email, password }: Readonly<{ email: string; password: string }>,
): Promise<void> {
  if (await hasAccounts(db)) return;
  const passwordHash = await passwords.hash(password);
  await db.transaction().execute(async (tx) => {
    if (!(await serialiseFirstAccounts(tx))) return;
    const name = { first_name: "First", last_name: "Admin" };
    const account = { ...name, email: email.toLowerCase(), password_hash: passwordHash };
    await tx
      .insertInto("account")
      .values({ ...account, role: "admin", verified: true, is_first_admin: true })
      .execute();
    await beginShop(tx);
  });
}

/** What a new shop has, with its first person: products, and no registration for VAT, since it has no VAT number yet. */
export async function beginShop(tx: Tx): Promise<void> {
  await insertStartingProducts(tx);
  await tx
    .updateTable("region")
    .set({ vat_registered_from: "never" })
    .where(
      "code",
      "in",
      regions.filter((region) => hasVat[region]),
    )
    .execute();
  await addKnownRegistrations(tx, null);
}

/** Whether there is no account yet; others that ask wait until this transaction has ended. */
export async function serialiseFirstAccounts(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first-start', 0))`.execute(tx);
  return !(await hasAccounts(tx));
}

async function hasAccounts(db: Database): Promise<boolean> {
  const row = await db.selectFrom("account").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
