import { Badge, Code, Stack, Switch, Text } from "@mantine/core";
import {
  type AnswerKind,
  answerKinds,
  type LogLevel,
  logLevels,
} from "@portal/shared/platform/app-log.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { type Tone, toneColor } from "../../../ui/facts.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, idParam, useListState } from "../../../ui/list/list-controls.tsx";
import { SearchBox } from "../../../ui/list/list-search.tsx";
import { type ListFilter, oneOfFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { usePersonFilter } from "../../../ui/list/person-filter.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Sheet } from "../../../ui/sheet.tsx";

type LogLine = ApiOutputs["system"]["logs"]["rows"][number];

/** `all` names the lines of the level and above. */
const levels: Readonly<Record<LogLevel, { all: string; one: string; tone: Tone }>> = {
  debug: { all: "All levels", one: "Detail", tone: "neutral" },
  info: { all: "Information", one: "Information", tone: "good" },
  warn: { all: "Warnings", one: "Warning", tone: "waiting" },
  error: { all: "Errors", one: "Error", tone: "bad" },
};

function Level({ level }: Pick<LogLine, "level">) {
  return (
    <Badge variant="dot" color={toneColor(levels[level].tone)}>
      {levels[level].one}
    </Badge>
  );
}

const answerWords: Readonly<Record<AnswerKind, string>> = {
  refused: "Refused (4xx)",
  failed: "Failed (5xx)",
};

/** The details of a line about a request; other lines do not match. */
const requestSchema = z.object({
  method: z.string(),
  route: z._default(z.string(), ""),
  procedures: z._default(z.array(z.string()), []),
  status: z.number(),
  ms: z.number(),
  userId: z._default(z.nullable(z.number()), null),
});

type ShownLine = LogLine & Readonly<{ request: z.infer<typeof requestSchema> | null }>;

function shownLine(line: LogLine): ShownLine {
  const { data } = requestSchema.safeParse(jsonOf(line.details));
  return { ...line, request: line.text === "answered" && data ? data : null };
}

/** A request's method and procedures or route, in place of the message "answered". */
function titleOf({ text, request }: ShownLine): string {
  if (request === null) return text;
  return `${request.method} ${request.procedures.join(", ") || request.route}`;
}

const appLogColumns: readonly ListColumn<ShownLine>[] = [
  {
    id: "at",
    header: "Time",
    width: 184,
    onPhone: "fact",
    cell: ({ at }) => <DayText value={at} withTime="seconds" />,
  },
  {
    id: "level",
    header: "Level",
    width: 124,
    onPhone: "status",
    cell: ({ level }) => <Level level={level} />,
  },
  {
    id: "status",
    header: "Status",
    width: 72,
    onPhone: "fact",
    cell: ({ request }) => request && <span className="tabular">{request.status}</span>,
  },
  {
    id: "text",
    header: "Message",
    width: "rest",
    onPhone: "title",
    cell: (line) => (
      <Text span inherit ff="monospace" fw={400}>
        {titleOf(line)}{" "}
        {line.request === null && line.details !== "{}" && (
          <Text span inherit c="dimmed">
            {line.details}
          </Text>
        )}
      </Text>
    ),
  },
  {
    id: "ms",
    header: "Time (ms)",
    width: 92,
    align: "end",
    onPhone: "none",
    cell: ({ request }) => request && <span className="tabular">{request.ms}</span>,
  },
  {
    id: "person",
    header: "Person",
    width: 96,
    onPhone: "fact",
    cell: ({ request }) => (request?.userId ? `User ${request.userId}` : null),
  },
];

const pageSize = 50;
const followMs = 2000;
const tabs = logLevels.map((value) => ({ value, label: levels[value].all }));

/** The server's log, newest first. It is polled until the user scrolls down or switches following off. */
export function AppLogScreen() {
  const list = useListState();
  const [isFollowing, setFollowing] = useState(true);
  const isReading = useIsScrolledDown();
  const level = levelFrom(list.param("level"));
  const filter = filterIn(list.param);
  const { search, page } = list;
  const follows = isFollowing && !isReading && page === 1;
  const lines = api.system.logs.useQuery(
    { page, pageSize, level, ...filter, ...given({ search }) },
    {
      placeholderData: keepPreviousData,
      // A failed first load keeps its error and the retry button.
      refetchInterval: ({ state }) => (follows && state.data ? followMs : false),
    },
  );
  const isFiltered = search !== "" || level !== "debug" || Object.keys(filter).length > 0;
  const [open, setOpen] = useState<ShownLine | null>(null);
  const rows = useMemo(() => lines.data?.rows.map(shownLine) ?? [], [lines.data]);
  const filters = useLogFilters(filter, list.change);

  return (
    <Stack gap="sm">
      <PageHeader
        title="App log viewer"
        note="Requests that succeed are not listed here. They are in the server’s own output."
      />
      <ListViews
        label="Level"
        chosen={level}
        views={tabs}
        onChosen={(chosen) => list.change({ level: chosen === "debug" ? null : chosen })}
      />
      <ListTools
        label="lines"
        search={
          <SearchBox
            label="Search the log"
            placeholder="Path, text or ID"
            value={search}
            onSearch={(text) => list.change({ search: text })}
          />
        }
        filters={filters}
        onClearAll={() => list.change(noFilter)}
        total={lines.data?.total}
      >
        <Text size="sm" c="dimmed" role="status">
          {isFollowing && !follows ? "Paused" : ""}
        </Text>
        <Switch
          label="Follow"
          styles={{ label: { whiteSpace: "nowrap" } }}
          checked={isFollowing}
          onChange={(event) => setFollowing(event.currentTarget.checked)}
        />
      </ListTools>
      <DataList
        label="lines"
        columns={appLogColumns}
        rowKey={(line) => String(line.id)}
        rowName={(line) => `the line “${titleOf(line)}”`}
        isDense
        onOpen={setOpen}
        answer={{ ...lines, data: lines.data && { rows, total: lines.data.total } }}
        list={list}
        pageSize={pageSize}
        onClearFilters={isFiltered ? () => list.change(noFilter) : undefined}
        empty={<Empty title="No log lines">The server’s log appears here for two weeks.</Empty>}
      />
      {open && <LineSheet line={open} onClose={() => setOpen(null)} />}
    </Stack>
  );
}

const noFilter = { search: null, level: null, status: null, user: null };

/** The filters in the address; invalid values are ignored. */
function filterIn(param: (name: string) => string | null) {
  return given({
    answer: answerKinds.find((known) => known === param("status")),
    userId: idParam(param("user")),
  });
}

function useLogFilters(
  filter: ReturnType<typeof filterIn>,
  change: (changes: Readonly<Record<string, string | null>>) => void,
): readonly ListFilter[] {
  const person = usePersonFilter("Person", filter.userId ?? null, (user) => change({ user }));
  return [
    oneOfFilter({
      name: "Status",
      value: filter.answer ?? null,
      options: answerKinds.map((value) => ({ value, label: answerWords[value] })),
      onChange: (status) => change({ status }),
    }),
    person,
  ];
}

/** One line with its details. */
function LineSheet({ line, onClose }: { line: ShownLine; onClose: () => void }) {
  const title = titleOf(line);
  const details = prettyJson(line.details);
  return (
    <Sheet
      title={title}
      states={<Level level={line.level} />}
      foot={
        <CopyButton
          value={`${line.at} ${line.level} ${line.text}\n${details}`}
          what={`the line “${title}”`}
        />
      }
      onClose={onClose}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          <DayText value={line.at} withTime="seconds" />
        </Text>
        <Code block tabIndex={0}>
          {details}
        </Code>
      </Stack>
    </Sheet>
  );
}

function prettyJson(text: string): string {
  const value = jsonOf(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** Undefined where the text is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function levelFrom(text: string | null): LogLevel {
  return logLevels.find((level) => level === text) ?? "debug";
}

const scrolledPx = 160;

/** While the user has scrolled down, new lines must not move the old ones. */
function useIsScrolledDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    // The table scrolls by itself; on a phone the page does.
    const look = ({ target }: Event) =>
      setDown((target instanceof HTMLElement ? target.scrollTop : window.scrollY) > scrolledPx);
    window.addEventListener("scroll", look, { passive: true, capture: true });
    return () => window.removeEventListener("scroll", look, { capture: true });
  }, []);
  return isDown;
}
