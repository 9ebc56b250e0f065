import type { ChangeUser } from "@portal/shared/people/users/user-forms.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { roleOfDecision } from "@portal/shared/platform/proposals.ts";
import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { endSentSecrets, queueNewMessage } from "../../people/accounts/contact-change.ts";
import {
  getEditedAccount,
  getFrozenPerson,
  lockOffice,
  setActive,
} from "../../people/users/user-account.store.ts";
import { getVisibleUser } from "../../people/users/user.queries.ts";
import { mayDo } from "../../people/users/user.rules.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import { endProposalsOf, propose } from "../../platform/proposals/propose.actions.ts";
import { changesOf, loadNetwork } from "./enrol-member.actions.ts";
import { accountDeleted, accountRestored } from "./member.messages.ts";
import { adminAccount } from "../../people/factors/admin.messages.ts";
import { endAllFactors } from "../../people/factors/factor.store.ts";

/**
 * The account can no longer sign in and the member earns nothing more; what it earned and sold stays in the
 * projections (docs/domain.md, "Members and the tree"). Somebody of the office who has registered is deactivated by a decision
 * of two (`proposalId`); the invitation of one who has not is cancelled at once.
 *
 * @throws DomainError account.yourself, account.unknown, account.inactive
 */
export async function deleteUser(
  caller: Caller,
  user: SignedInUser,
  change: ChangeUser,
): Promise<{ id: number; proposalId: string | null }> {
  const { commandId, id } = change;
  if (id === user.id) throw new DomainError("account.yourself");
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  const { role } = row;
  if (isOfficeRole(role) && row.active && mayDo("delete", user, row)) {
    const { hasPassword } = await getEditedAccount(caller.db, id);
    if (hasPassword) {
      const words = await getFrozenPerson(caller.db, id);
      const data = { userId: id, ...roleOfDecision(role) };
      const proposal = { kind: "deactivate", data, words } as const;
      return { id, proposalId: (await propose(caller, user, commandId, proposal)).proposalId };
    }
  }
  return { ...(await setUserActive(caller, user, change, false)), proposalId: null };
}

/** By a decision of two admins, or of one where nobody is independent and nobody declined for long enough. */
export async function deactivate(
  caller: Caller,
  user: SignedInUser,
  change: ChangeUser,
): Promise<{ id: number }> {
  return setUserActive(caller, user, change, false);
}

/**
 * An admin stops being one, by own wish; the other admins are told.
 *
 * @param change.id the own one, so that nobody leaves by an empty call
 * @throws DomainError access.forbidden, admin.last
 */
export async function leaveOffice(
  caller: Caller,
  user: SignedInUser,
  { commandId, id }: ChangeUser,
): Promise<{ id: number }> {
  if (id !== user.id) throw new DomainError("access.forbidden");
  const command = commandFrom(caller, commandId, { action: "users.leave" });
  const { answer } = await caller.ledger.execute(command, async (streams) => ({
    events: await membershipChanges(streams, id, false),
    answer: { id },
    sideWrites: async (tx) => {
      const others = (await lockOffice(tx)).filter((admin) => admin.id !== id && !admin.isLocked);
      if (others.length === 0) throw new DomainError("admin.last");
      await takeOut(tx, caller, id);
      await insertAudit(tx, caller, { action: "user.left-office", subjectId: id });
      for (const { id: userId } of [...others, { id }])
        await queueNewMessage(tx, caller, adminAccount, {
          userId,
          adminId: id,
          change: "left",
          byId: id,
        });
    },
  }));
  return answer;
}

/** @throws DomainError account.unknown, account.active */
export async function restoreUser(
  caller: Caller,
  user: SignedInUser,
  change: ChangeUser,
): Promise<{ id: number; proposalId: string | null }> {
  const { commandId, id } = change;
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  const { role } = row;
  if (!isOfficeRole(role) || row.active || !mayDo("restore", user, row))
    return { ...(await reactivate(caller, user, change)), proposalId: null };
  const words = await getFrozenPerson(caller.db, id);
  const data = { userId: id, isNew: false, ...roleOfDecision(role) };
  const proposal = { kind: "admin", data, words } as const;
  const { proposalId } = await propose(caller, user, commandId, proposal);
  return { id, proposalId };
}

/** For somebody of the office, a second admin has to have confirmed the proposal; the database enforces that. */
export async function reactivate(
  caller: Caller,
  user: SignedInUser,
  change: ChangeUser,
): Promise<{ id: number }> {
  return setUserActive(caller, user, change, true);
}

async function setUserActive(
  caller: Caller,
  user: SignedInUser,
  { commandId, id }: ChangeUser,
  active: boolean,
): Promise<{ id: number }> {
  const verb = active ? "restore" : "delete";
  const command = commandFrom(caller, commandId, { action: `users.${verb}`, id });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const row = await getVisibleUser(readOnly(caller.db), user, id);
    if (row.active === active)
      throw new DomainError(active ? "account.active" : "account.inactive");
    if (!mayDo(verb, user, row)) throw new DomainError("access.forbidden");

    return {
      events: await membershipChanges(streams, id, active),
      answer: { id },
      sideWrites: async (tx) => {
        if (active) await setActive(tx, id, true, caller.now());
        else await takeOut(tx, caller, id);
        // Restored, they set up a new one: the way for whoever lost it and may not propose anything.
        if (!active && row.role === "accountant") await endAllFactors(tx, id, caller.now());
        await insertAudit(tx, caller, { action: `user.${verb}d`, subjectId: id });
        // Of the office, the notices of the decision tell.
        if (!isOfficeRole(row.role))
          await queueNewMessage(tx, caller, active ? accountRestored : accountDeleted, {
            userId: id,
          });
      },
    };
  });
  return answer;
}

async function membershipChanges(streams: StreamReader, id: number, active: boolean) {
  const network = await loadNetwork(streams);
  const member = network.state.members.get(id);
  const type = active ? "ReactivateMember" : "DeactivateMember";
  const changesMember = member !== undefined && member.active !== active;
  return changesMember ? changesOf(network, [{ type, userId: id }]) : [];
}

/** Ends whatever the account could still be used for. */
async function takeOut(tx: Tx, caller: Caller, id: number): Promise<void> {
  await setActive(tx, id, false, caller.now());
  await endSentSecrets(tx, id, caller.now());
  await caller.sessions.endAll(id, null, tx);
  await endProposalsOf(tx, caller, id);
}
