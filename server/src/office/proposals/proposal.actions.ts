import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { UsedPasskey } from "@portal/shared/people/factors.ts";
import type { ConfirmProposal, SignProposal } from "@portal/shared/office/decisions.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import {
  decisionPasskeyOptions,
  signDecision,
} from "../../people/factors/sign-decision.actions.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import { confirmIn } from "../../platform/proposals/confirm.actions.ts";
import { findByDeclineLink } from "../../platform/proposals/decline-link.store.ts";
import { endIfOther } from "../../platform/proposals/frozen-accounts.actions.ts";
import { findNotices, retryNotices, tellOfDecision } from "../../platform/proposals/notices.ts";
import {
  beginWait,
  declineInStore,
  findProposal,
  listEndedByOperator,
  listOpenProposals,
  listUndoneProposals,
  type Proposal,
  settleDueProposals,
  withdrawInStore,
} from "../../platform/proposals/proposal.store.ts";
import { carryOut, type ProposalContext } from "./carry-out.actions.ts";

/**
 * Another admin confirms, and the change is carried out immediately. A passkey signs what is frozen, and its signature is
 * kept (docs/domain.md, "Decisions of two admins").
 *
 * @returns the code of the error that prevented the change, if any
 * @throws DomainError proposal.unknown, proposal.own, proposal.too-close, proposal.concerns-you, proposal.on-hold,
 * proposal.settled, access.wrong-factor
 */
export async function confirmProposal(
  caller: Caller,
  user: SignedInUser,
  { id, passkey }: ConfirmProposal,
) {
  const other = await endIfOther(caller, id);
  if (other !== null) return { id, failure: other };
  const proof = passkey === undefined ? null : await proofOf(caller, user, { id, passkey });
  await caller.db.transaction().execute((tx) => confirmIn(tx, caller, user, { id, proof }));
  return { id, failure: await carryOut(caller, id) };
}

/** @throws DomainError proposal.unknown, proposal.settled, factor.no-passkey-here */
export async function signProposal(caller: Caller, user: SignedInUser, asked: SignProposal) {
  const { session, digest } = await signable(caller, asked.id);
  return decisionPasskeyOptions({ ...caller, user, session }, { digest, place: asked.place });
}

async function proofOf(
  caller: Caller,
  user: SignedInUser,
  { id, passkey }: Readonly<{ id: string; passkey: UsedPasskey }>,
) {
  const { session, digest } = await signable(caller, id);
  return signDecision({ ...caller, user, session }, { digest, passkey });
}

/** Decisions of earlier releases, which have no digest, ended with the upgrade. */
async function signable({ db, session }: Caller, id: string) {
  const proposal = await findProposal(db, id);
  if (!proposal) throw new DomainError("proposal.unknown");
  if (session === null || proposal.digest === null) throw new DomainError("proposal.settled");
  return { session, digest: proposal.digest };
}

/** Another admin declines, or the proposer takes it back. @throws DomainError proposal.unknown, proposal.settled */
export async function declineProposal(caller: Caller, user: SignedInUser, id: string) {
  const proposal = await findProposal(caller.db, id);
  if (proposal?.proposedBy === user.id) return withdrawProposal(caller, user, id);
  await caller.db.transaction().execute((tx) => declineIn(tx, caller, id, user.id));
  return { id, failure: null };
}

/** @throws DomainError proposal.unknown, proposal.settled, proposal.not-yours */
export async function withdrawProposal(caller: Caller, user: SignedInUser, id: string) {
  await caller.db.transaction().execute(async (tx) => {
    await withdrawInStore(tx, id, user.id);
    await insertAudit(tx, caller, { action: "proposal.withdrawn", target: id });
    await tellOfDecision(tx, caller, id, "withdrawn");
  });
  return { id, failure: null };
}

/** By the link in an email, for whoever holds it: also somebody who cannot sign in. @throws DomainError proposal.link-ended */
export async function declineByLink(caller: Caller, token: string) {
  await caller.db.transaction().execute(async (tx) => {
    const link = await findByDeclineLink(tx, token);
    if (!link) throw new DomainError("proposal.link-ended");
    await declineIn(tx, caller, link.proposal.id, link.userId);
  });
  return { declined: true };
}

async function declineIn(
  tx: Tx,
  caller: Pick<Caller, "impersonatedById" | "user" | "now" | "jobs">,
  id: string,
  userId: number,
): Promise<void> {
  await declineInStore(tx, id, userId);
  await insertAudit(tx, caller, { action: "proposal.declined", target: id, subjectId: userId });
  await tellOfDecision(tx, caller, id, "declined");
}

/**
 * Begins the waits whose notices are out, reminds, settles what is due, and carries out what a process that died had
 * confirmed.
 */
export async function carryOutDueProposals(context: ProposalContext): Promise<void> {
  for (const proposal of await listOpenProposals(context.db)) await goOnWaiting(context, proposal);
  await context.db.transaction().execute(async (tx) => {
    for (const { id, state } of await settleDueProposals(tx)) {
      const system = { user: null, impersonatedById: null, now: context.now };
      const action = state === "confirmed" ? "proposal.took-effect" : "proposal.expired";
      await insertAudit(tx, system, { action, target: id, details: { state } });
      if (state !== "confirmed")
        await tellOfDecision(tx, context, id, state === "void" ? "void" : "expired");
    }
  });
  await tellWhatEnded(context);
  for (const id of await listUndoneProposals(context.db)) await carryOut(context, id);
}

async function goOnWaiting(context: ProposalContext, proposal: Proposal): Promise<void> {
  const { id, way } = proposal;
  await context.db.transaction().execute(async (tx) => {
    if (way !== "confirmed" && proposal.noticesOutAt === null) {
      const countKept = context.shop.isProduction !== true;
      const { waiting, sent } = await findNotices(tx, id, { countKept });
      // Where every address refused its notice, nobody has heard of the decision.
      if (waiting === 0 && sent > 0) await beginWait(tx, id);
      else await retryNotices(tx, context, id);
    }
    if (proposal.isHalfOver) await tellOfDecision(tx, context, id, "half");
    if (proposal.isLastDay) await tellOfDecision(tx, context, id, "last-day");
  });
}

/** A new release or a restore ended what was open; whoever proposed it has to do so again. */
async function tellWhatEnded(context: ProposalContext): Promise<void> {
  for (const id of await listEndedByOperator(context.db))
    await context.db.transaction().execute((tx) => tellOfDecision(tx, context, id, "void"));
}
