import {
  addDays,
  type Day,
  type DayRange,
  daysThrough,
  type FirstAndLast,
  isWithinDays,
  weekdayOf,
} from "@portal/shared/platform/calendar.ts";
import { accountNamer, identityOf } from "./account-number.rules.ts";

/**
 * The days that no file covers, as ranges. A Saturday or Sunday beside a covered day is covered: a file without lines on a
 * weekend begins or ends on the working day next to it.
 */
export function missingDays(days: DayRange, covered: readonly DayRange[]): FirstAndLast[] {
  const isCovered = (day: Day) => covered.some((range) => isWithinDays(day, range));
  const isBeside = (day: Day, step: 1 | -1) => {
    let next = day;
    while (isWeekend(next) && !isCovered(next)) next = addDays(next, step);
    return isCovered(next);
  };
  const missing: { from: Day; to: Day }[] = [];
  for (let day = days.from; day < days.until; day = addDays(day, 1)) {
    if (isBeside(day, 1) || isBeside(day, -1)) continue;
    const last = missing.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else missing.push({ from: day, to: day });
  }
  return missing;
}

/** The days of which a file has everything: not the day on which it is seen, which is not over. */
export function daysOver(days: FirstAndLast, seenOn: Day): DayRange {
  const { from, until } = daysThrough(days);
  return { from, until: until < seenOn ? until : seenOn };
}

/** Of one file. `account` is as the bank writes it, empty where the file does not name it. */
export type StatementDays = DayRange & Readonly<{ account: string }>;

export type AccountGap = Readonly<{
  /** The last digits of an account other than the shop's own; null for that one. */
  account: string | null;
  days: readonly FirstAndLast[];
}>;

/** An account without a statement for this long before the days is no longer used. */
const unusedAfterDays = 31;

/**
 * The days that no statement covers, by account: of the shop's own account, and of every other one that has statements. The
 * own account needs none while there are no bank details of the shop and no payments by bank transfer.
 */
export function accountGaps(
  days: DayRange,
  of: Readonly<{ ownAccount: string; transfers: number; statements: readonly StatementDays[] }>,
): AccountGap[] {
  const nameOf = accountNamer(
    of.ownAccount,
    of.statements.map(({ account }) => account),
  );
  const used = of.statements.filter(({ until }) => until > addDays(days.from, -unusedAfterDays));
  const byAccount = Map.groupBy(used, ({ account }) => nameOf(account));
  const needsOwn = identityOf(of.ownAccount) !== "" || (of.transfers > 0 && byAccount.size === 0);
  if (needsOwn && !byAccount.has(null)) byAccount.set(null, []);
  return [...byAccount].flatMap(([account, statements]) => {
    const missing = missingDays(days, statements);
    return missing.length === 0 ? [] : [{ account, days: missing }];
  });
}

function isWeekend(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday === 0 || weekday === 6;
}
