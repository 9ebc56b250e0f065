import type { accountTypes } from "@portal/shared/bank-details.ts";
import type { Database } from "../../db/database.ts";

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
  _db: Database,
  _userId: number,
): Promise<BankDetailsRow | null> {
  throw new Error("not here yet");
}
