import { NativeSelect, Stack } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, Suspense, useMemo } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { personPath } from "../../../session/paths.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import { idParam, useSortedListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import type { Choice } from "../../../ui/list/list-choice.tsx";
import { type ListFilter, oneOfFilter, switchFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools, useShownColumns } from "../../../ui/list/list-tools.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { AddUserButton } from "./add-user-button.tsx";
import { ChosenUsers } from "./chosen-users.tsx";
import { useUserActions } from "./user-actions.ts";
import { UserActionDialog } from "./user-dialogs.ts";
import { UserSheet } from "./user-sheet.tsx";
import { type ListedUser, userColumns } from "./user-columns.tsx";
import {
  filterIn,
  filtersOf,
  type RoleFilter,
  roleTabWords,
  type UserSort,
  userSorting,
  usersInput,
} from "./user-filters.ts";
import { nameOf } from "./user-words.ts";

/** The people that a viewer may see, as part of another screen, with a button that adds one. */
export function UserList(props: { viewer: SignedInUser }) {
  const state = useUserList(props.viewer);
  return (
    <People viewer={props.viewer} state={state}>
      <AddUserButton viewer={props.viewer} />
    </People>
  );
}

/**
 * The list of people with their actions. Its state is in the URL, under the names that `useUserList` reads.
 *
 * @param props.viewer determines the filters and columns (specification, section 6)
 * @param props.choice for viewers with actions on several people
 */
export function People(
  props: ListProps & { choice?: Choice<ListedUser> | undefined; children?: ReactNode },
) {
  const { viewer, state, choice } = props;
  const { cell } = useRegionWords();
  const isPhone = useIsPhone();
  const { list, users } = state;
  const { act, acting, stop, failure, fail } = useUserActions();
  const catalogue = api.catalog.products.useQuery(undefined, { enabled: viewer.developer });
  const creditIn = viewer.developer ? (catalogue.data?.currency ?? null) : null;
  const columns = useMemo(() => userColumns(act, { creditIn, cell }), [act, creditIn, cell]);
  const shown = useShownColumns(columns);
  const opened = useOpened(idParam(list.param("user")), users.data?.rows);
  return (
    <Stack gap="sm">
      <RoleTabs viewer={viewer} state={state} />
      <ListTools
        label="users"
        search={
          <ListSearch
            list={list}
            label="Search users"
            placeholder={`Name, email, ${cell.toLowerCase()}, code or ID`}
          />
        }
        filters={isPhone ? [...filtersIn(props), sortFilter(list)] : filtersIn(props)}
        onClearAll={() => list.change(isPhone ? { ...noFilters, sort: null } : noFilters)}
        columns={shown}
        // A capped count is not the total.
        total={users.data?.isCapped ? undefined : users.data?.total}
      >
        {!isPhone && <SortChoice list={list} />}
        {props.children}
      </ListTools>
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      <DataList
        label="users"
        columns={shown.shown}
        choice={choice}
        rowKey={keyOf}
        rowName={nameOf}
        hrefOf={(user) => list.hrefWith({ user: String(user.id) })}
        answer={users}
        list={list}
        onClearFilters={state.isFiltered ? () => list.change(noFilters) : undefined}
        empty={<EmptyList role={state.role} />}
      />
      {choice && <ChosenUsers choice={choice} sort={list.sort} onFailure={fail} />}
      {opened && (
        <UserSheet
          key={opened.id}
          user={opened}
          currency={creditIn}
          pagePath={viewer.role === "admin" ? personPath(opened.id) : null}
          onAction={(action) => act(opened, action)}
          onClose={() => list.openAs("user", null)}
        />
      )}
      <Suspense fallback={null}>
        {acting && <UserActionDialog {...acting} viewer={viewer} onClose={stop} />}
      </Suspense>
    </Stack>
  );
}

/** The person in the URL: a row of the current page, or else fetched by id. */
function useOpened(id: number | null, rows: readonly ListedUser[] | undefined) {
  const known = rows?.find((row) => row.id === id);
  const fetched = api.users.list.useQuery(
    { page: 1, pageSize: 1, id: id ?? 1 },
    { enabled: id !== null && rows !== undefined && known === undefined },
  );
  return known ?? fetched.data?.rows.find((row) => row.id === id);
}

const keyOf = ({ id }: ListedUser) => String(id);

/** The workbook of the whole filtered list. */
export function fileAddress({
  list,
  role,
  level,
  showDeleted,
}: ReturnType<typeof useUserList>): string {
  const query = new URLSearchParams({
    ...(role !== "all" && { role }),
    ...(level !== undefined && { level: String(level) }),
    ...(list.search !== "" && { search: list.search }),
    ...(showDeleted && { showDeleted: "true" }),
    sort: list.sort.by,
    direction: list.sort.direction,
  });
  return `/office/users.xlsx?${query.toString()}`;
}

