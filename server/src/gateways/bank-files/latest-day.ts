import { addDays, type Day, dayOf } from "@portal/shared/platform/calendar.ts";
import type { BankFileOptions } from "./bank-file.ts";
import { StatementError } from "./statement-error.ts";

/** Banks date what moves on a long weekend by the next working day. */
const daysAhead = 7;

/** The last day that a booked transaction can have in a file that is read now. */
export function latestDay(now: string, timeZone: string): Day {
  return addDays(dayOf(now, timeZone), daysAhead);
}

/** @throws StatementError for a day far ahead: day and month were changed, or the year is wrong */
export function requirePast(
  lines: readonly Readonly<{ line: number; day: Day }>[],
  { latest }: Pick<BankFileOptions, "latest">,
): void {
  const ahead = lines.find(({ day }) => latest !== undefined && day > latest);
  if (ahead === undefined) return;
  throw new StatementError(
    `line ${ahead.line} is dated ${ahead.day}, which is yet to come; choose the file as it was downloaded`,
  );
}
