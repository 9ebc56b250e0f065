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
import { ownCommandId } from "../../platform/ledger/own-command-id.ts";
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

/** What carrying out a proposal needs, available to requests and to jobs. */
export type ProposalContext = Omit<Deps, "officeHostPattern" | "runSimulation"> &
  Readonly<{ log: Log }>;

/**
 * A second admin approves, and the change is carried out immediately.
 *
 * @returns the code of the error that prevented the change, if any
 * @throws DomainError proposal.unknown, proposal.own, proposal.too-close, proposal.settled
 */
export async function confirmProposal(caller: Caller, user: SignedInUser, id: string) {
  await decide(caller, user, "confirm", id);
  return { id, failure: await carryOut(caller, id) };
}

/** Another admin declines, or the proposer withdraws. @throws DomainError as `confirmProposal` */
export async function declineProposal(caller: Caller, user: SignedInUser, id: string) {
  await decide(caller, user, "decline", id);
  return { id, failure: null };
}

/** Carries out proposals that took effect automatically, and those confirmed by a process that died before carrying out. */
export async function carryOutDueProposals(context: ProposalContext): Promise<void> {
  for (const { id, state } of await settleDueProposals(context.db)) {
    await context.db.transaction().execute(async (tx) => {
      const system = { user: null, impersonatedById: null, now: context.now };
      const action = state === "confirmed" ? "proposal.took-effect" : "proposal.expired";
      await insertAudit(tx, system, { action, target: id });
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
 * Carries out a confirmed proposal in the proposer's name, once, with a command id that no client can have used. One that is
 * no longer possible is finished with the error code.
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
    const commandId = ownCommandId("decision", id);
    await applyChange(callerFor(context, user, id), user, commandId, proposal.change);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await finishProposal(context.db, id, error.code);
    return error.code;
  }
  await finishProposal(context.db, id, null);
  return null;
}

async function applyChange(
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

/** A request of the proposer without browser, session or impersonation. */
function callerFor(context: ProposalContext, user: SignedInUser, id: string): Caller {
  return {
    ...context,
    user,
    impersonatedById: null,
    session: null,
    device: "",
    codeRequestId: null,
    handOverKept: null,
    knownBrowser: null,
    viaCode: null,
    ip: "",
    isOfficeHost: false,
    idempotencyKey: null,
    correlationId: `proposal-${id}`,
    setCookie: () => {},
  };
}
