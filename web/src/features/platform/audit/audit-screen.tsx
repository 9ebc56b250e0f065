import "../../../theme/mantine-forms.ts";
import { NativeSelect } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { auditTitle } from "../../../ui/audit-words.ts";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import { dayParam, PeriodFields } from "../../../ui/list/period-fields.tsx";
import { type ListState, useListState } from "../../../ui/list/use-list-state.ts";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { auditColumns } from "./audit-columns.tsx";
import classes from "./audit.module.css";
import { PersonPicker } from "./person-picker.tsx";

const pageSize = 20;
/** The newest come first, and there is no other order. */
const sorting = { sorts: ["at"], defaultSort: { by: "at", direction: "desc" } } as const;
const filterNames = ["actor", "subject", "action", "from", "to"] as const;

/** Who did what to whom when: everything that the office did, and what concerns an account. */
export function AuditScreen() {
  const list = useListState<"at">(sorting);
  const filters = filtersOf(list);
  const entries = api.audit.list.useQuery(
    { page: list.page, pageSize, ...filters },
    { placeholderData: keepPreviousData },
  );
  const clear = Object.fromEntries(filterNames.map((name) => [name, null]));

  return (
    <div className={classes.page}>
      <PageHeading title="Audit" area="Office" />
      <Filters list={list} actions={entries.data?.actions ?? []} />
      <DataList
        label="entries"
        columns={auditColumns}
        rowKey={(entry) => String(entry.id)}
        answer={entries}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onClearFilters={Object.keys(filters).length > 0 ? () => list.change(clear) : undefined}
        empty={
          <Empty title="Nothing was written down yet">
            <p>Whatever the office does to people, orders and payouts is listed here.</p>
          </Empty>
        }
      />
    </div>
  );
}

/** What the address asks for; what is no id or no day there is left out. */
function filtersOf(list: ListState<"at">) {
  const actorId = idParam(list.param("actor"));
  const subjectId = idParam(list.param("subject"));
  const action = list.param("action");
  const from = dayParam(list.param("from"));
  const to = dayParam(list.param("to"));
  return {
    ...(actorId === null ? {} : { actorId }),
    ...(subjectId === null ? {} : { subjectId }),
    ...(action ? { action } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

function Filters(props: { list: ListState<"at">; actions: readonly string[] }) {
  const { list } = props;
  const chosen = list.param("action") ?? "";
  const actions = [...new Set([...props.actions, ...(chosen ? [chosen] : [])])];
  const options = actions
    .map((value) => ({ value, label: auditTitle(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

  return (
    <div className={classes.filters} role="search" aria-label="Filters">
      <PersonPicker
        label="Done by"
        value={idParam(list.param("actor"))}
        onChange={(id) => list.change({ actor: id === null ? null : String(id) })}
      />
      <PersonPicker
        label="Done to"
        value={idParam(list.param("subject"))}
        onChange={(id) => list.change({ subject: id === null ? null : String(id) })}
      />
      <NativeSelect
        label="What"
        value={chosen}
        data={[{ value: "", label: "Everything" }, ...options]}
        onChange={(event) => list.change({ action: event.currentTarget.value })}
      />
      <PeriodFields
        from={dayParam(list.param("from"))}
        to={dayParam(list.param("to"))}
        onChange={(changes) => list.change(changes)}
      />
    </div>
  );
}

function idParam(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
