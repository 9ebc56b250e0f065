import type { accountTypes, BankDetails } from "@portal/shared/bank-details.ts";
import type { Database, Tx } from "../../db/database.ts";

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
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
    .execute();
}
