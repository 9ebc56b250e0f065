import type { InvitedRole } from "@portal/shared/people/users/user-forms.ts";
import { ownVatBps } from "@portal/shared/catalogue/vat-rates.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type ShownRole, shownRole } from "@portal/shared/platform/roles.ts";
import { type Expression, type InferResult, sql, type SqlBool } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { shownRegion } from "../../platform/db/region.queries.ts";
import { versionOf } from "../../platform/idempotency/edit-version.ts";
import { emailLookUpsBy, requireWithinLimit } from "../../platform/rate-limit/rate-limits.ts";
import { codesMeant } from "./member-code.rules.ts";
import {
  actionsOn,
  erasedEmail,
  isOffice,
  kindOf,
  mayDo,
  specifiedNames,
  type Viewer,
} from "./user.rules.ts";

/**
 * The owner of an email, for the offer to convert instead of creating. A viewer who may not see that user learns only that
 * the address is in use.
 */
export type UserOfEmail =
  | { canConvert: true; canInvite: false; id: number; fullName: string; role: ShownRole }
  | {
      canConvert: false;
      /** A customer without a parent, who can be invited by email. */
      canInvite: boolean;
      id: number | null;
      fullName: string | null;
      role: ShownRole | null;
    };

/** @throws DomainError account.unknown, also for a user that the viewer may not see */
export async function getUser(
  { readDb, shop }: Pick<Caller, "readDb" | "shop">,
  user: SignedInUser,
  id: number,
) {
  const row = await getVisibleUser(readDb, user, id);
  const [{ unitValue, vatBps }, referredBy, payoutRequests] = await Promise.all([
    shownRegion(readDb, shop.region),
    isOffice(user) ? referralOf(readDb, id) : null,
    isOffice(user) ? payoutRequestsOf(readDb, id) : null,
  ]);
  const ownVat = { bps: row.stockistVatBps, isLower: row.isStockistVatLower };
  return {
    ...userDetailFrom(row, user),
    stockistVAT: percentFrom(ownVatBps(ownVat, vatBps)),
    /** Sold through this member, in minor units at the region's unit value, as on the wallet. */
    sales: (row.units ?? 0) * unitValue,
    referredBy,
    payoutRequests,
  };
}

/** How the person came to the shop, in their own words. */
async function referralOf(db: ReadDatabase, id: number): Promise<string | null> {
  const account = await db
    .selectFrom("account")
    .select("referred_by as referredBy")
    .where("id", "=", id)
    .executeTakeFirst();
  return account?.referredBy ?? null;
}

/** The newest first, in minor units. */
function payoutRequestsOf(db: ReadDatabase, id: number) {
  return db
    .selectFrom("projection.payout_request")
    .select(["payout_id as id", "requested", "state", "requested_at as requestedAt"])
    .select("paid_on as datePaid")
    .where("user_id", "=", id)
    .orderBy("requested_at", "desc")
    .limit(100)
    .execute();
}

/** @throws DomainError access.too-many-tries */
export async function findUserByEmail(
  caller: Pick<Caller, "db" | "now" | "readDb">,
  user: SignedInUser,
  email: string,
): Promise<UserOfEmail | null> {
  // Counted first: whoever asks about many addresses would otherwise learn which of them have an account.
  if (!isOffice(user)) await requireWithinLimit(caller, emailLookUpsBy(user.id));
  const { readDb } = caller;
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
  const canInvite = !isVisible && mayConvert && isCustomerWithoutParent(row);
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

/** Without a check of visibility, for an action that the user has agreed to. @throws DomainError account.unknown */
export async function getUserRow(db: ReadDatabase, id: number): Promise<UserRow> {
  return known(await selectUsers(db).where("account.id", "=", id).executeTakeFirst());
}

/** A customer without a parent may be invited; nothing else about them is revealed to the inviter. */
export async function findInvitable(
  db: ReadDatabase,
  viewer: Viewer,
  { email, role }: Readonly<{ email: string; role: InvitedRole }>,
): Promise<{ id: number } | null> {
  const row = await selectUsers(db).where("account.email", "=", email).executeTakeFirst();
  if (!row || !isCustomerWithoutParent(row)) return null;
  return mayDo(`convert-to-${role}`, viewer, row) ? { id: row.id } : null;
}

export async function findInvitation(db: ReadDatabase, id: string) {
  const found = await db
    .selectFrom("invitation")
    .innerJoin("account as host", "host.id", "invitation.invited_by")
    .select((row) => [
      "invitation.id",
      "invitation.user_id as userId",
      "invitation.role",
      "invitation.invited_by as invitedBy",
      "invitation.parent_id as parentId",
      row
        .fn<string>("concat_ws", [row.val(" "), "host.first_name", "host.last_name"])
        .as("invitedByName"),
    ])
    .where("invitation.id", "=", id)
    .executeTakeFirst();
  return found ?? null;
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

function isCustomerWithoutParent({ role, parentId }: UserRow): boolean {
  return role === "customer" && parentId === null;
}

export type ListedUser = ReturnType<typeof listedUserFrom>;

/** Full names by user id. */
export async function namesOf(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom("account")
    .select(["id", sql<string>`first_name || ' ' || last_name`.as("fullName")])
    .where((account) => account("id", "=", account.fn.any(account.val(ids))))
    .execute();
  return new Map(rows.map(({ id, fullName }) => [id, fullName]));
}

/** A member's parent is in the network; a customer's is the member who brought them. */
const parentId = sql<
  number | null
>`case when member.user_id is null then account.parent_id else member.parent_id end`;

/** Users with their position in the network, as lists and dialogs show them. */
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
      "account.stockist_vat_lower as isStockistVatLower",
      "account.created_at as dateCreated",
      "account.added_by as addedBy",
      "account.last_seen_at as lastSeenAt",
      "member.level",
      "member.code",
      "member.margin_bps as stockistMarginBps",
      "member.distributor_bps as distributorBps",
      "wallet.credit_account as credit",
      "wallet.units",
      parentId.as("parentId"),
      sql<string | null>`parent.first_name || ' ' || parent.last_name`.as("parentName"),
      sql<string | null>`adder.first_name || ' ' || adder.last_name`.as("addedByName"),
    ]);
}

