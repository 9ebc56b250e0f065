import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { ChangeUser } from "@portal/shared/people/users/user-forms.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { takeOne } from "../../platform/rate-limit/rate-limit.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { changesOf, loadNetwork } from "./enrol-member.actions.ts";
import {
  endSentSecrets,
  getEditedAccount,
  setActive,
} from "../../people/users/user-account.store.ts";
import { getVisibleUser } from "../../people/users/user.queries.ts";
import { mayDo } from "../../people/users/user.rules.ts";

/**
 * The account can no longer sign in, and the member earns nothing more; nothing is taken out of the
 * books (docs/domain.md, "Members and the tree").
 *
 * @throws DomainError account.yourself, account.unknown, account.inactive
 */
export async function deleteUser(
  caller: Caller,
  user: SignedInUser,
  change: ChangeUser,
): Promise<{ id: number }> {
  if (change.id === user.id) throw new DomainError("account.yourself");
  return setUserActive(caller, user, change, false);
}

/** @throws DomainError account.unknown, account.active */
export async function restoreUser(
  caller: Caller,
  user: SignedInUser,
  change: ChangeUser,
): Promise<{ id: number; proposalId: string | null }> {
  const { commandId, id } = change;
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  if (row.role !== "admin" || row.active || !mayDo("restore", user, row))
    return { ...(await reactivate(caller, user, change)), proposalId: null };
  const data = { userId: id, isNew: false };
  const wanted = { kind: "admin", data, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, wanted);
  return { id, proposalId };
}

/** An admin becomes one again with the consent of a second one, which the database looks for. */
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

    const network = await loadNetwork(streams);
    const member = network.state.members.get(id);
    const type = active ? "ReactivateMember" : "DeactivateMember";
    const isOther = member !== undefined && member.active !== active;
    return {
      events: isOther ? changesOf(network, [{ type, userId: id }]) : [],
      answer: { id },
      alongside: async (tx) => {
        await setActive(tx, id, active, caller.now());
        if (!active) {
          await endSentSecrets(tx, id, caller.now());
          await caller.sessions.endAll(id, null, tx);
        }
        await insertAudit(tx, caller, { action: `user.${verb}d`, subjectId: id });
      },
    };
  });
  return answer;
}

/** A link costs a mail and an SMS, and somebody who did not ask for it their patience (docs/reliability.md, R53). */
const resendLimits = [
  { times: 3, seconds: 3600 },
  { times: 10, seconds: 24 * 3600 },
];

/**
 * The registration link, or the one that proves an email, once more.
 *
 * @throws DomainError account.unknown, account.inactive, account.already-verified, access.too-many-tries
 */
export async function resendOptIn(
  caller: Caller,
  user: SignedInUser,
  id: number,
): Promise<{ sent: true }> {
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  if (row.verified) throw new DomainError("account.already-verified");
  if (!mayDo("resend", user, row)) throw new DomainError("account.inactive");
  const allowance = { key: `resend-opt-in ${id}`, limits: resendLimits };
  if (!(await takeOne(caller.db, allowance, caller.now())))
    throw new DomainError("access.too-many-tries");

  const { hasPassword } = await getEditedAccount(caller.db, id);
  const kind = hasPassword ? "confirm-email" : "registration";
  await caller.db.transaction().execute(async (tx) => {
    await queueMessage(tx, caller, `${kind}-${caller.newId()}`, { kind, userId: id });
    await insertAudit(tx, caller, { action: "user.opt-in-resent", subjectId: id });
  });
  return { sent: true };
}

export type ResentMany = {
  sent: number;
  failed: { id: number; reason: DomainErrorCode; message: string }[];
};

/** The same for several, each by itself: one who cannot be written to holds up no other. */
export async function resendToMany(
  caller: Caller,
  user: SignedInUser,
  ids: readonly number[],
): Promise<ResentMany> {
  const failed: ResentMany["failed"] = [];
  const asked = new Set(ids);
  for (const id of asked)
    try {
      await resendOptIn(caller, user, id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failed.push({ id, reason: error.code, message: error.message });
    }
  return { sent: asked.size - failed.length, failed };
}
