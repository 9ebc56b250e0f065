import { type Day, dayOf, daysBetween, isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { type CellPosition, located, StatementError } from "./statement-error.ts";

/** What `03/04/2026` means. */
export const dayOrders = ["day-first", "month-first"] as const;
export type DayOrder = (typeof dayOrders)[number];

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Those that are written otherwise in Afrikaans. */
const afrikaans: Readonly<Record<string, number>> = { maa: 3, mrt: 3, mei: 5, okt: 10, des: 12 };
const numeric = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?![\d/.-])/;

/**
 * Which order the days of a file have: a first number above 12 is a day, a second one too; else null.
 *
 * @throws StatementError where they contradict each other
 */
export function orderOf(texts: Iterable<string>): DayOrder | null {
  const found = new Set<DayOrder>();
  for (const text of texts) {
    const [, first, second] = numeric.exec(text.trim()) ?? [];
    if (Number(first) > 12) found.add("day-first");
    if (Number(second) > 12) found.add("month-first");
  }
  if (found.size > 1) throw new StatementError("the days are written in two orders");
  return [...found][0] ?? null;
}

/**
 * `26/11/13` in a file in which every day may have its year first: then its days are newer, and lie together as close as they
 * do otherwise. Null where the years are last.
 */
export function yearFirstIn(texts: readonly string[], latest: Day | undefined): string | null {
  const written = texts.filter((text) => numeric.test(text.trim()));
  const readings = written.map((text) => {
    const [, first = "", second = "", third = ""] = numeric.exec(text.trim()) ?? [];
    const of = (year: string, day: string) =>
      year.length === 2
        ? dayOfParts({ year: fullYear(year), month: Number(second), day: Number(day) })
        : null;
    return { first: of(first, third), last: of(third, first) };
  });
  const firsts = readings.flatMap(({ first }) => first ?? []).toSorted();
  const lasts = readings
    .flatMap(({ last }) => (last === null || last > (latest ?? last) ? [] : last))
    .toSorted();
  const [newest = "", newestOfLast = ""] = [firsts.at(-1), lasts.at(-1)];
  if (firsts.length < Math.max(written.length, 1) || newest > (latest ?? newest)) return null;
  const isApart = lasts.length === written.length && spanOf(firsts) > spanOf(lasts);
  return newest > newestOfLast && !isApart ? (written[0] ?? null) : null;
}

function spanOf(days: readonly Day[]): number {
  return daysBetween(days[0] ?? "", days.at(-1) ?? "");
}

/** Whether one of the texts means another day in the other order. */
export function isOpen(texts: Iterable<string>): boolean {
  return [...texts].some((text) => {
    const [, first, second] = numeric.exec(text.trim()) ?? [];
    return first !== undefined && Number(first) !== Number(second);
  });
}

/** Whether the day or the month, both as numbers behind each other, has a single digit. */
export function isWithoutZero(text: string): boolean {
  const [, first, second] = numeric.exec(text.trim()) ?? [];
  return first?.length === 1 || second?.length === 1;
}

/**
 * A day as banks write it: `2026-11-02`, `2026/11/2`, `20261102`, `020261102`, `2/11/26`, `02Nov2026`, `2-Nov-26`,
 * `Nov 2, 2026`, each also with a time behind it; and `13 Dec` where the statement says its year.
 *
 * @param of.year the year of a day without one, from its month (1 to 12) and day
 * @returns null for an empty cell
 * @throws StatementError that names the line, for any other text
 */
export function dayOfText(
  text: string,
  of: Readonly<{
    position: CellPosition;
    order: DayOrder;
    year?: (month: number, day: number) => number | null;
  }>,
): string | null {
  const bare = bareOf(text);
  if (bare === "") return null;
  const parts = partsOf(bare, of.order);
  const year = parts?.year ?? (parts ? (of.year?.(parts.month, parts.day) ?? null) : null);
  const day = parts === null || year === null ? null : dayOfParts({ ...parts, year });
  if (day !== null) return day;
  throw new StatementError(`${located(text, of.position)} is not a date`);
}

