import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { isOfOffice } from "@portal/shared/platform/roles.ts";
import type { LinkWithPassword } from "@portal/shared/people/factors.ts";
import type { DecisionWay } from "@portal/shared/platform/proposals.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import { findSameOpen, findProposal } from "../../platform/proposals/proposal.store.ts";
import { endProposalsOf, proposeProvedIn } from "../../platform/proposals/propose.actions.ts";
import { findSignedInUser, lockAccount } from "../accounts/account.store.ts";
import { endSentSecrets, queueNewMessage } from "../accounts/contact-change.ts";
import { getFrozenPerson, holdAccount } from "../users/user-account.store.ts";
import { tellAdmins } from "./admin-notices.actions.ts";
import { heldUntil } from "./factor.rules.ts";
import { endAllFactors, listFactors } from "./factor.store.ts";
import { requireLinkAndPassword } from "./set-up-factor.actions.ts";
import { setUpFactor } from "./admin.messages.ts";

/**
 * An admin who has lost every factor and recovery code proposes to get a new one: by a mailed link and the password, and
 * never signed in by them. Another admin confirms it (docs/domain.md, "Decisions of two admins").
 *
 * @returns how it takes effect; asked for again while it is open, it is the one that is there
 * @throws DomainError account.link-ended, access.wrong-credentials, access.too-many-tries, access.forbidden,
 * access.ask-admins for an accountant, who proposes nothing, access.no-set-up without a factor that could be lost
 */
export async function proposeNewFactor(
  caller: Caller,
  link: LinkWithPassword,
): Promise<{ way: DecisionWay }> {
  const { id: userId } = await requireLinkAndPassword(caller, link, "lost-factor");
  return caller.db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId);
    const user = await findSignedInUser(tx, userId);
    if (!user || !isOfOffice(user)) throw new DomainError("access.forbidden");
    // Deactivated and restored by two admins, they set up a new one.
    if (user.role === "accountant") throw new DomainError("access.ask-admins");
    const before = await factorIdsOf(tx, userId);
    if (before.length === 0) throw new DomainError("access.no-set-up");
    const words = await getFrozenPerson(tx, userId);
    const change = { kind: "factor", data: { userId, before }, words } as const;
    const same = await findSameOpen(tx, change, userId);
    const id = same ?? caller.newId();
    if (same === null) await proposeProvedIn(tx, caller, user, { id, change });
    const made = await findProposal(tx, id);
    if (!made) throw new Error(`proposal ${id} was made and is not there`);
    return { way: made.way };
  });
}

/** By a decision of two admins: every factor goes, and a link for setting up a new one is mailed. */
export async function replaceLostFactors(
  caller: Caller,
  { id }: SignedInUser,
  commandId: string,
): Promise<void> {
  const command = commandFrom(caller, commandId, { action: "factors.replace" });
  await caller.ledger.execute(command, async () => ({
    events: [],
    answer: null,
    sideWrites: async (tx) => {
      const at = caller.now();
      await lockAccount(tx, id);
      await endAllFactors(tx, id, at);
      await holdAccount(tx, id, heldUntil(at), at);
      await endSentSecrets(tx, id, at);
      await caller.sessions.endAll(id, null, tx);
      await endProposalsOf(tx, caller, id);
      await insertAudit(tx, caller, { action: "factor.removed", subjectId: id });
      await tellAdmins(tx, caller, id, "factors-replaced");
      await queueNewMessage(tx, caller, setUpFactor, { userId: id });
    },
  }));
}

/** In the order in which they were made. */
export async function factorIdsOf(tx: Tx, userId: number): Promise<string[]> {
  return (await listFactors(tx, userId)).map(({ id }) => id);
}
