import { DomainError } from "@portal/shared/domain-error.ts";
import type { ChangeUser } from "@portal/shared/users/user-forms.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { readOnly } from "../../db/database.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { erasePerson } from "../erasure/erase-person.actions.ts";
import { getVisibleUser } from "./user.queries.ts";
import { mayDo } from "./user.rules.ts";

/**
 * From the row of a deleted user. The list of the erased is completed by a job, so that a backup of before
 * forgets them too.
 *
 * @throws DomainError account.yourself, account.unknown, account.active, access.forbidden, account.open-payout, account.money-due
 */
export async function eraseUser(
  caller: Caller,
  user: SignedInUser,
  { commandId, id }: ChangeUser,
): Promise<{ id: number }> {
  if (id === user.id) throw new DomainError("account.yourself");
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  if (row.active) throw new DomainError("account.active");
  if (!mayDo("erase", user, row)) throw new DomainError("access.forbidden");
  const command = commandFrom(caller, commandId, { action: "users.erase", id });
  await erasePerson(caller, command, id, async (tx) => {
    await insertAudit(tx, caller, { action: "account.erased", subjectId: id });
    await caller.jobs.enqueue(tx, "housekeeping", {});
  });
  return { id };
}
