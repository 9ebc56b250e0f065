import { Stack, Text } from "@mantine/core";
import { type ShownRole, shownRoles, roleWords } from "@portal/shared/platform/roles.ts";
import { activitySorts } from "@portal/shared/people/users/list-sorts.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { AgoText } from "../../../ui/days.tsx";
import { auditTitle } from "@portal/shared/office/audit-words.ts";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import {
  dayParam,
  given,
  type SortedListState,
  useSortedListState,
} from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { oneOfFilter, periodFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { standingWords } from "../../people/users/role-words.ts";
import { PersonName } from "../../../ui/person-name.tsx";

type Activity = ApiOutputs["reports"]["activity"]["rows"][number];
type By = (typeof activitySorts)[number];

const pageSize = 20;
const sorting = {
  sorts: activitySorts,
  defaultSort: { by: "lastSeen", direction: "desc" },
} as const;

const columns: readonly ListColumn<Activity, By>[] = [
  {
    id: "person",
    width: "rest",
    header: "Person",
    sortBy: "name",
    onPhone: "title",
    cell: (person) => (
      <>
        <PersonName id={person.id}>{person.fullName}</PersonName>{" "}
        <Text span inherit fw={400} c="dimmed">
          {person.email}
        </Text>
      </>
    ),
  },
  {
    id: "role",
    width: 132,
    header: "Role",
    onPhone: "fact",
    cell: (person) => standingWords(person),
  },
  {
    id: "lastSeen",
    width: 124,
    header: "Last seen",
    sortBy: "lastSeen",
    onPhone: "fact",
    cell: (person) =>
      person.lastSeenAt === null ? "Never" : <AgoText value={person.lastSeenAt} />,
  },
  {
    id: "device",
    width: "rest",
    header: "Device",
    onlyWide: true,
    onPhone: "fact",
    cell: (person) => person.lastDevice,
  },
  {
    id: "signIns",
    width: 96,
    header: "Sign-ins",
    sortBy: "signIns",
    align: "end",
    onPhone: "none",
    cell: (person) => <span className="tabular">{person.signIns}</span>,
  },
  {
    id: "lastAction",
    width: "rest",
    header: "Last action",
    onPhone: "fact",
    cell: ({ lastAction, lastActionAt }) =>
      lastAction === null ? null : (
        <>
          {auditTitle(lastAction)}
          {lastActionAt !== null && (
            <Text span inherit c="dimmed">
              {" "}
              <AgoText value={lastActionAt} />
            </Text>
          )}
        </>
      ),
  },
];

/** When users last signed in, with which device, and their last action. */
export function UserActivityScreen() {
  const list = useSortedListState<By>(sorting);
  const filters = filtersOf(list);
  const activity = api.reports.activity.useQuery(
    { page: list.page, pageSize, sort: { ...list.sort }, ...filters },
    { placeholderData: keepPreviousData },
  );
  const clear = () => list.change({ search: null, role: null, from: null, to: null });

  return (
    <Stack gap="sm">
      <PageHeader title="User Activity" />
      <Filters list={list} onClearAll={clear} total={activity.data?.total} />
      <DataList
        label="people"
        columns={columns}
        rowKey={(person) => String(person.id)}
        answer={activity}
        list={list}
        pageSize={pageSize}
        onClearFilters={Object.keys(filters).length > 0 ? clear : undefined}
        empty={<Empty title="No activity yet">People appear here once they have an account.</Empty>}
      />
    </Stack>
  );
}

function filtersOf(list: SortedListState<By>) {
  return given({
    role: roleParam(list),
    from: dayParam(list.param("from")),
    to: dayParam(list.param("to")),
    search: list.search,
  });
}

function roleParam(list: SortedListState<By>): ShownRole | undefined {
  return shownRoles.find((known) => known === list.param("role"));
}

function Filters(props: {
  list: SortedListState<By>;
  total: number | undefined;
  onClearAll: () => void;
}) {
  const { list } = props;
  return (
    <ListTools
      label="people"
      total={props.total}
      onClearAll={props.onClearAll}
      search={<ListSearch list={list} label="Search people" placeholder="Name or email" />}
      filters={[
        oneOfFilter({
          name: "Role",
          value: roleParam(list) ?? null,
          options: shownRoles.map((value) => ({ value, label: roleWords[value] })),
          onChange: (role) => list.change({ role }),
        }),
        periodFilter({
          from: dayParam(list.param("from")),
          to: dayParam(list.param("to")),
          onChange: list.change,
        }),
      ]}
    />
  );
}
