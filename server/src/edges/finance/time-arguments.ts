import { startOfLocalDay } from "@portal/shared/platform/local-time.ts";
import { WrongUse } from "./wrong-use.ts";

/** A span of time, both ends included, in the whole milliseconds of the ledger; a missing end is open. */
export type Period = Readonly<{ from: string | null; through: string | null }>;

const dayMs = 86_400_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The last instant that belongs to what was asked: of a day its end in the region's time zone. */
export function momentOf(option: string, text: string, timeZone: string): string {
  if (!dayPattern.test(text)) return new Date(instantOf(option, text)).toISOString();
  return justBefore(startOfLocalDay(dayAsUtc(option, text) + dayMs, timeZone));
}

/** `--from` and `--to` of a period; a day as `from` counts from its start, as `to` to its end. */
export function periodOf(
  asked: Readonly<{ from?: string | undefined; to?: string | undefined }>,
  timeZone: string,
): Period {
  const from = asked.from === undefined ? null : startOf("--from", asked.from, timeZone);
  const through = asked.to === undefined ? null : momentOf("--to", asked.to, timeZone);
  if (from !== null && through !== null && from > through)
    throw new WrongUse(`--from ${asked.from} is later than --to ${asked.to}.`);
  return { from, through };
}

/** The whole month `YYYY-MM` in the region's time zone. */
export function monthOf(option: string, text: string, timeZone: string): Period {
  if (!monthPattern.test(text))
    throw new WrongUse(`${option} ${text} is not a month like 2026-01.`);
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5));
  return {
    from: startOfLocalDay(Date.UTC(year, month - 1, 1), timeZone).toISOString(),
    through: justBefore(startOfLocalDay(Date.UTC(year, month, 1), timeZone)),
  };
}

export function isWithin(instant: string, { from, through }: Period): boolean {
  return (from === null || instant >= from) && (through === null || instant <= through);
}

function startOf(option: string, text: string, timeZone: string): string {
  if (dayPattern.test(text)) return startOfLocalDay(dayAsUtc(option, text), timeZone).toISOString();
  return new Date(instantOf(option, text)).toISOString();
}

function justBefore(instant: Date): string {
  return new Date(instant.getTime() - 1).toISOString();
}

function dayAsUtc(option: string, day: string): number {
  const utc = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== day)
    throw new WrongUse(`${option} ${day} is not a day of the calendar.`);
  return utc;
}

function instantOf(option: string, text: string): number {
  const time = instantPattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new WrongUse(
      `${option} ${text} is neither a date like 2026-01-26 nor an instant like 2026-01-26T10:00:00Z.`,
    );
  return time;
}
