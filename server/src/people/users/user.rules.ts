import type { UpdateUser } from "@portal/shared/people/users/user-forms.ts";
import { type UserAction, userActions } from "@portal/shared/people/users/user-list.ts";
import {
  type DistributorLevel,
  isOfficeRole,
  isOfOffice,
  type MemberLevel,
  type Role,
  type ShownRole,
} from "@portal/shared/platform/roles.ts";

export type Viewer = Readonly<{ id: number; role: Role; level: DistributorLevel | null }>;

/** A user visible to the viewer. */
export type Viewed = Readonly<{
  id: number;
  email: string;
  role: Role;
  level: MemberLevel | null;
  active: boolean;
  verified: boolean;
  developer: boolean;
  code: string | null;
}>;

type Rule = (viewer: Viewer, viewed: Viewed) => boolean;

/** Specification, sections 4 and 6; docs/decisions.md, 4 and 13: a school is a distributor like any other. */
const rules: Readonly<Record<UserAction, Rule>> = {
  edit: isOffice,
  resend: (viewer, { active, verified }) => isRecruiter(viewer) && active && !verified,
  "copy-link": (viewer, { active, code }) => isRecruiter(viewer) && active && code !== null,
  "convert-to-distributor": (viewer, viewed) =>
    mayAddDistributors(viewer) && isActiveCustomer(viewed),
  "convert-to-stockist": (viewer, viewed) => isRecruiter(viewer) && isActiveCustomer(viewed),
  move: (viewer, { active, level }) => isOffice(viewer) && active && level !== null,
  uplift: (viewer, { active, level }) => isOffice(viewer) && active && level === 2,
  impersonate: (viewer, viewed) => isOffice(viewer) && viewed.active && isImpersonable(viewed),
  lock: (viewer, { id, active, role, developer }) =>
    isOffice(viewer) && active && id !== viewer.id && isOfOffice({ role, developer }),
  delete: (viewer, { id, active }) => isOffice(viewer) && active && id !== viewer.id,
  restore: (viewer, { active }) => isOffice(viewer) && !active,
  erase: (viewer, { active }) => isOffice(viewer) && !active,
};

/** The actions in the menu of a row; the server checks them with the same rules. */
export function actionsOn(viewer: Viewer, viewed: Viewed): UserAction[] {
  return userActions.filter((action) => mayDo(action, viewer, viewed));
}

export function mayDo(action: UserAction, viewer: Viewer, viewed: Viewed): boolean {
  return !isErased(viewed) && rules[action](viewer, viewed);
}

export function isOffice({ role }: Pick<Viewer, "role">): boolean {
  return role === "admin";
}

/** A level 3 adds stockists only. */
export function mayAddDistributors(viewer: Viewer): boolean {
  return isOffice(viewer) || viewer.level === 1 || viewer.level === 2;
}

/** Impersonation must not give the rights of somebody of the office or of a developer. */
export function isImpersonable({ role, developer }: Pick<Viewed, "role" | "developer">): boolean {
  return !isOfficeRole(role) && !developer;
}

function isRecruiter({ role }: Viewer): boolean {
  return role === "admin" || role === "distributor";
}

function isActiveCustomer({ role, active }: Viewed): boolean {
  return role === "customer" && active;
}

/** An erased account can be neither edited nor restored. */
function isErased({ id, email }: Viewed): boolean {
  return email === erasedEmail(id);
}

type Field = Exclude<keyof UpdateUser, "commandId" | "id" | "version">;

/** The roles that have a field (specification, section 6); a field that is not listed belongs to all. */
const rolesWith: Readonly<Partial<Record<Field, readonly Role[]>>> = {
  distributorArea: ["distributor", "stockist"],
  distributorCode: ["distributor"],
  stockistCode: ["stockist"],
  school: ["distributor"],
  influencer: ["distributor"],
  distributorVersion: ["distributor"],
  margin: ["customer"],
  stockistMargin: ["stockist"],
  distributorPercent: ["stockist"],
  stockistVAT: ["stockist"],
  companyAddress: ["stockist"],
  vatNo: ["stockist"],
};

/** Whether the update sets a field that this role does not have; empty fields do not count. */
export function asksForForeignField(role: Role, update: UpdateUser): boolean {
  const given: Readonly<Record<string, unknown>> = update;
  return Object.entries(rolesWith).some(
    ([field, roles]) => !isEmpty(given[field]) && !roles.includes(role),
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === "";
}

export function changedNames(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(after)
    .filter(([name, value]) => value !== undefined && value !== before[name])
    .map(([name]) => name);
}

/** The placeholder email of an erased account. */
export function erasedEmail(userId: number): string {
  return `erased-${userId}@erased.invalid`;
}

/** The flags of the specification's user (section 3), which follow from the role and the area. */
export function kindOf(role: ShownRole, area: string | null) {
  return {
    isDistributor: role === "distributor",
    isStockist: role === "stockist",
    isCustomer: role === "customer",
    isSchool: role === "school",
    hasArea: Boolean(area),
  };
}

type Placed = Readonly<{
  role: Role;
  parentId: number | null;
  code: string | null;
  area: string | null;
}>;

/** The parent, code and area by the names that "User update" has for them (specification, sections 3 and 7). */
export function specifiedNames({ role, parentId: parent, code, area }: Placed) {
  const isStockist = role === "stockist";
  return {
    parent,
    distributorCode: isStockist ? null : code,
    stockistCode: isStockist ? code : null,
    distributorArea: area,
  };
}
