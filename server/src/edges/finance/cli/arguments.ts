import { readFile, writeFile } from "node:fs/promises";
import {
  cityOf,
  addDays,
  isCalendarDay,
  type Period,
  startOfDay,
} from "@portal/shared/platform/calendar.ts";
import { isMonth } from "@portal/shared/platform/day-schema.ts";
import { z } from "zod";
import type { ClockLimits } from "../../../projections/ledger-catalogue.ts";
import type { BankFileOptions } from "../../../gateways/bank-files/bank-file.ts";
import { fileOptionsOf, ofAnyShop } from "../../../gateways/bank-files/bank-statement.ts";
import { type DayOrder, dayOrders } from "../../../gateways/bank-files/day-text.ts";
import { textOfUpload } from "../../../gateways/bank-files/read-in-thread.ts";
import { StatementError } from "../../../gateways/bank-files/statement-error.ts";
import { type CommandInput, type Session, WrongUse } from "./command.ts";

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant as given, or the last instant of a day in the region's time zone. */
export function momentOf(option: string, text: string, timeZone: string): string {
  if (!dayPattern.test(text)) return new Date(instantOf(option, text)).toISOString();
  return justBefore(startOfDay(addDays(dayIn(option, text), 1), timeZone));
}

/** `--from` and `--to` of a period, both inclusive; a day as `--from` means its start, as `--to` its end. */
export function periodOf({ from, to }: CommandInput["options"], timeZone: string): Period {
  const start = from === undefined ? null : startOf("--from", from, timeZone);
  const last = to === undefined ? null : momentOf("--to", to, timeZone);
  if (start !== null && last !== null && start > last)
    throw new WrongUse(`--from ${from} is later than --to ${to}.`);
  return { from: start, until: last === null ? null : justAfter(last) };
}

export function requireMonth(month: string): void {
  if (!isMonth(month)) throw new WrongUse(`--month ${month} is not a month like 2026-01.`);
}

export function requireDay(option: string, day: string): void {
  if (!isCalendarDay(day)) throw new WrongUse(`${option} ${day} is not a calendar date.`);
}

function startOf(option: string, text: string, timeZone: string): string {
  if (dayPattern.test(text)) return startOfDay(dayIn(option, text), timeZone);
  return new Date(instantOf(option, text)).toISOString();
}

/** One millisecond earlier, which is the resolution of the ledger. */
export function justBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString();
}

function justAfter(instant: string): string {
  return new Date(Date.parse(instant) + 1).toISOString();
}

function dayIn(option: string, day: string): string {
  requireDay(option, day);
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

/** `--as-of` and `--known-at`, for commands that can show an earlier state. */
export const clockOptions = [
  {
    flags: "--as-of <time>",
    description: "include events up to this time (a date includes the whole day)",
  },
  { flags: "--known-at <time>", description: "include events recorded up to this time" },
] as const;

/** @throws WrongUse for text that is neither a date nor an instant */
export function clockLimitsOf(
  { asOf, knownAt }: CommandInput["options"],
  timeZone: string,
): ClockLimits {
  return {
    asOf: asOf === undefined ? undefined : momentOf("--as-of", asOf, timeZone),
    knownAt: knownAt === undefined ? undefined : momentOf("--known-at", knownAt, timeZone),
  };
}

/** Says which events are included, if not all. */
export function noteLimits(
  { note, region }: Pick<Session, "note" | "region">,
  what: string,
  { asOf, knownAt }: ClockLimits,
): void {
  const parts = [
    ...(asOf === undefined ? [] : [`events up to ${asOf}`]),
    ...(knownAt === undefined ? [] : [`events recorded up to ${knownAt}`]),
  ];
  if (parts.length > 0)
    note(
      `${what} with ${parts.join(" and ")} (a date ends at midnight, ${cityOf(region.timeZone)} time).`,
    );
}

/** Reads a JSON file. @throws WrongUse that names the file and the field, or with the words of `otherwise` */
export async function readJsonFile<Schema extends z.core.$ZodType>(
  file: string,
  schema: Schema,
  otherwise?: string,
): Promise<z.output<Schema>> {
  const parsed = z.safeParse(schema, jsonOf(file, await readText(file)));
  if (parsed.success) return parsed.data;
  if (otherwise !== undefined) throw new WrongUse(`${file} ${otherwise}.`);
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") || "the file";
  throw new WrongUse(`${file}: ${field}: ${issue?.message ?? "invalid"}.`);
}

/** How the days of a file of a bank are written, where it does not tell. */
export const daysOption = {
  flags: "--days <order>",
  description: `what 03/04/2026 means in that file: ${dayOrders.join(" or ")}`,
};

/** @throws WrongUse */
export function dayOrderOf(order: string | undefined): DayOrder | undefined {
  const found = dayOrders.find((each) => each === order);
  if (order !== undefined && found === undefined)
    throw new WrongUse(`--days ${order} is neither ${dayOrders.join(" nor ")}.`);
  return found;
}

/** @param openDay a day of the file that may be another one */
export function noteOpenDay({ note }: Session, file: string, openDay: string | null): void {
  if (openDay === null) return;
  note(
    `${file}: ${openDay} is read with the day first. If the month is first, say --days month-first.`,
  );
}

/**
 * Reads a file of a bank or of the card provider, before the shop is known.
 *
 * @returns what reads it again as a file of the shop, whose money alone counts; it throws as this does
 * @throws WrongUse that names the file and the line
 */
export async function readStatement<Content>(
  file: string,
  parse: (text: string, options: BankFileOptions) => Content,
  answeredOrder?: DayOrder,
): Promise<(region: Session["region"]) => Content> {
  const bytes = await readBytes(file);
  const text = await textOfUpload(bytes).catch((error: unknown) => {
    throw asWrongFile(file, error);
  });
  const read = (options: BankFileOptions) => {
    try {
      return parse(text, options);
    } catch (error) {
      throw asWrongFile(file, error);
    }
  };
  read({ ...ofAnyShop, answeredOrder });
  return ({ region: code, currency, timeZone }) => {
    const options = fileOptionsOf({ code, currency, timeZone }, new Date().toISOString());
    return read({ ...options, answeredOrder });
  };
}

function asWrongFile(file: string, error: unknown): unknown {
  return error instanceof StatementError
    ? new WrongUse(`${file}: ${error.message}.`, { cause: error })
    : error;
}

async function readText(file: string): Promise<string> {
  return (await readBytes(file)).toString("utf8");
}

async function readBytes(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
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

/** Writes what a command was asked to write. @throws WrongUse where the path cannot be written */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((error: unknown) => {
    throw asWrongUse(file, error);
  });
}

/** What is wrong with a path that a person named is wrong use; other errors stay as they are. */
export function asWrongUse(file: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isAboutFile = ["ENOENT", "EACCES", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS"].includes(code);
  return isAboutFile
    ? new WrongUse(`${file} cannot be written (${code}).`, { cause: error })
    : error;
}
