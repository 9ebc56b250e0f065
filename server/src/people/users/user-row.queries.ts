import { type MemberLevel, type ShownRole, shownRole } from "@portal/shared/platform/roles.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { type InferResult, sql } from "kysely";
import type { SignedInUser } from "../../caller.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { actionsOn } from "./user.rules.ts";

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

export function userDetailFrom(row: UserRow, viewer: SignedInUser): UserDetail {
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
  };
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
