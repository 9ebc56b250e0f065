import { Badge, Code, Stack, Switch, Text } from "@mantine/core";
import { type LogLevel, logLevels } from "@portal/shared/platform/app-log.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { type Tone, toneColor } from "../../../ui/facts.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { SearchBox, useListState } from "../../../ui/list/list-controls.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Sheet } from "../../../ui/sheet.tsx";

type LogLine = ApiOutputs["system"]["logs"]["rows"][number];

const levelWords: Readonly<Record<LogLevel, string>> = {
  debug: "All levels",
  info: "Information",
  warn: "Warnings",
  error: "Errors",
};
const tones: Readonly<Record<LogLevel, Tone>> = {
  debug: "neutral",
  info: "good",
  warn: "waiting",
  error: "bad",
};
const oneOf: Readonly<Record<LogLevel, string>> = {
  debug: "Detail",
  info: "Information",
  warn: "Warning",
  error: "Error",
};

const appLogColumns: readonly ListColumn<LogLine>[] = [
  {
    id: "text",
    header: "Message",
    width: "rest",
    onPhone: "title",
    cell: (line) => (
      <Text span inherit ff="monospace" fw={400}>
        {line.text}{" "}
        {line.details !== "{}" && (
          <Text span inherit c="dimmed">
            {line.details}
          </Text>
        )}
      </Text>
    ),
  },
  {
    id: "level",
    header: "Level",
    width: 132,
    onPhone: "status",
    cell: ({ level }) => (
      <Badge variant="dot" color={toneColor(tones[level])}>
        {oneOf[level]}
      </Badge>
    ),
  },
  {
    id: "at",
    header: "Time",
    width: 172,
    onPhone: "fact",
    cell: ({ at }) => <DayText value={at} withTime />,
  },
];

const pageSize = 50;
const followMs = 2000;
const sorting = { sorts: ["at"], defaultSort: { by: "at", direction: "desc" } } as const;
const tabs = logLevels.map((value) => ({ value, label: levelWords[value] }));

/** What the server has to say, the newest first; it follows until somebody reads further down. */
export function AppLogScreen() {
  const list = useListState<"at">(sorting);
  const [isFollowing, setFollowing] = useState(true);
  const isReading = useIsScrolledDown();
  const level = levelFrom(list.param("level"));
  const { search, page } = list;
  const follows = isFollowing && !isReading && page === 1;
  const lines = api.system.logs.useQuery(
    { page, pageSize, level, ...(search && { search }) },
    {
      placeholderData: keepPreviousData,
      // What could not be had at all stays said, with its button.
      refetchInterval: ({ state }) => (follows && state.data ? followMs : false),
    },
  );
  const isFiltered = search !== "" || level !== "debug";
  const [open, setOpen] = useState<LogLine | null>(null);

  return (
    <Stack gap="sm">
      <PageHeader title="App log viewer" />
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
            value={search}
            onSearch={(text) => list.change({ search: text })}
          />
        }
      >
        <Text size="sm" c="dimmed" role="status">
          {isFollowing && !follows ? "Paused" : ""}
        </Text>
        <Switch
          label="Follow"
          checked={isFollowing}
          onChange={(event) => setFollowing(event.currentTarget.checked)}
        />
      </ListTools>
      <DataList
        label="lines"
        columns={appLogColumns}
        rowKey={(line) => String(line.id)}
        rowName={(line) => `the line “${line.text}”`}
        onOpen={setOpen}
        answer={lines}
        page={page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onClearFilters={isFiltered ? () => list.change({ search: null, level: null }) : undefined}
        empty={<Empty title="No log lines">The server’s log appears here for two weeks.</Empty>}
      />
      {open && <LineSheet line={open} onClose={() => setOpen(null)} />}
    </Stack>
  );
}

/** One line with all that the server noted beside it. */
function LineSheet({ line, onClose }: { line: LogLine; onClose: () => void }) {
  return (
    <Sheet
      title={line.text}
      states={
        <Badge variant="dot" color={toneColor(tones[line.level])}>
          {oneOf[line.level]}
        </Badge>
      }
      foot={
        <CopyButton
          value={`${line.at} ${line.level} ${line.text} ${line.details}`}
          what={`the line “${line.text}”`}
        />
      }
      onClose={onClose}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          <DayText value={line.at} withTime />
        </Text>
        <Code block tabIndex={0}>
          {prettyJson(line.details)}
        </Code>
      </Stack>
    </Sheet>
  );
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function levelFrom(text: string | null): LogLevel {
  return logLevels.find((level) => level === text) ?? "debug";
}

const scrolledPx = 160;

/** Whoever reads further down must not have the lines move away. */
function useIsScrolledDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    // On a desk the rows scroll in their own place, on a phone the page does.
    const look = ({ target }: Event) =>
      setDown((target instanceof HTMLElement ? target.scrollTop : window.scrollY) > scrolledPx);
    window.addEventListener("scroll", look, { passive: true, capture: true });
    return () => window.removeEventListener("scroll", look, { capture: true });
  }, []);
  return isDown;
}
