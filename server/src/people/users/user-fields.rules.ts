import type { Role } from "@portal/shared/platform/roles.ts";
import type { UpdateUser } from "@portal/shared/people/users/user-forms.ts";

type Field = Exclude<keyof UpdateUser, "commandId" | "id">;

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
