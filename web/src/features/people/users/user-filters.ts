import type { DistributorLevel, ShownRole } from "@portal/shared/platform/roles.ts";
import type { SignedInUser } from "../../../session/session.tsx";

export type RoleFilter = ShownRole | "all";

export const roleTabWords: Record<RoleFilter, string> = {
  all: "All",
  admin: "Admins",
  distributor: "Distributors",
  school: "Schools",
  stockist: "Stockists",
  customer: "Customers",
};

/** The role and level filters of a viewer. The first role is the initial one. */
type UserFilters = Readonly<{
  roles: readonly [RoleFilter, ...RoleFilter[]];
  levels: readonly DistributorLevel[];
}>;

/**
 * Specification, section 6: an admin filters by all roles and levels; a distributor by stockists and customers, and by
 * distributors if its level can have any below. A level 3 starts with stockists.
 */
export function filtersOf(viewer: Pick<SignedInUser, "role" | "level">): UserFilters {
  if (viewer.role === "admin")
    return {
      roles: ["all", "admin", "distributor", "school", "stockist", "customer"],
      levels: [1, 2, 3],
    };
  if (viewer.level === 3) return { roles: ["stockist", "customer"], levels: [] };
  return {
    roles: ["distributor", "stockist", "customer"],
    levels: viewer.level === 1 ? [2, 3] : [],
  };
}

/** The roles that a viewer may add (specification, section 6; a level 3 only stockists). */
export function addableRoles(
  viewer: Pick<SignedInUser, "role" | "level">,
): readonly ("admin" | "distributor" | "stockist")[] {
  if (viewer.role === "admin") return ["admin", "distributor", "stockist"];
  return viewer.level === 3 ? ["stockist"] : ["distributor", "stockist"];
}
