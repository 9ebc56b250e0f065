/**
 * Roles of the specification, section 6, and the accountant, who reads all of money and changes nothing (docs/decisions.md, 84).
 * A school is a distributor with the school flag (docs/decisions.md, 13).
 */
export const roles = ["admin", "accountant", "distributor", "stockist", "customer"] as const;
export type Role = (typeof roles)[number];

/** In answers and filters, a distributor with the school flag is a school. */
export const shownRoles = [...roles, "school"] as const;
export type ShownRole = (typeof shownRoles)[number];

/** The same on screens and in files. */
export const roleWords = {
  admin: "Admin",
  accountant: "Accountant",
  distributor: "Distributor",
  school: "School",
  stockist: "Stockist",
  customer: "Customer",
} as const satisfies Record<ShownRole, string>;

/** Those who have it, as a list or a filter names them. */
export const rolePlurals = {
  admin: "Admins",
  accountant: "Accountants",
  distributor: "Distributors",
  school: "Schools",
  stockist: "Stockists",
  customer: "Customers",
} as const satisfies Record<ShownRole, string>;

export const distributorLevels = [1, 2, 3] as const;
export type DistributorLevel = (typeof distributorLevels)[number];

/** Stockists count as level 4 in totals (specification, section 9). */
export const stockistLevel = 4;
export type MemberLevel = DistributorLevel | typeof stockistLevel;

export function shownRole(user: Readonly<{ role: Role; school: boolean }>): ShownRole {
  return user.role === "distributor" && user.school ? "school" : user.role;
}

/** Roles that are given and taken by a decision of two admins, and never changed for another role. */
export const officeRoles = ["admin", "accountant"] as const;
export type OfficeRole = (typeof officeRoles)[number];

export function isOfficeRole(role: Role): role is OfficeRole {
  return role === "admin" || role === "accountant";
}

/** Roles of the office, and developers of any role: they sign in with a second factor. */
export function isOfOffice({
  role,
  developer,
}: Readonly<{ role: Role; developer: boolean }>): boolean {
  return isOfficeRole(role) || developer;
}
