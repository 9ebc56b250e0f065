import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { EraseUser } from "@portal/shared/people/users/erase-user.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { erasePerson } from "./erase-person.actions.ts";
import { findMoneyDue, type MoneyDue } from "./money-due.queries.ts";
import { getVisibleUser } from "../../people/users/user.queries.ts";
import { mayDo } from "../../people/users/user.rules.ts";

/**
 * From the row of a deleted user. The list of the erased is completed by a job, so that a backup of before
 * forgets them too.
 *
 * @throws DomainError account.yourself, account.unknown, account.active, access.forbidden, and what `erasePerson` waits for
 */
export async function eraseUser(
  caller: Caller,
  user: SignedInUser,
  { commandId, id, credit }: EraseUser,
): Promise<{ id: number }> {
  await requireErasable(caller, user, id);
  const command = commandFrom(caller, commandId, {
    action: "users.erase",
    id,
    ...(credit && { credit }),
  });
  await erasePerson(caller, command, { userId: id, credit }, async (tx) => {
    await insertAudit(tx, caller, {
      action: "account.erased",
      subjectId: id,
      ...(credit && { details: { credit } }),
    });
    await caller.jobs.enqueue(tx, "housekeeping", {});
  });
  return { id };
}

/**
 * What erasing somebody waits for, from the database that decides.
 *
 * @throws DomainError as `eraseUser` does before it looks at money
 */
export async function getMoneyDue(
  caller: Caller,
  user: SignedInUser,
  id: number,
): Promise<MoneyDue & { currency: Currency }> {
  await requireErasable(caller, user, id);
  const db = readOnly(caller.db);
  const due = await findMoneyDue(db, id, caller.now());
  const { currency } = await db
    .selectFrom("region")
    .select("currency")
    .where("code", "=", caller.shop.region)
    .executeTakeFirstOrThrow();
  return { ...due, currency };
}

async function requireErasable(caller: Caller, user: SignedInUser, id: number): Promise<void> {
  if (id === user.id) throw new DomainError("account.yourself");
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  if (row.active) throw new DomainError("account.active");
  if (!mayDo("erase", user, row)) throw new DomainError("access.forbidden");
}
