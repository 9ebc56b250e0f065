import type { BankDetails } from "@portal/shared/people/bank-details.ts";
import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { endPayoutApprovals } from "../../platform/proposals/propose.actions.ts";
import { bankDetailsChanged } from "./bank-details.messages.ts";

/** The account number is masked ("•••• 1234"), for the owner too: the screen may be left open. */
export async function getOwnBankDetails(caller: Caller, userId: number) {
  const details = await findBankDetails(caller.db, userId);
  return details && { ...details, accountNumber: masked(details.accountNumber) };
}

/**
 * Without an account number the stored one stays. The owner is notified by email, so that a change by an attacker is
 * noticed, and what was approved for the former account has to be approved again.
 *
 * @throws DomainError account.no-bank-number where none is stored
 */
export async function saveBankDetails(
  caller: Caller,
  userId: number,
  details: BankDetails,
): Promise<{ userId: number }> {
  const now = caller.now();
  const messageKey = `bank-details-changed ${userId} ${caller.newId()}`;
  await caller.db.transaction().execute(async (tx) => {
    const accountNumber = details.accountNumber || (await storedNumber(tx, userId));
    if (accountNumber === null)
      throw new DomainError("account.no-bank-number", { field: "accountNumber" });
    const isOther = await upsertBankDetails(tx, userId, { ...details, accountNumber }, now);
    // Whoever approved them saw another account.
    if (isOther) await endPayoutApprovals(tx, caller, { userId, reason: "payout.details-changed" });
    await insertAudit(tx, caller, { action: "bank-details.saved", subjectId: userId });
    await queueMessage(tx, caller, messageKey, bankDetailsChanged, { userId });
  });
  return { userId };
}

/** The whole account number, for paying out; every view is audited. */
export async function getBankDetailsForAdmin(caller: Caller, userId: number) {
  await insertAudit(caller.db, caller, { action: "bank-details.viewed", subjectId: userId });
  return findBankDetails(caller.db, userId);
}

/** The last four characters; nothing of a number that is no longer than that. */
function masked(accountNumber: string): string {
  return accountNumber.length > 4 ? `•••• ${accountNumber.slice(-4)}` : "••••";
}

async function findBankDetails(db: Database, userId: number) {
  const row = await db
    .selectFrom("bank_detail")
    .select([
      "bank_name as bankName",
      "account_name as accountName",
      "account_number as accountNumber",
      "branch_code as branchCode",
      "cheque_or_savings as chequeOrSavings",
      "notes",
      "updated_at as updatedAt",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Locked, so that a change at the same time is not undone. */
async function storedNumber(tx: Tx, userId: number): Promise<string | null> {
  const row = await tx
    .selectFrom("bank_detail")
    .select("account_number")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.account_number ?? null;
}

/**
 * `changed_at` is set only when the account itself changes, not its notes; and for the first account of somebody for whom the
 * office lately entered an email or number, because it may be somebody else's by now.
 *
 * @returns whether it is another account than before
 */
async function upsertBankDetails(
  tx: Tx,
  userId: number,
  details: BankDetails,
  now: string,
): Promise<boolean> {
  const columns = {
    bank_name: details.bankName,
    account_name: details.accountName,
    account_number: details.accountNumber,
    branch_code: details.branchCode || null,
    cheque_or_savings: details.chequeOrSavings,
    notes: details.notes || null,
    updated_at: now,
  };
  const isSetLately = sql<boolean>`exists (select from account where id = ${userId}
    and contacts_set_at > ${now}::timestamptz - make_interval(secs => ${waits.LOOKBACK}))`;
  const { isOther } = await tx
    .insertInto("bank_detail")
    .values({
      user_id: userId,
      ...columns,
      changed_at: sql<string | null>`case when ${isSetLately} then ${now}::timestamptz end`,
    })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({
        ...columns,
        changed_at: sql<string | null>`case
          when (bank_detail.bank_name, bank_detail.account_name, bank_detail.account_number,
            bank_detail.branch_code, bank_detail.cheque_or_savings)
            is distinct from (excluded.bank_name, excluded.account_name, excluded.account_number,
            excluded.branch_code, excluded.cheque_or_savings)
          then excluded.updated_at
          else bank_detail.changed_at
        end`,
      }),
    )
    .returning(
      // A row that was just inserted has no former version.
      sql<boolean>`xmax = 0 or changed_at is not distinct from updated_at`.as("isOther"),
    )
    .executeTakeFirstOrThrow();
  return isOther;
}
