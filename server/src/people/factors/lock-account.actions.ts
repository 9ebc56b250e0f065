import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { isOfOffice } from "@portal/shared/platform/roles.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { endProposalsOf } from "../../platform/proposals/propose.actions.ts";
import { lockAccount } from "../accounts/account.store.ts";
import { endSentSecrets } from "../accounts/contact-change.ts";
import { getEditedAccount, lockOfficeAccount } from "../users/user-account.store.ts";
import { tellOfLock } from "./admin-notices.actions.ts";

/**
 * Stops another admin at once: every session ends, and none begins until its owner comes back by a mailed link with
 * password and second factor. What the admin proposed and is not carried out ends; nothing else of the account changes.
 *
 * @throws DomainError account.yourself, account.unknown, account.not-of-office, account.locked
 */
export async function lockOther(
  caller: Caller,
  admin: SignedInUser,
  id: number,
): Promise<{ locked: true }> {
  if (id === admin.id) throw new DomainError("account.yourself");
  if (!isOfOffice(await getEditedAccount(caller.db, id)))
    throw new DomainError("account.not-of-office");
  await caller.db.transaction().execute(async (tx) => {
    await lockAccount(tx, id);
    if (!(await lockOfficeAccount(tx, id, caller.now()))) throw new DomainError("account.locked");
    await caller.sessions.endAll(id, null, tx);
    await endSentSecrets(tx, id, caller.now());
    await endProposalsOf(tx, caller, id);
    await insertAudit(tx, caller, { action: "user.locked", subjectId: id });
    await tellOfLock(tx, caller, { adminId: id, byId: admin.id });
  });
  return { locked: true };
}
