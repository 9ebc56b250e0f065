import type { LogLevel } from "@portal/shared/platform/app-log.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/day-text.tsx";
import type { ListColumn } from "../../../ui/list/data-list.tsx";
import { StatusText, type Tone } from "../../../ui/status-text.tsx";
import classes from "./app-log.module.css";

type LogLine = ApiOutputs["system"]["logs"]["rows"][number];

export const levelWords: Readonly<Record<LogLevel, string>> = {
  debug: "Everything",
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

export const appLogColumns: readonly ListColumn<LogLine>[] = [
  {
    id: "text",
    header: "What",
    onCard: "title",
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
    onCard: "status",
    cell: ({ level }) => <StatusText tone={tones[level]}>{oneOf[level]}</StatusText>,
  },
  {
    id: "at",
    header: "When",
    onCard: "fact",
    cell: ({ at }) => <DayText value={at} withTime />,
  },
  {
    id: "copy",
    header: "Copy",
    onCard: "fact",
    cell: (line) => (
      <CopyButton
        value={`${line.at} ${line.level} ${line.text} ${line.details}`}
        what={`the line “${line.text}”`}
      />
    ),
  },
];
