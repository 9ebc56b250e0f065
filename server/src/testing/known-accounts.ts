import type { Deps } from "../deps.ts";
import { asOwner } from "./as-owner.ts";

/** As after a decision of two admins; an empty account is that of files that name none. */
export async function knowBankAccount({ db }: Pick<Deps, "db">, account: string): Promise<void> {
  await asOwner(db, (tx) =>
    tx
      .insertInto("known_bank_account")
      .values({ account })
      .onConflict((known) => known.doNothing())
      .execute(),
  );
}
