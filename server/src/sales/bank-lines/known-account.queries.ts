import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import { isAmongAccounts } from "./account-number.rules.ts";

/**
 * Which accounts are the shop's: that of the settings, its former ones, and others that two admins allowed. Anybody can write a
 * file of another one.
 */
export async function loadKnownAccounts(
  db: ReadDatabase | Database | Tx,
): Promise<(account: string) => boolean> {
  const { ownAccount } = await db
    .selectFrom("shop_setting")
    .select("bank_account_number as ownAccount")
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom("known_bank_account").select("account").execute();
  const known = rows.map(({ account }) => account);
  return (account) => isAmongAccounts(account, ownAccount, known);
}

/** For what an earlier release stored of any account. @throws DomainError bankline.account-unknown */
export async function requireKnownAccounts(
  db: ReadDatabase | Database | Tx,
  accounts: readonly string[],
): Promise<void> {
  const isKnown = await loadKnownAccounts(db);
  if (!accounts.every(isKnown)) throw new DomainError("bankline.account-unknown");
}
