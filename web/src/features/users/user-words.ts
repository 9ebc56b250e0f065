import type { MemberLevel, ShownRole } from "@portal/shared/roles.ts";
import type { RoleFilter } from "./user-filters.ts";

export const roleWords = {
  admin: "Admin",
  distributor: "Distributor",
  school: "School",
  stockist: "Stockist",
  customer: "Customer",
} as const satisfies Record<ShownRole, string>;

export const roleTabWords: Record<RoleFilter, string> = {
  all: "All",
  admin: "Admins",
  distributor: "Distributors",
  school: "Schools",
  stockist: "Stockists",
  customer: "Customers",
};

/** What a level is called; stockists count as level 4 and are called by their name. */
export function levelWords(level: MemberLevel): string {
  return level === 4 ? "Stockist" : `Level ${level}`;
}

type Named = Readonly<{ firstName: string; lastName: string }> | Readonly<{ fullName: string }>;

/** Who is converted, wherever that was asked for: in the list, or while adding somebody. */
export type Convertible = Readonly<{ id: number }> & Named;

export function nameOf(person: Named): string {
  return "fullName" in person ? person.fullName : `${person.firstName} ${person.lastName}`.trim();
}
