import type { UpdateUser } from "@portal/shared/people/users/user-forms.ts";
import { type UserAction, userActions } from "@portal/shared/people/users/user-list.ts";
import type { DistributorLevel, MemberLevel, Role } from "@portal/shared/platform/roles.ts";

/** Who looks at the list of users. */
export type Viewer = Readonly<{ id: number; role: Role; level: DistributorLevel | null }>;

/** A row of it, which the viewer may see. */
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
  delete: (viewer, { id, active }) => isOffice(viewer) && active && id !== viewer.id,
  restore: (viewer, { active }) => isOffice(viewer) && !active,
  erase: (viewer, { active }) => isOffice(viewer) && !active,
};

/** What the viewer may do with somebody; the menu of the row, and what the actions hold to. */
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

/** Nobody becomes the office, or somebody who may change more than the office, by the way. */
export function isImpersonable({ role, developer }: Pick<Viewed, "role" | "developer">): boolean {
  return role !== "admin" && !developer;
}

function isRecruiter({ role }: Viewer): boolean {
  return role === "admin" || role === "distributor";
}

function isActiveCustomer({ role, active }: Viewed): boolean {
  return role === "customer" && active;
}

/** Nothing is left of them that could be edited, and nobody whom it could be given back to. */
function isErased({ id, email }: Viewed): boolean {
  return email === erasedEmail(id);
}

type Field = Exclude<keyof UpdateUser, "commandId" | "id" | "version">;

/** Whose they are (specification, section 6); a field that stands here is not everybody's. */
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

/** Whether something is asked for that nobody of this role has; a box that stays empty asks for nothing. */
export function asksForForeignField(role: Role, asked: UpdateUser): boolean {
  const given: Readonly<Record<string, unknown>> = asked;
  return Object.entries(rolesWith).some(
    ([field, roles]) => !isEmpty(given[field]) && !roles.includes(role),
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === "";
}

/** The names of what is asked to be other than it is. */
export function changedNames(
  before: Readonly<Record<string, unknown>>,
  asked: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(asked)
    .filter(([name, value]) => value !== undefined && value !== before[name])
    .map(([name]) => name);
}

/** Nobody's address: what an erased account is called. */
export function erasedEmail(userId: number): string {
  return `erased-${userId}@erased.invalid`;
}
