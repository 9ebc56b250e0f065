import type { accountTypes, BankDetails } from "@portal/shared/people/bank-details.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";

export type BankDetailsRow = {
  bankName: string;
  accountName: string;
  accountNumber: string;
  branchCode: string | null;
  chequeOrSavings: (typeof accountTypes)[number];
  notes: string | null;
  updatedAt: string;
};

export async function findBankDetails(
  db: Database,
  userId: number,
): Promise<BankDetailsRow | null> {
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

/** Writes down the moment where the account to pay to is another than before; a new note is no such change. */
export async function upsertBankDetails(
  tx: Tx,
  userId: number,
  details: BankDetails,
  now: string,
): Promise<void> {
  const columns = {
    bank_name: details.bankName,
    account_name: details.accountName,
    account_number: details.accountNumber,
    branch_code: details.branchCode || null,
    cheque_or_savings: details.chequeOrSavings,
    notes: details.notes || null,
    updated_at: now,
  };
  await tx
    .insertInto("bank_detail")
    .values({ user_id: userId, ...columns })
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
    .execute();
}

/** When the account was last exchanged for another one; null where the first one still stands. */
export async function findBankDetailsChange(db: Database, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom("bank_detail")
    .select("changed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.changed_at ?? null;
}
