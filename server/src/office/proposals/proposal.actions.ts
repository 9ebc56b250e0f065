import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import type { Caller, Log, SignedInUser } from "../../caller.ts";
import { changeBank, changeLimit } from "../../catalogue/shop-settings/settings.actions.ts";
import type { Deps } from "../../deps.ts";
import { grantCredit } from "../../money/wallets/wallet.actions.ts";
import { addAdmin } from "../../network/enrolment/create-user.actions.ts";
import { reactivate } from "../../network/enrolment/user.actions.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import {
  decideProposal,
  findProposal,
  finishProposal,
  listUndoneProposals,
  settleDueProposals,
} from "../../platform/proposals/proposal.store.ts";
import { tellAdmins } from "../../platform/proposals/propose.actions.ts";
import { bookBankLine } from "../../sales/bank-lines/bank-line.actions.ts";
import { bookEft } from "../../sales/orders/order.actions.ts";

/** What doing it needs of a request, and what a job has as well. */
export type ProposalContext = Omit<Deps, "officeHostPattern" | "runSimulation"> &
  Readonly<{ log: Log }>;

/** How it stands after a decision: `failure` is the code of what kept it from being done. */
type DecidedProposal = { id: string; failure: string | null };

/**
 * A second admin consents, and what was proposed is done at once.
 *
 * @throws DomainError proposal.unknown, proposal.own, proposal.too-close, proposal.settled
 */
export async function confirmProposal(
  caller: Caller,
  user: SignedInUser,
  id: string,
): Promise<DecidedProposal> {
  await decide(caller, user, "confirm", id);
  return { id, failure: await carryOut(caller, id) };
}

/** Another admin is against it, or whoever proposed it takes it back. @throws DomainError as `confirmProposal` */
export async function declineProposal(
  caller: Caller,
  user: SignedInUser,
  id: string,
): Promise<DecidedProposal> {
  await decide(caller, user, "decline", id);
  return { id, failure: null };
}

/** What took effect by itself, and what a process that died had confirmed and not done. */
export async function carryOutDueProposals(context: ProposalContext): Promise<void> {
  for (const { id, state } of await settleDueProposals(context.db)) {
    await context.db.transaction().execute(async (tx) => {
      const nobody = { user: null, impersonatedById: null, now: context.now };
      const action = state === "confirmed" ? "proposal.took-effect" : "proposal.expired";
      await insertAudit(tx, nobody, { action, target: id });
      await tellAdmins(tx, context, id, state === "confirmed" ? "confirmed" : "expired");
    });
  }
  for (const id of await listUndoneProposals(context.db)) await carryOut(context, id);
}

async function decide(
  caller: Caller,
  user: SignedInUser,
  how: "confirm" | "decline",
  id: string,
): Promise<void> {
  await caller.db.transaction().execute(async (tx) => {
    await decideProposal(tx, how, { id, by: user.id });
    const stage = how === "confirm" ? "confirmed" : "declined";
    await insertAudit(tx, caller, { action: `proposal.${stage}`, target: id });
    await tellAdmins(tx, caller, id, stage);
  });
}

/**
 * Does what was confirmed, in the name of who proposed it, as a command with the id of the proposal: however often it
 * runs, it is done once. What cannot be done any more is given up, with the reason.
 */
async function carryOut(context: ProposalContext, id: string): Promise<string | null> {
  const proposal = await findProposal(context.db, id);
  if (proposal?.state !== "confirmed" || proposal.change.kind === "payout") return null;
  const author = proposal.decidedBy ?? proposal.proposedBy;
  const user =
    (await findSignedInUser(context.db, proposal.proposedBy)) ??
    (await findSignedInUser(context.db, author));
  try {
    if (!user) throw new DomainError("account.inactive");
    await doIt(callerFor(context, user, id), user, id, proposal.change);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await finishProposal(context.db, id, error.code);
    return error.code;
  }
  await finishProposal(context.db, id, null);
  return null;
}

async function doIt(
  caller: Caller,
  user: SignedInUser,
  commandId: string,
  change: ProposedChange,
): Promise<unknown> {
  switch (change.kind) {
    case "limit":
      return changeLimit(caller, change.data);
    case "bank":
      return changeBank(caller, change.data);
    case "admin":
      return change.data.isNew
        ? addAdmin(caller, user, { commandId, id: change.data.userId, person: change.words })
        : reactivate(caller, user, { commandId, id: change.data.userId });
    case "eft":
      return bookEft(caller, {
        commandId,
        ...change.data,
        reference: change.words?.reference ?? "",
      });
    case "bank-line":
      return bookBankLine(caller, user, { commandId, ...change.data });
    case "credit":
      return grantCredit(caller, user, {
        commandId,
        ...change.data,
        text: change.words?.text ?? "",
      });
    case "payout":
      return null;
  }
}

/** As if the proposer asked just now; there is no browser, and nobody is somebody else. */
function callerFor(context: ProposalContext, user: SignedInUser, id: string): Caller {
  return {
    ...context,
    user,
    impersonatedById: null,
    session: null,
    device: "",
    codeRequestId: null,
    handOverKept: null,
    viaCode: null,
    ip: "",
    isOfficeHost: false,
    idempotencyKey: null,
    correlationId: `proposal-${id}`,
    setCookie: () => {},
  };
}
