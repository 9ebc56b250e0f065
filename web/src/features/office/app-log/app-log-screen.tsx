import { Button } from "@mantine/core";
import { type LogLevel, logLevels } from "@portal/shared/platform/app-log.ts";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { StatusText, type Tone } from "../../../ui/facts.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { SearchBox, useListState } from "../../../ui/list/list-controls.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import classes from "./app-log.module.css";

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
    onPhone: "title",
    cell: (line) => (
      <span className={classes.line}>
        {line.text}
        {line.details !== "{}" && <span className={classes.details}>{line.details}</span>}
      </span>
    ),
  },
  {
    id: "level",
    header: "Level",
    onPhone: "status",
    cell: ({ level }) => <StatusText tone={tones[level]}>{oneOf[level]}</StatusText>,
  },
  {
    id: "at",
    header: "Time",
    onPhone: "fact",
    cell: ({ at }) => <DayText value={at} withTime />,
  },
  {
    id: "copy",
    header: "Copy",
    onPhone: "fact",
    cell: (line) => (
      <CopyButton
        value={`${line.at} ${line.level} ${line.text} ${line.details}`}
        what={`the line “${line.text}”`}
      />
    ),
  },
];

const pageSize = 50;
const followMs = 2000;
const sorting = { sorts: ["at"], defaultSort: { by: "at", direction: "desc" } } as const;
const tabs = logLevels.map((value) => ({ value, label: levelWords[value], count: undefined }));

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
  const Icon = isFollowing ? IconPlayerPause : IconPlayerPlay;

  return (
    <div className={classes.page}>
      <PageHeader title="App log viewer" />
      <ListViews
        label="Level"
        chosen={level}
        views={tabs}
        onChosen={(chosen) => list.change({ level: chosen === "debug" ? null : chosen })}
      />
      <div className={classes.filters}>
        <SearchBox
          label="Search the log"
          value={search}
          onSearch={(text) => list.change({ search: text })}
        />
        <span role="status">{isFollowing && !follows ? "Paused" : ""}</span>
        <Button
          variant="default"
          aria-pressed={isFollowing}
          leftSection={<Icon size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => setFollowing(!isFollowing)}
        >
          {isFollowing ? "Stop following" : "Follow"}
        </Button>
      </div>
      <DataList
        label="lines"
        columns={appLogColumns}
        rowKey={(line) => String(line.id)}
        answer={lines}
        page={page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onClearFilters={isFiltered ? () => list.change({ search: null, level: null }) : undefined}
        empty={
          <Empty title="No log lines">
            <p>The server’s log appears here for two weeks.</p>
          </Empty>
        }
      />
    </div>
  );
}

function levelFrom(text: string | null): LogLevel {
  return logLevels.find((level) => level === text) ?? "debug";
}

const scrolledPx = 160;

/** Whoever reads further down must not have the lines move away. */
function useIsScrolledDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    const look = () => setDown(window.scrollY > scrolledPx);
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return isDown;
}