/** Whether a text is a day with its year, in one order or the other, and nothing behind it but a time. */
export function isDayText(text: string): boolean {
  const bare = bareOf(text).replace(/[T ,]+\d{1,2}:\d{2}\S*(?: ?[ap]m)?$/i, "");
  return (
    /^[\p{L}\d]{1,9}[-/., ]*[\p{L}\d]+[-/., ]*\d+$/u.test(bare) &&
    dayOrders.some((order) => {
      const parts = partsOf(bare, order);
      return parts !== null && parts.year !== null && dayOfParts(parts) !== null;
    })
  );
}

function bareOf(text: string): string {
  return text.trim().replace(/^'+|'+$/gu, "");
}

function dayOfParts({ year, month, day }: Parts): string | null {
  const written = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDay(written) ? written : null;
}

/**
 * The day in the shop's zone of a time that says its own: `2026-11-01T22:30:00Z`, `2026-11-01 22:30:00 +0100`.
 *
 * @param laterByMs asks for the day of a time so much later
 * @returns null for any other text, such as a day alone
 */
export function zonedDayOf(text: string, timeZone: string, laterByMs = 0): string | null {
  const [, day, time, zone = ""] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.exec(
      text.trim(),
    ) ?? [];
  // 31 February would be parsed as a day of March.
  if (day === undefined || !isCalendarDay(day)) return null;
  const offset = /\d/.test(zone) ? zone.replace(/(\d{2}):?(\d{2})$/, "$1:$2") : "Z";
  const instant = Date.parse(`${day}T${time}${offset}`);
  if (Number.isNaN(instant)) return null;
  return dayOf(new Date(instant + laterByMs).toISOString(), timeZone);
}

/** Whether a text is a day, or a time that says its zone. */
export function isDay(text: string): boolean {
  return isDayText(text) || zonedDayOf(text, "UTC") !== null;
}

/** As `zonedDayOf`, of a transaction: midnight stands for a day without a time, whatever its offset. */
export function bookedDayOf(text: string, timeZone: string): string | null {
  const day = zonedDayOf(text, timeZone);
  const isDayAlone = /[T ]00:00(?::00(?:\.0+)?)?\s*(?:[a-z]+|[+-][\d:]+)$/i.test(text.trim());
  return day !== null && isDayAlone ? text.trim().slice(0, 10) : day;
}

type Parts = Readonly<{ year: number | null; month: number; day: number }>;

function partsOf(text: string, order: DayOrder): Parts | null {
  const [, y, m, d] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ??
    /^0?(\d{4})(\d{2})(\d{2})(?!\d{1,5}$)/.exec(text) ??
    [];
  if (y !== undefined) return { year: Number(y), month: Number(m), day: Number(d) };
  const [, first, second, year] = numeric.exec(text) ?? [];
  if (year !== undefined) {
    const [day, month] = order === "day-first" ? [first, second] : [second, first];
    return { year: fullYear(year), month: Number(month), day: Number(day) };
  }
  const [, day, name = "", ofYear] =
    /^(\d{1,2})[-/. ]*([a-z]{3})[a-z]*\.?(?:[-/. ,]*(\d{4}|\d{2}))?(?![\d])/i.exec(text) ?? [];
  if (day !== undefined) return named(name, day, ofYear);
  const [, month = "", dayLater, yearLater] =
    /^([a-z]{3})[a-z]*\.?[- ]+(\d{1,2})(?:,? +(\d{4}))?(?!\d)/i.exec(text) ?? [];
  return dayLater === undefined ? null : named(month, dayLater, yearLater);
}

function named(name: string, day: string, year: string | undefined): Parts | null {
  const month = months.indexOf(name.toLowerCase()) + 1 || (afrikaans[name.toLowerCase()] ?? 0);
  if (month === 0) return null;
  return { year: year === undefined ? null : fullYear(year), month, day: Number(day) };
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
