import { readFile } from "node:fs/promises";
import {
  cityOf,
  addDays,
  isCalendarDay,
  nextMonth,
  type Period,
  startOfDay,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import type { z } from "zod";
import type { ClockLimits } from "../../../projections/ledger-catalogue.ts";
import { type Asked, WrongUse } from "./finance-command.ts";

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The last instant that belongs to what was asked: of a day its end in the region's time zone. */
export function momentOf(option: string, text: string, timeZone: string): string {
  if (!dayPattern.test(text)) return new Date(instantOf(option, text)).toISOString();
  return justBefore(startOfDay(addDays(dayIn(option, text), 1), timeZone));
}

/** `--from` and `--to` of a period; a day as `from` counts from its start, as `to` to its end; an instant as `to` is in it. */
export function periodOf(
  asked: Readonly<{ from?: string | undefined; to?: string | undefined }>,
  timeZone: string,
): Period {
  const from = asked.from === undefined ? null : startOf("--from", asked.from, timeZone);
  const last = asked.to === undefined ? null : momentOf("--to", asked.to, timeZone);
  if (from !== null && last !== null && from > last)
    throw new WrongUse(`--from ${asked.from} is later than --to ${asked.to}.`);
  return { from, until: last === null ? null : justAfter(last) };
}

/** The whole month `YYYY-MM` in the region's time zone. */
export function monthOf(option: string, text: string, timeZone: string): Period {
  if (!monthPattern.test(text))
    throw new WrongUse(`${option} ${text} is not a month like 2026-01.`);
  return { from: startOfMonth(text, timeZone), until: startOfMonth(nextMonth(text), timeZone) };
}

function startOf(option: string, text: string, timeZone: string): string {
  if (dayPattern.test(text)) return startOfDay(dayIn(option, text), timeZone);
  return new Date(instantOf(option, text)).toISOString();
}

/** The last instant before, in the whole milliseconds of the ledger. */
export function justBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString();
}

function justAfter(instant: string): string {
  return new Date(Date.parse(instant) + 1).toISOString();
}

function dayIn(option: string, day: string): string {
  if (!isCalendarDay(day)) throw new WrongUse(`${option} ${day} is not a calendar date.`);
  return day;
}

function instantOf(option: string, text: string): number {
  const time = instantPattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new WrongUse(
      `${option} ${text} is not a date like 2026-01-26 or a time like 2026-01-26T10:00:00Z.`,
    );
  return time;
}

export function wholeNumberOf(option: string, text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new WrongUse(`${option} ${text} is not a whole number.`);
  return number;
}

/** `--as-of` and `--known-at`, as commands that can look back take them. */
export const clockOptions = [
  {
    flags: "--as-of <time>",
    description: "include events up to this time (a date includes the whole day)",
  },
  { flags: "--known-at <time>", description: "include events recorded up to this time" },
] as const;

/** @throws WrongUse for what is neither a date nor an instant */
export function clockLimitsOf(options: Asked["options"], timeZone: string): ClockLimits {
  const { asOf, knownAt } = options;
  return {
    asOf: asOf === undefined ? undefined : momentOf("--as-of", asOf, timeZone),
    knownAt: knownAt === undefined ? undefined : momentOf("--known-at", knownAt, timeZone),
  };
}

/** A note on what is left out; null where nothing is. */
export function clockNote(what: string, { asOf, knownAt }: ClockLimits, timeZone: string) {
  const parts = [
    ...(asOf === undefined ? [] : [`events up to ${asOf}`]),
    ...(knownAt === undefined ? [] : [`events recorded up to ${knownAt}`]),
  ];
  if (parts.length === 0) return null;
  return `${what} with ${parts.join(" and ")} (a date ends at midnight, ${cityOf(timeZone)} time).`;
}

/** The content of a JSON file that a command was given. @throws WrongUse naming the file and the field */
export async function readJsonFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  otherwise?: string,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(jsonOf(file, await readText(file)));
  if (parsed.success) return parsed.data;
  if (otherwise !== undefined) throw new WrongUse(`${file} ${otherwise}.`);
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") || "the file";
  throw new WrongUse(`${file}: ${field}: ${issue?.message ?? "invalid"}.`);
}

export async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new WrongUse(
      error.code === "ENOENT"
        ? `There is no file ${file}.`
        : `${file} cannot be read (${error.code}).`,
    );
  });
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongUse(`${file} is not JSON.`);
  }
}
