import { Stack, Text } from "@mantine/core";
import {
  auditTitle,
  auditWords,
  detailWords,
  targetWords,
} from "@portal/shared/office/audit-words.ts";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { officeTimeZone } from "../../../office-time-zone.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import {
  dayParam,
  given,
  idParam,
  type ListState,
  useListState,
} from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { oneOfFilter, periodFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { usePersonFilter } from "../../../ui/list/person-filter.tsx";
import { fileAction, PageHeader } from "../../../ui/page-header.tsx";
import { PersonName } from "../../../ui/person-name.tsx";

const noFilter = {
  search: null,
  actor: null,
  subject: null,
  action: null,
  from: null,
  to: null,
};

/** The audit log: all actions of the office, and all that concern an account. */
export function AuditScreen() {
  const list = useListState();
  const filters = filtersOf(list);
  const entries = api.audit.list.useQuery(
    { page: list.page, pageSize: list.pageSize, ...filters },
    { placeholderData: keepPreviousData },
  );

  return (
    <Stack gap="sm">
      <PageHeader title="Audit log" actions={fileAction(fileAddress(filters))} />
      <Filters
        list={list}
        actions={entries.data?.actions ?? []}
        total={entries.data?.isCapped ? undefined : entries.data?.total}
      />
      <DataList
        label="entries"
        columns={auditColumns}
        rowKey={(entry) => String(entry.id)}
        answer={entries}
        list={list}
        onClearFilters={Object.keys(filters).length > 0 ? () => list.change(noFilter) : undefined}
        empty={
          <Empty title="No entries yet">
            <p>Actions by office staff are recorded here.</p>
          </Empty>
        }
      />
    </Stack>
  );
}

/** The filters in the address; invalid ids and days are ignored. */
function filtersOf(list: ListState) {
  return given({
    search: list.search === "" ? undefined : list.search,
    actorId: idParam(list.param("actor")),
    subjectId: idParam(list.param("subject")),
    action: list.param("action"),
    from: dayParam(list.param("from")),
    to: dayParam(list.param("to")),
  });
}

/** The download of the listed entries. */
function fileAddress(filters: ReturnType<typeof filtersOf>): string {
  const query = new URLSearchParams(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  );
  return `/office/audit.xlsx?${query.toString()}`;
}

function Filters(props: {
  list: ListState;
  actions: readonly string[];
  total: number | undefined;
}) {
  const { list } = props;
  const chosen = list.param("action");
  const actions = [...new Set([...props.actions, ...(chosen ? [chosen] : [])])];
  const options = actions
    .map((value) => ({ value, label: auditTitle(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

  return (
    <ListTools
      label="entries"
      search={
        <ListSearch list={list} label="Search audit log" placeholder="Text, name or number" />
      }
      filters={[
        usePersonFilter("Done by", idParam(list.param("actor")), (actor) => list.change({ actor })),
        usePersonFilter("Affected person", idParam(list.param("subject")), (subject) =>
          list.change({ subject }),
        ),
        oneOfFilter({
          name: "Action",
          value: chosen,
          options,
          onChange: (action) => list.change({ action }),
        }),
        periodFilter({
          from: dayParam(list.param("from")),
          to: dayParam(list.param("to")),
          onChange: list.change,
        }),
      ]}
      onClearAll={() => list.change(noFilter)}
      total={props.total}
    />
  );
}

export type AuditRow = ApiOutputs["audit"]["list"]["rows"][number];

const auditColumns: readonly ListColumn<AuditRow>[] = [
  {
    id: "at",
    width: 172,
    header: "When",
    onPhone: "fact",
    cell: (row) => <DayText value={row.at} withTime />,
  },
  {
    id: "who",
    width: "rest",
    header: "Person",
    onPhone: "title",
    cell: (row) => <Who row={row} />,
  },
  {
    id: "what",
    width: "rest",
    wraps: true,
    header: "Action",
    onPhone: "fact",
    cell: (row) => auditWords(row.action),
  },
  { id: "whom", width: "rest", header: "Affected person", onPhone: "fact", cell: affectedPerson },
  {
    id: "details",
    width: "rest",
    wraps: true,
    header: "Details",
    onPhone: "fact",
    cell: detailsCell,
  },
];

/** The actor; while impersonating, the admin first and then the user. */
export function Who(props: { row: AuditRow }) {
  const { row } = props;
  const name = personName(row.actorId, row.actorName) ?? "System";
  const actor = <PersonName id={row.actorId}>{name}</PersonName>;
  if (row.impersonatedByName === null) return actor;
  return (
    <>
      {row.impersonatedByName}
      <Text span inherit fw={400} c="dimmed">
        {" "}
        viewing as {actor}
      </Text>
    </>
  );
}

/** Empty where the actor changed their own account. */
function affectedPerson(row: AuditRow): ReactNode {
  const isOwn = row.subjectId === row.actorId && row.impersonatedByName === null;
  const name = personName(row.subjectId, row.subjectName);
  return isOwn || name === null ? null : <PersonName id={row.subjectId}>{name}</PersonName>;
}

/** Erased people are shown by their number. */
function personName(id: number | null, name: string | null): string | null {
  return name ?? (id === null ? null : `User ${id}`);
}

/** Null where there are no details. */
function detailsCell(row: AuditRow): ReactNode {
  const { target } = row;
  const words = detailWords(row, officeTimeZone());
  if (target === null && words === "") return null;
  return (
    <>
      {words}
      {target !== null && (
        <Text span inherit c="dimmed" title={target}>
          {words !== "" && " "}
          {targetWords(target)}
        </Text>
      )}
    </>
  );
}
