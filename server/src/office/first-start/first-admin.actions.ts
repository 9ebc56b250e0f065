import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { insertStartingProducts } from "../../catalogue/products/product.store.ts";
import { hasAccounts, insertAccount } from "../../people/accounts/account.store.ts";

/** Creates the first admin and the starting products in an empty database; concurrent starts are serialised. */
export async function createFirstAdmin(
  { db, passwords }: Pick<Caller, "db" | "passwords">,
  { email, password }: Readonly<{ email: string; password: string }>,
): Promise<void> {
  if (await hasAccounts(db)) return;
  const passwordHash = await passwords.hash(password);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first-start', 0))`.execute(tx);
    if (await hasAccounts(tx)) return;
    await insertAccount(tx, {
      email: email.toLowerCase(),
      passwordHash,
      firstName: "First",
      lastName: "Admin",
      role: "admin",
    });
    await insertStartingProducts(tx);
  });
}
