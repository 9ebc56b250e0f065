import { distributorLevels, type DistributorLevel } from "@portal/shared/platform/roles.ts";
import { userSorts } from "@portal/shared/people/users/list-sorts.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { useListState } from "../../../ui/list/use-list-state.ts";
import type { UserSort } from "./user-columns.tsx";
import type { RoleFilter, UserFilters } from "./user-filters.ts";

export const pageSize = 20;
const sorting = { sorts: userSorts, defaultSort: { by: "name", direction: "asc" } } as const;

/**
 * A list of users as the address says it: `search`, `sort`, `page`, `role`, `level` and `deleted`.
 * What the address names and the viewer may not filter by is left out.
 */
export function useUserList(filters: UserFilters) {
  const list = useListState<UserSort>(sorting);
  const role = filters.roles.find((known) => known === list.param("role")) ?? filters.startsAt;
  const canHaveLevel = hasLevels(role) && filters.levels.length > 0;
  const level = canHaveLevel ? levelOf(list.param("level")) : undefined;
  const showDeleted = filters.canShowDeleted && list.param("deleted") === "1";

  const users = api.users.list.useQuery(
    {
      page: list.page,
      pageSize,
      sort: { ...list.sort },
      showDeleted,
      ...(role === "all" ? {} : { role }),
      ...(level === undefined ? {} : { level }),
      ...(list.search ? { search: list.search } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = list.search !== "" || level !== undefined || showDeleted;
  return { list, users, role, level, canHaveLevel, showDeleted, isFiltered };
}

function hasLevels(role: RoleFilter): boolean {
  return role === "distributor" || role === "school";
}

function levelOf(text: string | null): DistributorLevel | undefined {
  return distributorLevels.find((level) => String(level) === text);
}
