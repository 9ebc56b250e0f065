import type { RoleFilter } from "./user-filters.ts";

export const roleTabWords: Record<RoleFilter, string> = {
  all: "All",
  admin: "Admins",
  distributor: "Distributors",
  school: "Schools",
  stockist: "Stockists",
  customer: "Customers",
};

type Named = Readonly<{ firstName: string; lastName: string }> | Readonly<{ fullName: string }>;

/** Who is converted, wherever that was asked for: in the list, or while adding somebody. */
export type Convertible = Readonly<{ id: number }> & Named;

export function nameOf(person: Named): string {
  return "fullName" in person ? person.fullName : `${person.firstName} ${person.lastName}`.trim();
}
