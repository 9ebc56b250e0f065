import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { decisionKinds } from "@portal/shared/platform/proposals.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../access/signed-in.ts";
import { insertAudit } from "../audit/audit.store.ts";
import type { Tx } from "../db/database.ts";
import { findParties, loadCircle } from "./circle.queries.ts";
import { tieBetween } from "./independence.rules.ts";
import { tellOfDecision } from "./notices.ts";
import {
  type ConfirmationProof,
  confirmInStore,
  findProposal,
  type Proposal,
} from "./proposal.store.ts";

/**
 * Another admin confirms; nothing is carried out yet.
 *
 * @throws DomainError proposal.unknown, proposal.own, proposal.too-close, proposal.concerns-you, proposal.on-hold,
 * proposal.proposer-gone, proposal.settled
 */
export async function confirmIn(
  tx: Tx,
  caller: Pick<Caller, "impersonatedById" | "user" | "now" | "jobs">,
  user: SignedInUser,
  { id, proof }: Readonly<{ id: string; proof: ConfirmationProof }>,
): Promise<void> {
  const proposal = await findProposal(tx, id);
  if (!proposal) throw new DomainError("proposal.unknown");
  await requireMayConfirm(tx, proposal, user.id);
  await confirmInStore(tx, { id, by: user.id, proof });
  await insertAudit(tx, caller, { action: "proposal.confirmed", target: id });
  if (decisionKinds[proposal.change.kind].isPermission)
    await tellOfDecision(tx, caller, id, "confirmed");
}

/** What the database does not look at: whether the two are independent, and whether one waits. */
async function requireMayConfirm(tx: Tx, proposal: Proposal, userId: number): Promise<void> {
  const { state, proposedBy, way, change } = proposal;
  // The row says more exactly what became of it.
  if (state !== "open") return;
  if (proposedBy === userId) throw new DomainError("proposal.own");
  const circle = await loadCircle(tx);
  const own = circle.admins.find((each) => each.id === userId);
  const proposer = circle.admins.find((each) => each.id === proposedBy);
  if (!own || own.isLocked) throw new DomainError("access.forbidden");
  if (!proposer) throw new DomainError("proposal.proposer-gone");
  const parties = await findParties(tx, change);
  if (own.heldUntil !== null) throw new DomainError("proposal.on-hold");
  if (way === "silence" && parties.about.includes(userId)) return;
  const tie = tieBetween(proposer, own, circle.closePairs, parties);
  if (tie === "concerned" || tie === "pays-proposer")
    throw new DomainError("proposal.concerns-you");
  if (tie !== null || way !== "confirmed") throw new DomainError("proposal.too-close");
}
