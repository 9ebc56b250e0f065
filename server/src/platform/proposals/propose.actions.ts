import type { ProposalState, ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { Tx } from "../db/database.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { queueMessage } from "../messages/queue-message.ts";
import { findProposal, findSameOpen, insertProposal } from "./proposal.store.ts";

/** The answer to a change that needs a second admin. */
export type Proposed = Readonly<{ proposalId: string; state: ProposalState }>;

type Context = Pick<Caller, "db" | "impersonatedById" | "now" | "jobs">;

/**
 * Records a change for another admin to confirm; nothing else happens yet.
 *
 * @param id the command id, so that a retry is the same proposal
 */
export async function propose(
  context: Context,
  user: SignedInUser,
  id: string,
  change: ProposedChange,
): Promise<Proposed> {
  return context.db.transaction().execute(async (tx) => {
    const known = (await findProposal(tx, id)) !== null;
    const same = known ? null : await findSameOpen(tx, change, user.id);
    if (same !== null) return { proposalId: same, state: "open" };
    return proposeIn(tx, context, user, { id, change });
  });
}

/** `propose` as a part of the transaction of what it belongs to. One that is there already stays as it is. */
export async function proposeIn(
  tx: Tx,
  context: Omit<Context, "db">,
  user: SignedInUser,
  { id, change }: Readonly<{ id: string; change: ProposedChange }>,
): Promise<Proposed> {
  const known = (await findProposal(tx, id)) !== null;
  const state = await insertProposal(tx, id, change, user.id);
  if (known) return { proposalId: id, state };
  await insertAudit(
    tx,
    { user, impersonatedById: context.impersonatedById, now: context.now },
    { action: "proposal.made", target: id, details: { kind: change.kind } },
  );
  await tellAdmins(tx, context, id, state === "open" ? "made" : state);
  return { proposalId: id, state };
}

/** Emails every admin, and the shop's own address, which an admin who was just deactivated may still read. */
export async function tellAdmins(
  tx: Tx,
  context: Pick<Caller, "jobs" | "now">,
  proposalId: string,
  stage: "made" | Exclude<ProposalState, "open">,
): Promise<void> {
  const admins = await tx
    .selectFrom("account")
    .select("id")
    .where("role", "=", "admin")
    .where("active", "=", true)
    .where("password_hash", "is not", null)
    .execute();
  for (const userId of [null, ...admins.map(({ id }) => id)])
    await queueMessage(tx, context, `proposal-${stage}:${proposalId}:${userId ?? "shop"}`, {
      kind: "proposal",
      userId,
      proposalId,
      stage,
    });
}
