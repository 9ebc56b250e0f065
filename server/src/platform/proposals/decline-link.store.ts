import type { Database, Tx } from "../db/database.ts";
import { digestOf, newLinkToken } from "../secrets.ts";
import { listTold } from "./notices.ts";
import { findProposal, type Proposal } from "./proposal.store.ts";

/** Until it is carried out, it can be declined, also by those who cannot sign in any more. */
export function isDeclinable({ state, usedAt }: Pick<Proposal, "state" | "usedAt">): boolean {
  return state === "open" || (state === "confirmed" && usedAt === null);
}

/**
 * The secret of a link by which one of those who are told declines without signing in; only its hash is stored. Null for
 * the proposer, who withdraws, and where there is nothing to decline any more.
 */
export async function mintDeclineLink(
  db: Database,
  { proposalId, userId }: Readonly<{ proposalId: string; userId: number }>,
  now: string,
): Promise<string | null> {
  const proposal = await findProposal(db, proposalId);
  if (!proposal || !isDeclinable(proposal) || proposal.proposedBy === userId) return null;
  const token = newLinkToken();
  await db
    .insertInto("decision_link")
    .values({
      token_hash: await digestOf(token),
      decision_id: proposalId,
      user_id: userId,
      created_at: now,
    })
    .execute();
  return token;
}

/** The decision of a link and who declines by it; null for an unknown one, or where the person is not told any more. */
export async function findByDeclineLink(
  db: Database | Tx,
  token: string,
): Promise<Readonly<{ proposal: Proposal; userId: number }> | null> {
  const link = await db
    .selectFrom("decision_link")
    .select(["decision_id as id", "user_id as userId"])
    .where("token_hash", "=", await digestOf(token))
    .executeTakeFirst();
  const proposal = link && (await findProposal(db, link.id));
  if (!proposal) return null;
  const { userId } = link;
  return (await listTold(db, proposal)).includes(userId) ? { proposal, userId } : null;
}
