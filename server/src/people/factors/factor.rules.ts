import type { MissingFactor } from "@portal/shared/people/factors.ts";
import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import { isOfOffice } from "@portal/shared/platform/roles.ts";
import type { SessionFactor, SignedInUser } from "../../platform/access/signed-in.ts";

/** What a session lacks to be its user's; null where it lacks nothing. One rule for every way in. */
export function missingFactor(
  user: Pick<SignedInUser, "role" | "developer" | "hasFactor">,
  factor: Pick<SessionFactor, "shownAt" | "setUpBy"> | undefined,
  isRequired: boolean,
): MissingFactor | null {
  if (!isOfOffice(user) || (factor?.shownAt ?? null) !== null) return null;
  if (!user.hasFactor && !isRequired) return null;
  // A link set up the first one only; a recovery code stands for one that is lost.
  if (user.hasFactor) return factor?.setUpBy === "recovery-code" ? "set-up" : "factor";
  return (factor?.setUpBy ?? null) === null ? "set-up-link" : "set-up";
}

/** Of an hour, in days. */
const quarter = 1 / 96;
const triesInQuarter = 5;
const triesInDay = 20;
const warnedAt = 3;

/**
 * What a further try may do, from the times of the wrong ones before it: 5 in a quarter of an hour, and after 20 in a day
 * none before a new password is chosen, because somebody knows the one there is.
 */
export function nextTry(
  wrongAt: readonly string[],
  now: string,
): Readonly<{ kept: readonly string[]; answer: "try" | "wait" | "new-password" }> {
  const kept = wrongAt.filter((at) => isWithin(at, now, 1));
  const lately = kept.filter((at) => isWithin(at, now, quarter)).length;
  if (kept.length >= triesInDay) return { kept, answer: "new-password" };
  return { kept, answer: lately >= triesInQuarter ? "wait" : "try" };
}

/** Whether the owner is warned of this wrong try: the third of a quarter of an hour. */
export function isWarned(wrongAt: readonly string[], now: string): boolean {
  return wrongAt.filter((at) => isWithin(at, now, quarter)).length === warnedAt;
}

function isWithin(at: string, now: string, days: number): boolean {
  return at > daysEarlier(now, days);
}

const holdDays = 2;

/** For so long nobody whose proof was replaced confirms what others proposed. */
export function heldUntil(now: string): string {
  return daysEarlier(now, -holdDays);
}
