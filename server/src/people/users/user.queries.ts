import type { InvitedRole } from "@portal/shared/people/users/user-forms.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type MemberLevel, type ShownRole, shownRole } from "@portal/shared/platform/roles.ts";
import { type Expression, type InferResult, sql, type SqlBool } from "kysely";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import { versionOf } from "../../platform/idempotency/edit-version.ts";
import { actionsOn, isOffice, mayDo, type Viewer } from "./user.rules.ts";

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

/** Everything that "Edit User" shows. Percentages are whole. */
type UserDetail = Omit<ListedUser, "credit"> & {
  altNumber: string | null;
  margin: number | null;
  distributorVersion: number;
  companyAddress: string | null;
  vatNo: string | null;
  distributorPercent: number | null;
  stockistVAT: number | null;
  addedByName: string | null;
  /** To be sent back when it is saved. */
  version: string;
};

/** A member's parent is in the network; a customer's is the member who brought them. */
const parentId = sql<
  number | null
>`case when member.user_id is null then account.parent_id else member.parent_id end`;

/** People with their place in the network, and what a list or a dialog shows of them. */
export function selectUsers(db: ReadDatabase) {
  return db
    .selectFrom("account")
    .leftJoin("projection.member as member", "member.user_id", "account.id")
    .leftJoin("account as parent", (join) => join.on("parent.id", "=", parentId))
    .leftJoin("account as adder", "adder.id", "account.added_by")
    .leftJoin("projection.wallet as wallet", "wallet.user_id", "account.id")
    .select([
      "account.id",
      "account.first_name as firstName",
      "account.last_name as lastName",
      "account.email",
      "account.cell",
      "account.alt_number as altNumber",
      "account.role",
      "account.school",
      "account.developer",
      "account.active",
      "account.verified",
      "account.test",
      "account.influencer",
      "account.distributor_version as distributorVersion",
      "account.area",
      "account.company",
      "account.company_address as companyAddress",
      "account.vat_no as vatNo",
      "account.margin_bps as customerMarginBps",
      "account.stockist_vat_bps as stockistVatBps",
      "account.created_at as dateCreated",
      "account.last_seen_at as lastSeenAt",
      "member.level",
      "member.code",
      "member.margin_bps as stockistMarginBps",
      "member.distributor_bps as distributorBps",
      "wallet.credit_account as credit",
      parentId.as("parentId"),
      sql<string | null>`parent.first_name || ' ' || parent.last_name`.as("parentName"),
      sql<string | null>`adder.first_name || ' ' || adder.last_name`.as("addedByName"),
    ]);
}

export type UserRow = InferResult<ReturnType<typeof selectUsers>>[number];

export function listedUserFrom(row: UserRow, viewer: SignedInUser): ListedUser {
  return { ...shownTo(row, viewer), credit: viewer.developer ? (row.credit ?? 0) : null };
}

function userDetailFrom(row: UserRow, viewer: SignedInUser): UserDetail {
  return {
    ...shownTo(row, viewer),
    altNumber: row.altNumber,
    margin: percentFrom(row.customerMarginBps),
    distributorVersion: row.distributorVersion,
    companyAddress: row.companyAddress,
    vatNo: row.vatNo,
    distributorPercent: percentFrom(row.distributorBps),
    stockistVAT: percentFrom(row.stockistVatBps),
    addedByName: row.addedByName,
    version: userVersion(row),
  };
}

/** Of everything that "Edit User" can change. */
export function userVersion(row: UserRow): string {
  return versionOf({
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    cell: row.cell,
    altNumber: row.altNumber,
    company: row.company,
    area: row.area,
    code: row.code,
    school: row.school,
    influencer: row.influencer,
    distributorVersion: row.distributorVersion,
    test: row.test,
    customerMarginBps: row.customerMarginBps,
    stockistMarginBps: row.stockistMarginBps,
    distributorBps: row.distributorBps,
    stockistVatBps: row.stockistVatBps,
    companyAddress: row.companyAddress,
    vatNo: row.vatNo,
  });
}

function shownTo(row: UserRow, viewer: SignedInUser): Omit<ListedUser, "credit"> {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    cell: row.cell,
    role: shownRole(row),
    level: row.level,
    active: row.active,
    verified: row.verified,
    test: row.test,
    influencer: row.influencer,
    parentId: row.parentId,
    parentName: row.parentName,
    code: row.code,
    area: row.area,
    company: row.company,
    stockistMargin: percentFrom(row.stockistMarginBps),
    dateCreated: row.dateCreated,
    lastSeenAt: row.lastSeenAt,
    actions: actionsOn(viewer, row),
  };
}

/** Forms take whole percent (docs/decisions.md, 5); an imported history may bring what lies between. */
function percentFrom(bps: number | null): number | null {
  return bps === null ? null : Math.round(bps / 100);
}

/**
 * Whom this user may see: the office everybody; a distributor the members below, and the customers
 * whom they or those members brought; a level 3 stockists and customers only. Null for no limit.
 */
export function scopeOf(viewer: Viewer): Expression<SqlBool> | null {
  if (isOffice(viewer)) return null;
  const below = sql`
    select descendant_id from projection.member_path where ancestor_id = ${viewer.id} and depth > 0
    union all
    select brought.id from account brought
    join projection.member_path seller
      on seller.descendant_id = brought.parent_id and seller.ancestor_id = ${viewer.id}
    where brought.role = 'customer'`;
  return viewer.level === 3
    ? sql<SqlBool>`account.role in ('stockist', 'customer') and account.id in (${below})`
    : sql<SqlBool>`account.id in (${below})`;
}

/** Whether this installation takes orders for real; in the provider's sandbox all of them are play. */
export function isLiveShop({ card }: Pick<Caller, "card">): boolean {
  return card.mode !== "sandbox";
}

/** The active member behind a link's code; capitals do not matter. A live shop does not know the code of a test account. */
export async function findMemberByCode(
  { db, card }: Pick<Caller, "card"> & Readonly<{ db: Database | Tx }>,
  code: string,
): Promise<{ userId: number; firstName: string } | null> {
  const row = await db
    .selectFrom("projection.member as member")
    .innerJoin("account", "account.id", "member.user_id")
    .select(["member.user_id as userId", "account.first_name as firstName"])
    .where(sql<string>`lower(member.code)`, "=", code.toLowerCase())
    .where("member.active", "=", true)
    .$if(isLiveShop({ card }), (members) => members.where("account.test", "=", false))
    .executeTakeFirst();
  return row ?? null;
}