type ListProps = { viewer: SignedInUser; state: ReturnType<typeof useUserList> };

function RoleTabs(props: ListProps) {
  const { list, users, role } = props.state;
  return (
    <ListViews<RoleFilter>
      label="Role"
      chosen={role}
      views={filtersOf(props.viewer).roles.map((value) => ({
        value,
        label: roleTabWords[value],
        ...countOf(value, users.data),
      }))}
      onChosen={(value) => list.change({ role: value, level: null })}
      saved={{ list: "users", owner: props.viewer.id }}
    />
  );
}

const sortWords = [
  { value: "name-asc", label: "Name, A to Z" },
  { value: "name-desc", label: "Name, Z to A" },
  { value: "email-asc", label: "Email, A to Z" },
  { value: "id-asc", label: "ID, lowest first" },
  { value: "id-desc", label: "ID, highest first" },
  { value: "created-desc", label: "Newest first" },
  { value: "created-asc", label: "Oldest first" },
  { value: "lastSeen-desc", label: "Most recently seen" },
  { value: "lastSeen-asc", label: "Least recently seen" },
];

function filtersIn({ viewer, state }: ListProps): readonly ListFilter[] {
  const { list, level, canHaveLevel, showDeleted } = state;
  const { levels } = filtersOf(viewer);
  const byLevel = oneOfFilter({
    name: "Level",
    value: level === undefined ? null : String(level),
    options: levels.map((known) => ({ value: String(known), label: `Level ${known}` })),
    onChange: (chosen) => list.change({ level: chosen }),
  });
  const deleted = switchFilter({
    name: "Show deleted",
    isOn: showDeleted,
    onChange: (isOn) => list.change({ deleted: isOn ? "1" : null }),
  });
  return [...(canHaveLevel ? [byLevel] : []), ...(viewer.role === "admin" ? [deleted] : [])];
}

type List = ListProps["state"]["list"];

function sortsOf({ sort }: List) {
  const value = `${sort.by}-${sort.direction}`;
  const options = sortWords.some((known) => known.value === value)
    ? sortWords
    : [...sortWords, { value, label: "Email, Z to A" }];
  return { value, options };
}

/** For phones, which have no column headers to sort by and no room beside the search. */
function sortFilter(list: List): ListFilter {
  const { value, options } = sortsOf(list);
  return oneOfFilter({
    name: "Sort",
    value: list.param("sort") === null ? null : value,
    options,
    onChange: (sort) => list.change({ sort }),
  });
}

function SortChoice({ list }: { list: List }) {
  const { value, options } = sortsOf(list);
  return (
    <NativeSelect
      aria-label="Sort"
      value={value}
      data={options}
      onChange={(event) => list.change({ sort: event.currentTarget.value })}
    />
  );
}

function EmptyList(props: { role: RoleFilter }) {
  const who = props.role === "all" ? "users" : roleTabWords[props.role].toLowerCase();
  return (
    <Empty title={`No ${who} yet`}>
      <p>
        {props.role === "customer"
          ? "Customers appear here when they register."
          : "People you add appear here."}
      </p>
    </Empty>
  );
}

type Counted = Pick<ApiOutputs["users"]["list"], "counts" | "cappedRoles">;

/** Of all roles together, no more than what one role is counted to. */
function countOf(role: RoleFilter, counted: Counted | undefined) {
  if (!counted) return {};
  const { counts, cappedRoles } = counted;
  if (role !== "all") return { count: counts[role], isCapped: cappedRoles.includes(role) };
  const [capped] = cappedRoles;
  if (capped !== undefined) return { count: counts[capped], isCapped: true };
  return { count: Object.values(counts).reduce((sum, count) => sum + count, 0), isCapped: false };
}

const noFilters = { search: null, level: null, deleted: null };

/**
 * The list of users as the URL has it: `search`, `sort`, `page`, `role`, `level` and `deleted`. Filters that the viewer
 * may not use are ignored.
 */
export function useUserList(viewer: SignedInUser) {
  const list = useSortedListState<UserSort>(userSorting);
  const filter = filterIn(viewer, list);
  const { level, showDeleted } = filter;
  const users = api.users.list.useQuery(usersInput(list, list.sort, filter), {
    placeholderData: keepPreviousData,
  });
  const isFiltered = list.search !== "" || level !== undefined || showDeleted;
  return { list, users, ...filter, isFiltered };
}
