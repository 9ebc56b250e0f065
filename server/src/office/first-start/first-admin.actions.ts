import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { insertStartingProducts } from "../../catalogue/products/product.store.ts";
import { hasAccounts, insertAccount } from "../../people/accounts/account.store.ts";

/**
 * Somebody has to let the others in, and something has to be for sale: made once, in a database that knows nobody yet. Of
 * several processes that start at one moment the first makes both, and the others wait for it.
 */
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
