import { Stack, Text } from "@mantine/core";
import { decimalText } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { auditTitle, auditWords } from "../../../ui/audit-words.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import {
  dayParam,
  given,
  idParam,
  type ListState,
  useListState,
} from "../../../ui/list/list-controls.tsx";
import { oneOfFilter, periodFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { usePersonFilter } from "../../../ui/list/person-filter.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PersonName } from "../../../ui/person-name.tsx";

/** Newest first is the only order. */
const noFilter = { actor: null, subject: null, action: null, from: null, to: null };

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
      <PageHeader title="Audit log" />
      <Filters list={list} actions={entries.data?.actions ?? []} total={entries.data?.total} />
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
    actorId: idParam(list.param("actor")),
    subjectId: idParam(list.param("subject")),
    action: list.param("action"),
    from: dayParam(list.param("from")),
    to: dayParam(list.param("to")),
  });
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

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const shownOfUuid = 8;

/** Null where there are no details. */
function detailsCell(row: AuditRow): ReactNode {
  const { target } = row;
  const words = detailWords(row.details);
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

/** The portal's current terms for those in stored entries. */
const recordTerms: readonly (readonly [RegExp, string])[] = [
  [/^bank line (?=\d)/, "bank transaction "],
  [/^payment batch (?=\d)/, "payout batch "],
];

/** "bank transaction 12"; a UUID is shortened. */
export function targetWords(target: string): string {
  if (uuid.test(target)) return `${target.slice(0, shownOfUuid)}…`;
  return recordTerms.reduce((words, [recorded, said]) => words.replace(recorded, said), target);
}

const names: Readonly<Record<string, string>> = {
  by: "method",
  paidOn: "paid on",
  receivedOn: "received on",
  parentId: "parent",
  sellerId: "seller",
  orderId: "order",
};

/** The stored details in words: "reason: asked by phone; paid on: 2026-03-09" */
export function detailWords(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && !isEmptyList(value))
    .map(([name, value]) => changesOf(value) ?? `${nameOf(name)}: ${valueOf(name, value)}`)
    .filter((words) => words !== "")
    .join("; ");
}

/** "margin: 25% to 26%" for the two stored forms of a change, `{ before, after }` and pairs by name; null for any other. */
function changesOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  const { before, after, ...more } = value;
  const pairs =
    isObject(before) && isObject(after) && Object.keys(more).length === 0
      ? Object.keys(after).map((name) => [name, [before[name], after[name]]] as const)
      : Object.entries(value);
  if (!pairs.every(([, pair]) => Array.isArray(pair) && pair.length === 2)) return null;
  return pairs
    .map(([name, pair]) => ({ name, words: pairOf(pair).map((one) => valueOf(name, one)) }))
    .filter(({ words: [was, is] }) => was !== is)
    .map(({ name, words: [was, is] }) => `${nameOf(name)}: ${was} to ${is}`)
    .join("; ");
}

function pairOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** "stockistMargin" is "stockist margin"; without the unit, which is added to the value. */
function nameOf(name: string): string {
  const words = name
    .replace(/_?Bps$/i, "")
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2");
  return names[name] ?? words.toLowerCase();
}

function valueOf(name: string, value: unknown): string {
  if (typeof value === "number" && isAmount(name)) return decimalText(value);
  if (typeof value === "number" && /bps$/i.test(name)) return `${value / 100}%`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((one) => valueOf(name, one)).join(", ");
  if (isObject(value)) return name === "plan" ? planOf(value) : partsOf(value);
  if (typeof value === "string" && value.startsWith("<")) return withoutTags(value);
  return typeof value === "string" || typeof value === "number" ? String(value) : "something";
}

/** "order number 1042, amount 325.00" */
function partsOf(value: Readonly<Record<string, unknown>>): string {
  const { old, new: now, ...others } = value;
  const isChange = "old" in value && "new" in value && Object.keys(others).length === 0;
  if (isChange) return `${valueOf("", old)} to ${valueOf("", now)}`;
  return Object.entries(value)
    .map(([name, one]) => `${nameOf(name)} ${valueOf(name, one)}`)
    .join(", ");
}

/** The rates of a plan by level, in percent. */
function planOf(plan: Readonly<Record<string, unknown>>): string {
  return Object.entries(plan)
    .map(([name, rate]) => `${name} ${rateOf(rate)}`)
    .join(", ");
}

function rateOf(rate: unknown): string {
  if (typeof rate === "number") return `${rate / 100}%`;
  if (!isObject(rate)) return "nothing";
  return Object.entries(rate)
    .map(([level, one]) => `level ${level} ${rateOf(one)}`)
    .join(", ");
}

/** Names of details that are in minor units, besides those that end in "amount". */
const amounts: ReadonlySet<string> = new Set([
  "price",
  "originalPrice",
  "total",
  "payoutMinimum",
  "creditPasswordAbove",
  "unitValue",
  "deliveryFlat",
  "payoutSecondPersonAbove",
  "rate",
]);

function isAmount(name: string): boolean {
  return /amount$/i.test(name) || amounts.has(name);
}

function withoutTags(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent.trim();
}
