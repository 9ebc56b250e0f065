import {
  type Day,
  type DayRange,
  daysBetween,
  isWithinDays,
} from "@portal/shared/platform/calendar.ts";

/**
 * What somebody recorded before the bank had it is there within this time: a transfer to another bank takes some working
 * days, over a weekend and a holiday.
 */
const arrivesWithinDays = 7;

/** What the stored statements say of a day. */
export type KnownDays = Readonly<{
  covered: readonly DayRange[];
  /** The last day that they cover; null without one. */
  knownUntil: Day | null;
}>;

/** Whether the statements would have it: they cover its day, and the time in which it could still have come. */
export function isOverdue(day: Day, { covered, knownUntil }: KnownDays): boolean {
  if (knownUntil === null || daysBetween(day, knownUntil) < arrivesWithinDays) return false;
  return covered.some((days) => isWithinDays(day, days));
}
