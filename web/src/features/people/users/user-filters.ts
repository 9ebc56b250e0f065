import type { CreateUser } from "@portal/shared/people/users/user-forms.ts";
import { userSorts } from "@portal/shared/people/users/list-sorts.ts";
import {
  type DistributorLevel,
  distributorLevels,
  type ShownRole,
  rolePlurals,
} from "@portal/shared/platform/roles.ts";
import type { ApiInputs, Ask } from "../../../api/api.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { listIn, type ListState, type Sort, sortIn } from "../../../ui/list/list-controls.tsx";

export type RoleFilter = ShownRole | "all";

export const roleTabWords: Record<RoleFilter, string> = {
  all: "All",
  ...rolePlurals,
};

/** The role and level filters of a viewer. The first role is the initial one. */
type UserFilters = Readonly<{
  roles: readonly [RoleFilter, ...RoleFilter[]];
  levels: readonly DistributorLevel[];
}>;

/**
 * Specification, section 6: an admin filters by all roles and levels; a distributor by stockists and customers, and by
 * distributors, which schools are too, if its level can have any below. A level 3 starts with stockists.
 */
export function filtersOf(viewer: Pick<SignedInUser, "role" | "level">): UserFilters {
  if (viewer.role === "admin")
    return {
      roles: ["all", "admin", "accountant", "distributor", "school", "stockist", "customer"],
      levels: [1, 2, 3],
    };
  if (viewer.level === 3) return { roles: ["stockist", "customer"], levels: [] };
  return {
    roles: ["distributor", "school", "stockist", "customer"],
    levels: viewer.level === 1 ? [2, 3] : [],
  };
}

/** The roles that a viewer may add (specification, section 6; a level 3 only stockists). */
export function addableRoles(
  viewer: Pick<SignedInUser, "role" | "level">,
): readonly CreateUser["role"][] {
  if (viewer.role === "admin") return ["admin", "accountant", "distributor", "stockist"];
  return viewer.level === 3 ? ["stockist"] : ["distributor", "stockist"];
}

export type UserSort = (typeof userSorts)[number];

export const userSorting = {
  sorts: userSorts,
  defaultSort: { by: "name", direction: "asc" },
} as const;

/** The filters in the address, without those that the viewer may not use. */
export function filterIn(
  viewer: Pick<SignedInUser, "role" | "level">,
  { param }: Pick<ListState, "param">,
) {
  const filters = filtersOf(viewer);
  const role = filters.roles.find((known) => known === param("role")) ?? filters.roles[0];
  const canHaveLevel = hasLevels(role) && filters.levels.length > 0;
  return {
    role,
    canHaveLevel,
    level: canHaveLevel ? levelOf(param("level")) : undefined,
    showDeleted: viewer.role === "admin" && param("deleted") === "1",
  };
}

/** The page of people that the address asks for. */
export function usersInput(
  list: Pick<ListState, "page" | "pageSize" | "search">,
  sort: Sort<UserSort>,
  { role, level, showDeleted }: Omit<ReturnType<typeof filterIn>, "canHaveLevel">,
) {
  return {
    page: list.page,
    pageSize: list.pageSize,
    sort: { ...sort },
    showDeleted,
    ...(role === "all" ? {} : { role }),
    ...(level === undefined ? {} : { level }),
    ...(list.search ? { search: list.search } : {}),
  } satisfies ApiInputs["users"]["list"];
}

/** The first query of the office's list of people. */
export function askForUsers(ask: Ask, params: URLSearchParams): void {
  const list = listIn(params);
  const filter = filterIn({ role: "admin", level: null }, list);
  void ask.users.list.prefetch(usersInput(list, sortIn(list, userSorting), filter));
}

function hasLevels(role: RoleFilter): boolean {
  return role === "distributor" || role === "school";
}

function levelOf(text: string | null): DistributorLevel | undefined {
  return distributorLevels.find((level) => String(level) === text);
}
