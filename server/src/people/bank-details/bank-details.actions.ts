import type { BankDetails } from "@portal/shared/people/bank-details.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { type BankDetailsRow, findBankDetails, upsertBankDetails } from "./bank-details.store.ts";

/** `accountNumber` is masked but for its last four: "•••• 1234". */
export type OwnBankDetails = BankDetailsRow;

/** Nobody who finds an open screen can read a whole account number from it, the owner included. */
export async function getOwnBankDetails(
  caller: Caller,
  userId: number,
): Promise<OwnBankDetails | null> {
  const details = await findBankDetails(caller.db, userId);
  return details && { ...details, accountNumber: masked(details.accountNumber) };
}

/** The owner is told by mail, so that a change that somebody else made is noticed. */
export async function saveBankDetails(
  caller: Caller,
  userId: number,
  details: BankDetails,
): Promise<{ userId: number }> {
  const now = caller.now();
  const occasion = `bank-details-changed ${userId} ${caller.newId()}`;
  await caller.db.transaction().execute(async (tx) => {
    await upsertBankDetails(tx, userId, details, now);
    await insertAudit(tx, caller, { action: "bank-details.saved", subjectId: userId });
    await queueMessage(tx, caller, occasion, { kind: "bank-details-changed", userId });
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

/** A number of four characters or fewer would be shown whole, so nothing of it is. */
function masked(accountNumber: string): string {
  return accountNumber.length > 4 ? `•••• ${accountNumber.slice(-4)}` : "••••";
}
