import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type ShownRole, shownRole } from "@portal/shared/platform/roles.ts";
import type { InvitedRole } from "@portal/shared/people/users/invitations.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { selectUsers, type UserDetail, userDetailFrom, type UserRow } from "./user-row.queries.ts";
import { scopeOf } from "./user-scope.queries.ts";
import { isOffice, mayDo, type Viewer } from "./user.rules.ts";

/**
 * Whom an email belongs to, for the offer to convert instead of creating. Whoever may not see that
 * person is told that the address is in use, and nothing of who it is.
 */
export type UserOfEmail =
  | { canConvert: true; canInvite: false; id: number; fullName: string; role: ShownRole }
  | {
      canConvert: false;
      /** A customer of nobody, who can be asked by mail. */
      canInvite: boolean;
      id: number | null;
      fullName: string | null;
      role: ShownRole | null;
    };

/** @throws DomainError account.unknown, also for somebody that this user may not see */
export async function getUser(
  { readDb }: Pick<Caller, "readDb">,
  user: SignedInUser,
  id: number,
): Promise<UserDetail> {
  return userDetailFrom(await getVisibleUser(readDb, user, id), user);
}

export async function findUserByEmail(
  { readDb }: Pick<Caller, "readDb">,
  user: SignedInUser,
  email: string,
): Promise<UserOfEmail | null> {
  const row = await selectUsers(readDb).where("account.email", "=", email).executeTakeFirst();
  if (!row) return null;
  const person = {
    id: row.id,
    fullName: `${row.firstName} ${row.lastName}`,
    role: shownRole(row),
  };
  const isVisible = (await findVisibleUser(readDb, user, row.id)) !== undefined;
  const mayConvert = mayDo("convert-to-stockist", user, row);
  if (isVisible && mayConvert) return { canConvert: true, canInvite: false, ...person };
  if (isOffice(user)) return { canConvert: false, canInvite: false, ...person };
  const canInvite = !isVisible && mayConvert && isCustomerOfNobody(row);
  return { canConvert: false, canInvite, id: null, fullName: null, role: null };
}

/** @throws DomainError account.unknown */
export async function getVisibleUser(
  db: ReadDatabase,
  viewer: Viewer,
  id: number,
): Promise<UserRow> {
  return known(await findVisibleUser(db, viewer, id));
}

/** Whoever it is, for what the person agreed to. @throws DomainError account.unknown */
export async function getUserRow(db: ReadDatabase, id: number): Promise<UserRow> {
  return known(await selectUsers(db).where("account.id", "=", id).executeTakeFirst());
}

/** A customer of nobody may be asked to join; whom they are asked by sees no more than that. */
export async function findInvitable(
  db: ReadDatabase,
  viewer: Viewer,
  { email, role }: Readonly<{ email: string; role: InvitedRole }>,
): Promise<{ id: number } | null> {
  const row = await selectUsers(db).where("account.email", "=", email).executeTakeFirst();
  if (!row || !isCustomerOfNobody(row)) return null;
  return mayDo(`convert-to-${role}`, viewer, row) ? { id: row.id } : null;
}

async function findVisibleUser(
  db: ReadDatabase,
  viewer: Viewer,
  id: number,
): Promise<UserRow | undefined> {
  const scope = scopeOf(viewer);
  const found = selectUsers(db).where("account.id", "=", id);
  return (scope ? found.where(scope) : found).executeTakeFirst();
}

function known(row: UserRow | undefined): UserRow {
  if (!row) throw new DomainError("account.unknown");
  return row;
}

function isCustomerOfNobody({ role, parentId }: UserRow): boolean {
  return role === "customer" && parentId === null;
}
