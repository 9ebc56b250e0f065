import { DomainError } from "@portal/shared/domain-error.ts";
import { type ShownRole, shownRole } from "@portal/shared/roles.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { ReadDatabase } from "../../db/database.ts";
import { selectUsers, type UserDetail, userDetailFrom, type UserRow } from "./user-row.queries.ts";
import { scopeOf } from "./user-scope.queries.ts";
import { isOffice, mayDo, type Viewer } from "./user.rules.ts";

/**
 * Whom an email belongs to, for the offer to convert instead of creating. Whoever may not see that
 * person is told that the address is in use, and nothing of who it is.
 */
export type UserOfEmail =
  | { canConvert: true; id: number; fullName: string; role: ShownRole }
  | { canConvert: false; id: number | null; fullName: string | null; role: ShownRole | null };

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
  if (await isConvertibleBy(readDb, user, row)) return { canConvert: true, ...person };
  return isOffice(user)
    ? { canConvert: false, ...person }
    : { canConvert: false, id: null, fullName: null, role: null };
}

/** @throws DomainError account.unknown */
export async function getVisibleUser(
  db: ReadDatabase,
  viewer: Viewer,
  id: number,
): Promise<UserRow> {
  return known(await findVisibleUser(db, viewer, id));
}

/** A customer of nobody is anybody's to bring in, though nobody's list shows them. */
export async function getConvertibleUser(
  db: ReadDatabase,
  viewer: Viewer,
  id: number,
): Promise<UserRow> {
  const row = await selectUsers(db).where("account.id", "=", id).executeTakeFirst();
  if (row && isCustomerOfNobody(row)) return row;
  return getVisibleUser(db, viewer, id);
}

async function isConvertibleBy(db: ReadDatabase, viewer: Viewer, row: UserRow): Promise<boolean> {
  if (!mayDo("convert-to-stockist", viewer, row)) return false;
  return isCustomerOfNobody(row) || (await findVisibleUser(db, viewer, row.id)) !== undefined;
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
