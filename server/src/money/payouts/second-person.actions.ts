import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { findPayout } from "./payout.queries.ts";
import { listApprovals } from "./second-person.queries.ts";

/**
 * Says that this admin looked at a request above the limit and is content that it is paid: a proposal, which
 * another admin confirms by paying it. What counts is checked again by the database when the payment is written.
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
  const approvals = await listApprovals(readOnly(caller.db), [payoutId]);
  if (approvals.some(({ by }) => by === user.id)) throw new DomainError("payout.already-approved");
  const { amount } = payout;
  const change = { kind: "payout", data: { payoutId, amount }, words: null } as const;
  await propose(caller, user, caller.newId(), change);
  const entry = { action: "payout.approved", target: payoutId, subjectId: payout.userId };
  await insertAudit(caller.db, caller, { ...entry, details: { amount } });
  return { id: payoutId };
}
