import type { DistributorLevel, ShownRole } from "@portal/shared/platform/roles.ts";
import type { SignedInUser } from "../../../session/session.tsx";

export type RoleFilter = ShownRole | "all";

/** Which people a list of users can be narrowed to, and where it starts. */
export type UserFilters = Readonly<{
  roles: readonly RoleFilter[];
  startsAt: RoleFilter;
  levels: readonly DistributorLevel[];
  canShowDeleted: boolean;
}>;

const forAdmins: UserFilters = {
  roles: ["all", "admin", "distributor", "school", "stockist", "customer"],
  startsAt: "all",
  levels: [1, 2, 3],
  canShowDeleted: true,
};

/**
 * Specification, section 6: an admin filters all roles and levels; a distributor sees stockists and
 * customers, and distributors as well if there can be some below. A level 3 starts at stockists.
 */
export function filtersOf(viewer: Pick<SignedInUser, "role" | "level">): UserFilters {
  if (viewer.role === "admin") return forAdmins;
  if (viewer.level === 3) {
    return {
      roles: ["stockist", "customer"],
      startsAt: "stockist",
      levels: [],
      canShowDeleted: false,
    };
  }
  return {
    roles: ["distributor", "stockist", "customer"],
    startsAt: "distributor",
    levels: viewer.level === 1 ? [2, 3] : [],
    canShowDeleted: false,
  };
}

/** The roles that somebody may add (specification, section 6; a level 3 adds stockists alone). */
export function addableRoles(
  viewer: Pick<SignedInUser, "role" | "level">,
): readonly ("admin" | "distributor" | "stockist")[] {
  if (viewer.role === "admin") return ["admin", "distributor", "stockist"];
  return viewer.level === 3 ? ["stockist"] : ["distributor", "stockist"];
}
