import type { BankDetails } from "@portal/shared/bank-details.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { type BankDetailsRow, findBankDetails, upsertBankDetails } from "./bank-details.store.ts";

export async function getOwnBankDetails(
  caller: Caller,
  userId: number,
): Promise<BankDetailsRow | null> {
  return findBankDetails(caller.db, userId);
}

export async function saveBankDetails(
  caller: Caller,
  userId: number,
  details: BankDetails,
): Promise<{ userId: number }> {
  await caller.db.transaction().execute(async (tx) => {
    await upsertBankDetails(tx, userId, details, caller.now());
    await insertAudit(tx, caller, { action: "bank-details.saved", subjectId: userId });
  });
  return { userId };
}

/** Somebody else's account number is shown to whoever pays it out, and every look is written down. */
export async function getBankDetailsForAdmin(
  caller: Caller,
  userId: number,
): Promise<BankDetailsRow | null> {
  await insertAudit(caller.db, caller, { action: "bank-details.viewed", subjectId: userId });
  return findBankDetails(caller.db, userId);
}
