import { DomainError } from "@portal/shared/domain-error.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { readOnly } from "../../db/database.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { findPayout } from "./payout.queries.ts";

/**
 * Says that this admin looked at a request above the limit and is content that it is paid, by somebody
 * else (edges 20). What counts is checked again by the database when the payment is written.
 *
 * @throws DomainError payout.own, payout.already-approved, and what the request is by now
 */
export async function approvePayout(
  caller: Caller,
  user: SignedInUser,
  payoutId: string,
): Promise<{ id: string }> {
  const payout = await findPayout(readOnly(caller.db), payoutId);
  if (payout.state === "paid") throw new DomainError("payout.already-paid");
  if (payout.state === "rejected") throw new DomainError("payout.already-rejected");
  if (payout.userId === user.id) throw new DomainError("payout.own");
  await caller.db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("payout_approval")
      .values({
        payout_id: payoutId,
        approved_by: user.id,
        amount: payout.amount,
        approved_at: caller.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw new DomainError("payout.already-approved");
    const entry = { action: "payout.approved", target: payoutId, subjectId: payout.userId };
    await insertAudit(tx, caller, { ...entry, details: { amount: payout.amount } });
  });
  return { id: payoutId };
}
