import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { decisionKinds } from "@portal/shared/platform/proposals.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { Log } from "../../platform/log.ts";
import type { Deps } from "../../deps.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import type { Ledger } from "../../platform/ledger/ledger.ts";
import { ownCommandId } from "../../platform/ledger/own-command-id.ts";
import { writeOwn } from "../../platform/ledger/side-writes.ts";
import { differenceOf } from "../../platform/proposals/frozen-facts.ts";
import { tellOfDecision } from "../../platform/proposals/notices.ts";
import {
  findProposal,
  forgetWords,
  type Proposal,
  useInStore,
  voidProposal,
} from "../../platform/proposals/proposal.store.ts";
import { carryOutChange, isUnchanged } from "./decision-kinds.actions.ts";

/** What carrying out a decision needs, available to requests and to jobs. */
export type ProposalContext = Omit<Deps, "officeHostPattern" | "runSimulation"> &
  Readonly<{ log: Log }>;

/**
 * Carries out a confirmed decision in the proposer's name, once: in the transaction that marks it as used. One that is not
 * possible any more, or whose old values are others by now, is void.
 *
 * @returns the code of the error that prevented it, if any
 */
export async function carryOut(
  context: ProposalContext,
  id: string,
): Promise<DomainErrorCode | null> {
  const proposal = await findProposal(context.db, id);
  if (proposal?.state !== "confirmed" || proposal.usedAt !== null) return null;
  if (decisionKinds[proposal.change.kind].isPermission) return null;
  try {
    const user = await findSignedInUser(context.db, proposal.proposedBy);
    if (!user) throw new DomainError("proposal.proposer-gone");
    const caller = callerFor(context, user, proposal);
    const commandId = ownCommandId("decision", id);
    await carryOutChange(proposal.change.kind, proposal.change, { caller, user, commandId });
    return null;
  } catch (error) {
    if (!(error instanceof DomainError) || passing.has(error.code)) throw error;
    await context.db.transaction().execute(async (tx) => {
      if (await voidProposal(tx, id, error.code)) await tellOfDecision(tx, context, id, "void");
    });
    return error.code;
  }
}

/** They say nothing of the change: the next try may succeed. */
const passing: ReadonlySet<DomainErrorCode> = new Set<DomainErrorCode>([
  "request.busy",
  "ledger.newer-release",
  "ledger.projections-behind",
]);

/** A request of the proposer without browser, session or impersonation, whose commands use up the decision. */
function callerFor(context: ProposalContext, user: SignedInUser, proposal: Proposal): Caller {
  const { id, decidedBy } = proposal;
  return {
    ...context,
    ledger: ledgerFor(context, proposal),
    user,
    decision: { id, confirmedById: decidedBy },
    waiting: null,
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
    correlationId: `decision-${id}`,
    setCookie: () => {},
  };
}

/** Whatever a command writes, it writes after the decision is used, and only where the old values are as they were. */
function ledgerFor(context: ProposalContext, { id, change }: Proposal): Ledger {
  return {
    ...context.ledger,
    execute: (command, decide) =>
      context.ledger.execute(command, async (streams) => {
        const decided = await decide(streams);
        return {
          ...decided,
          sideWrites: async (tx) => {
            await useInStore(tx, id);
            const other = await differenceOf(context, tx, { id, change });
            if (other !== null) throw new DomainError(other);
            if (!(await isUnchanged(change.kind, change, { tx, context })))
              throw new DomainError("proposal.outdated");
            await writeOwn(tx, decided.sideWrites);
            await tellOfDecision(tx, context, id, "confirmed");
            await forgetWords(tx, id);
          },
        };
      }),
  };
}
