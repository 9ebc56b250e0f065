import type { Page } from "@portal/shared/paging.ts";
import type { MemberLevel, ShownRole } from "@portal/shared/roles.ts";
import type { ListTargets, ListUsers, UserAction } from "@portal/shared/users/user-list.ts";
import type { Caller, SignedInUser } from "../../caller.ts";

export type ListedUser = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  /** In international form. */
  cell: string | null;
  role: ShownRole;
  level: MemberLevel | null;
  active: boolean;
  verified: boolean;
  test: boolean;
  influencer: boolean;
  parentId: number | null;
  parentName: string | null;
  /** Of the member's link `/via/{code}`. */
  code: string | null;
  area: string | null;
  company: string | null;
  /** Whole percent. */
  stockistMargin: number | null;
  dateCreated: string;
  lastSeenAt: string | null;
  /** Store credit in minor units, for developers alone (specification, section 6). */
  credit: number | null;
  actions: UserAction[];
};

export type UserList = Page<ListedUser> & { counts: Record<ShownRole, number> };

/** Everything that "Edit User" shows. Percentages are whole. */
export type UserDetail = Omit<ListedUser, "credit"> & {
  altNumber: string | null;
  margin: number | null;
  distributorVersion: number;
  companyAddress: string | null;
  vatNo: string | null;
  distributorPercent: number | null;
  stockistVAT: number | null;
  addedByName: string | null;
};

/** Whom an email belongs to, for the offer to convert instead of creating. */
export type UserOfEmail = {
  id: number;
  fullName: string;
  role: ShownRole;
  canConvert: boolean;
};

export type MoveTarget = {
  id: number;
  fullName: string;
  code: string;
  level: MemberLevel;
  parentName: string | null;
};

/** An admin sees everybody, a distributor the members below and the customers that they brought. */
export async function listUsers(
  _caller: Caller,
  _user: SignedInUser,
  _input: ListUsers,
): Promise<UserList> {
  throw new Error("not built yet");
}

/** @throws DomainError account.unknown, also for somebody that this user may not see */
export async function getUser(
  _caller: Caller,
  _user: SignedInUser,
  _id: number,
): Promise<UserDetail> {
  throw new Error("not built yet");
}

export async function findUserByEmail(
  _caller: Caller,
  _user: SignedInUser,
  _email: string,
): Promise<UserOfEmail | null> {
  throw new Error("not built yet");
}

/** At most twenty members under whom somebody can be placed, by the rules of the tree. */
export async function listTargets(
  _caller: Caller,
  _user: SignedInUser,
  _input: ListTargets,
): Promise<MoveTarget[]> {
  throw new Error("not built yet");
}
