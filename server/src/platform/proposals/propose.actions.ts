import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ProposalState, ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../access/signed-in.ts";
import { requireRecentAuthentication } from "../access/recent-authentication.ts";
import { insertAudit } from "../audit/audit.store.ts";
import type { Tx } from "../db/database.ts";
import { requestHash } from "../ledger/canonical-json.ts";
import { findParties, loadCircle } from "./circle.queries.ts";
import { isForOthersToPropose, wayOf } from "./independence.rules.ts";
import { factsOf, type FreezingContext, keepFrozenFacts } from "./frozen-facts.ts";
import { requireNotRenamedBy } from "./frozen-people.ts";
import { tellOfDecision } from "./notices.ts";
import {
  type EndedApprovals,
  findProposal,
  findSameOpen,
  insertProposal,
  type Proposal,
  voidPayoutApprovals,
  voidProposalsOf,
  withdrawPlansOf,
} from "./proposal.store.ts";
import { findSecondPersonLimit } from "./second-person-limit.queries.ts";

/** The answer to a change that needs a decision of two admins. */
export type Proposed = Readonly<{ proposalId: string; state: ProposalState }>;

/** As `proposeOnceIn`, in a transaction of its own. */
export async function propose(
  caller: Caller,
  user: SignedInUser,
  id: string,
  change: ProposedChange,
): Promise<Proposed> {
  return caller.db.transaction().execute((tx) => proposeOnceIn(tx, caller, user, { id, change }));
}

/** As `proposeIn`; the same change, proposed again under another id while it is open, is the one that is there. */
export async function proposeOnceIn(
  tx: Tx,
  caller: Caller,
  user: SignedInUser,
  proposed: Readonly<{ id: string; change: ProposedChange }>,
): Promise<Proposed> {
  const isKnown = (await findProposal(tx, proposed.id)) !== null;
  const same = isKnown ? null : await findSameOpen(tx, proposed.change, user.id);
  if (same !== null) return { proposalId: same, state: "open" };
  return proposeIn(tx, caller, user, proposed);
}

/**
 * Freezes a change for another admin to confirm, or to wait where nobody is independent; nothing else happens yet. How it
 * takes effect is looked at here, once.
 *
 * @param proposed.id the command id, so that a retry is the same proposal
 * @throws DomainError access.password-needed, proposal.pays-you, proposal.own-rename, proposal.too-many, request.reused-key
 */
export async function proposeIn(
  tx: Tx,
  caller: Caller,
  user: SignedInUser,
  proposed: Readonly<{ id: string; change: ProposedChange }>,
): Promise<Proposed> {
  if (!(await findProposal(tx, proposed.id))) await requireRecentAuthentication(caller);
  return proposeProvedIn(tx, caller, user, proposed);
}

/** As `proposeIn`, where the person has shown by other means who they are. */
export async function proposeProvedIn(
  tx: Tx,
  caller: FreezingContext & Pick<Caller, "impersonatedById" | "now" | "jobs">,
  user: SignedInUser,
  { id, change }: Readonly<{ id: string; change: ProposedChange }>,
): Promise<Proposed> {
  const known = await findProposal(tx, id);
  if (known) return proposeAgain(tx, known, user.id, change);
  const facts = await factsOf(caller, tx, change);
  const { commission } = facts;
  const people = [...facts.people];
  const way = await lookAtWay(tx, user.id, change, [...facts.people.keys()]);
  const secondPersonAbove = await findSecondPersonLimit(tx);
  const frozen = { id, by: user.id, change, way, secondPersonAbove };
  const digest = requestHash({ ...frozen, people, commission }).toString("hex");
  const state = await insertProposal(tx, { ...frozen, digest });
  await keepFrozenFacts(tx, id, facts);
  await insertAudit(
    tx,
    { user, impersonatedById: caller.impersonatedById, now: caller.now },
    { action: "proposal.made", target: id, details: { kind: change.kind, way } },
  );
  await tellOfDecision(tx, caller, id, "made");
  return { proposalId: id, state };
}

/** @throws DomainError request.reused-key where the id is that of another change */
async function proposeAgain(
  tx: Tx,
  { id, way, digest, secondPersonAbove }: Proposal,
  by: number,
  change: ProposedChange,
): Promise<Proposed> {
  const made = { id, by, change, way, secondPersonAbove, digest: digest ?? "" };
  return { proposalId: id, state: await insertProposal(tx, made) };
}

async function lookAtWay(
  tx: Tx,
  proposerId: number,
  change: ProposedChange,
  people: readonly number[],
) {
  const circle = await loadCircle(tx);
  const proposer = circle.admins.find(({ id }) => id === proposerId);
  if (!proposer) throw new DomainError("access.forbidden");
  const parties = await findParties(tx, change);
  if (isForOthersToPropose(proposer, circle, parties)) throw new DomainError("proposal.pays-you");
  const way = wayOf(change.kind, proposer, circle, parties);
  // Where nobody confirms, nobody is deceived.
  if (way === "confirmed") await requireNotRenamedBy(tx, proposerId, people);
  return way;
}

/** Ends the approvals of these payouts that nobody has paid yet. A batch compares the bank details itself. */
export async function endPayoutApprovals(
  tx: Tx,
  context: Pick<Caller, "jobs" | "now">,
  which: EndedApprovals,
): Promise<void> {
  for (const id of await voidPayoutApprovals(tx, which))
    await tellOfDecision(tx, context, id, "void");
}

/**
 * Ends what this admin proposed and what is not carried out, and commission plans that wait for their day: for when somebody stops being an admin, is locked, or
 * replaced a proof of who they are by recovery.
 */
export async function endProposalsOf(
  tx: Tx,
  context: Pick<Caller, "jobs" | "now">,
  proposerId: number,
): Promise<void> {
  for (const id of await voidProposalsOf(tx, proposerId, "proposal.proposer-gone"))
    await tellOfDecision(tx, context, id, "void");
  const nobody = { user: null, impersonatedById: null, now: context.now };
  for (const id of await withdrawPlansOf(tx, proposerId, context.now()))
    await insertAudit(tx, nobody, { action: "plan.withdrawn", target: id });
}
