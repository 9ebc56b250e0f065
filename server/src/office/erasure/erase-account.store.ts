import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { forgetTriesOf } from "../../people/accounts/sign-in-throttle.store.ts";
import { anyUuid, eraseOrders, eraseWords } from "./erase-traces.store.ts";
import { erasedEmail } from "../../people/users/erased.rules.ts";
import { digestOfAccount } from "./erased-list.ts";
import { findMoneyDue } from "./money-due.queries.ts";

export type Erased = Readonly<{ addresses: number; sessions: number; orders: number }>;

/**
 * Takes a person out of the tables that may forget: the ledger never knew more than an id. The row of the account
 * stays, so that the ids in orders and commission go on meaning somebody, but nobody in particular.
 *
 * @param isAgain somebody whom a backup brought back: what is due to them by its ledger keeps nobody readable
 * @throws DomainError account.unknown, account.erased; account.open-payout, account.money-due, account.credit-due or
 * account.orders-due while something is due
 */
export async function eraseAccount(
  tx: Tx,
  userId: number,
  now: string,
  { isAgain = false }: Readonly<{ isAgain?: boolean }> = {},
): Promise<Erased> {
  const account = await tx
    .selectFrom("account")
    .select(["id", "email", "created_at as createdAt"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new DomainError("account.unknown");
  if (account.email === erasedEmail(userId)) throw new DomainError("account.erased");
  if (!isAgain) await requireNothingDue(tx, userId, now);

  await emptyAccount(tx, userId, now);
  const orders = await eraseOrders(tx, userId, account.email);
  const addresses = await tx
    .deleteFrom("address")
    .where((row) =>
      row.or([
        row("owner_id", "=", userId),
        row("guest_id", "=", anyUuid(orders.guests)),
        // Ordered before there was an account, which is known by the address alone.
        row.and([
          row("owner_id", "is", null),
          row(sql`lower(recipient_email)`, "=", account.email),
        ]),
      ]),
    )
    .executeTakeFirst();
  const sessions = await tx.deleteFrom("session").where("user_id", "=", userId).executeTakeFirst();
  await tx.deleteFrom("bank_detail").where("user_id", "=", userId).execute();
  await eraseWords(tx, userId, account.email);
  await forgetTriesOf(tx, account.email);
  await tx
    .insertInto("erased_person")
    .values({ digest: digestOfAccount(account), erased_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return {
    addresses: Number(addresses.numDeletedRows),
    sessions: Number(sessions.numDeletedRows),
    orders: orders.ids.length,
  };
}

/** What is left of the row says that there was somebody. */
async function emptyAccount(tx: Tx, userId: number, now: string): Promise<void> {
  await tx
    .updateTable("account")
    .set({
      email: erasedEmail(userId),
      first_name: "Erased",
      last_name: "account",
      cell: null,
      former_cell: null,
      cell_changed_at: null,
      alt_number: null,
      area: null,
      company: null,
      company_address: null,
      vat_no: null,
      referred_by: null,
      password_hash: null,
      active: false,
      verified: false,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}

/** Without bank details and an address nobody could be paid or sent anything any more, so that comes first. */
async function requireNothingDue(tx: Tx, userId: number, now: string): Promise<void> {
  const due = await findMoneyDue(readOnly(tx), userId, now);
  if (due.openPayout !== null) throw new DomainError("account.open-payout");
  if (due.commission > 0) throw new DomainError("account.money-due");
  if (due.storeCredit > 0) throw new DomainError("account.credit-due");
  if (due.orders.length > 0) throw new DomainError("account.orders-due");
}