export type UserRow = InferResult<ReturnType<typeof selectUsers>>[number];

export function listedUserFrom(row: UserRow, viewer: SignedInUser) {
  return {
    ...shownTo(row, viewer),
    /** Store credit in minor units, for developers only (specification, section 6). */
    credit: viewer.developer ? (row.credit ?? 0) : null,
  };
}

/** Everything that "Edit User" shows. */
function userDetailFrom(row: UserRow, viewer: SignedInUser) {
  return {
    ...shownTo(row, viewer),
    altNumber: row.altNumber,
    margin: percentFrom(row.customerMarginBps),
    distributorVersion: row.distributorVersion,
    companyAddress: row.companyAddress,
    vatNo: row.vatNo,
    distributorPercent: percentFrom(row.distributorBps),
    addedBy: row.addedBy,
    addedByName: row.addedByName,
    school: row.school,
    /** Sent back when the user is saved. */
    version: userVersion(row),
  };
}

/** Covers everything that "Edit User" can change. */
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

function shownTo(row: UserRow, viewer: SignedInUser) {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    /** International form. */
    cell: row.cell,
    role: shownRole(row),
    level: row.level,
    active: row.active,
    verified: row.verified,
    test: row.test,
    influencer: row.influencer,
    ...kindOf(shownRole(row), row.area),
    parentId: row.parentId,
    parentName: row.parentName,
    /** Of the member's link `/via/{code}`. */
    code: row.code,
    area: row.area,
    ...specifiedNames(row),
    company: row.company,
    /** Whole percent, like all percentages of a user. */
    stockistMargin: percentFrom(row.stockistMarginBps),
    dateCreated: row.dateCreated,
    lastSeenAt: row.lastSeenAt,
    actions: actionsOn(viewer, row),
  };
}

/** Forms take whole percent (docs/decisions.md, 5); imported history may have fractions. */
function percentFrom(bps: number | null): number | null {
  return bps === null ? null : Math.round(bps / 100);
}

/**
 * A condition on the users visible to the viewer: none (null) for the office; for a distributor, the members below and the
 * customers of the distributor and of these members; for a level 3, only stockists and customers among them.
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

/** In the card provider's sandbox, no order is for real money. */
export function isLiveShop({ card }: Pick<Caller, "card">): boolean {
  return card.mode !== "sandbox";
}

/** The active member of a link's code, case-insensitive. A live shop ignores codes of test accounts. */
export async function findMemberByCode(
  { db, card }: Pick<Caller, "db" | "card">,
  text: string,
): Promise<{ userId: number; firstName: string; code: string | null } | null> {
  const codes = codesMeant(text).map((code) => code.toLowerCase());
  const row = await db
    .selectFrom("projection.member as member")
    .innerJoin("account", "account.id", "member.user_id")
    .select(["member.user_id as userId", "account.first_name as firstName", "member.code"])
    .where(sql<boolean>`lower(member.code) = any (${codes})`)
    .where("member.active", "=", true)
    .$if(isLiveShop({ card }), (members) => members.where("account.test", "=", false))
    .orderBy(sql`array_position(${codes}::text[], lower(member.code))`)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The member whose link a browser followed, for the order page. Without a name: the code has no active member any more, and
 * the buyer has no seller of their own who would be credited instead.
 */
export async function findSellerOfLink(
  caller: Pick<Caller, "db" | "card" | "user" | "viaCode">,
): Promise<{ firstName: string | null } | null> {
  const { db, user, viaCode } = caller;
  if (viaCode === null) return null;
  const member = await findMemberByCode(caller, viaCode);
  if (member) return { firstName: member.firstName };
  if (user === null) return { firstName: null };
  if (user.role === "distributor" || user.role === "stockist") return null;
  const own = await db
    .selectFrom("account")
    .select("parent_id")
    .where("id", "=", user.id)
    .executeTakeFirst();
  return own?.parent_id ? null : { firstName: null };
}

/** Those of some users who have an account that was not erased, by number. */
export async function listUnerased(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<readonly number[]> {
  const accounts = await db
    .selectFrom("account")
    .select(["id", "email"])
    .where((account) => account("id", "=", account.fn.any(account.val(ids))))
    .orderBy("id")
    .execute();
  return accounts.flatMap(({ id, email }) => (email === erasedEmail(id) ? [] : [id]));
}
