import { addDays, type Day } from "@portal/shared/platform/calendar.ts";

/**
 * The first and the last day of a period that a statement states, as far as its days are over. `openFrom` is the first day
 * that was not over when the file was made, or null where the file does not tell; one before the period says nothing.
 */
export function daysStated({
  from,
  to,
  openFrom,
}: Readonly<{ from: Day | null; to: Day | null; openFrom: Day | null }>): Day[] {
  const isOpen = to !== null && openFrom !== null && openFrom <= to && openFrom >= (from ?? to);
  const last = isOpen ? addDays(openFrom, -1) : to;
  if (from !== null && last !== null && last < from) return [];
  return [from, last].filter((day) => day !== null);
}
