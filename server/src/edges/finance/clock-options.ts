import type { ClockLimits } from "../../projections/fold/events-as-of.ts";
import type { Asked } from "./finance-command.ts";
import { momentOf } from "./time-arguments.ts";

/** `--as-of` and `--known-at`, as commands that can look back take them. */
export const clockOptions = [
  {
    flags: "--as-of <time>",
    description: "only what had happened by then; a date counts to its end",
  },
  { flags: "--known-at <time>", description: "only what the ledger had recorded by then" },
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
    ...(asOf === undefined ? [] : [`what had happened by ${asOf}`]),
    ...(knownAt === undefined ? [] : [`what was recorded by ${knownAt}`]),
  ];
  if (parts.length === 0) return null;
  return `${what} of ${parts.join(" and ")} (a date ends at midnight in ${timeZone}).`;
}
