import type { Caller } from "../../caller.ts";
import { insertStartingProducts } from "../../catalogue/products/product.store.ts";
import { hasAccounts, insertAccount } from "../../people/accounts/account.store.ts";

/** Somebody has to let the others in, and something has to be for sale: made once, in a database that knows nobody yet. */
export async function createFirstAdmin(
  { db, passwords }: Pick<Caller, "db" | "passwords">,
  { email, password }: Readonly<{ email: string; password: string }>,
): Promise<void> {
  if (await hasAccounts(db)) return;
  await insertAccount(db, {
    email: email.toLowerCase(),
    passwordHash: await passwords.hash(password),
    firstName: "First",
    lastName: "Admin",
    role: "admin",
  });
  await insertStartingProducts(db);
}
