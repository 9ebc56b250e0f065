import {
  type PreflightCheck,
  preflightDays,
  type PreflightLine,
  type PreflightSeverity,
} from "@portal/shared/money/payouts.ts";

/** What is known of an open request and of where its money would go. */
export type PreflightFacts = Readonly<{
  hasBankDetails: boolean;
  canBeAccount: boolean;
  /** Days of the calendar since the account was exchanged for another one; null: the first one stands. */
  changedDays: number | null;
  /** Minor units that were taken back after the cut-off, as a positive sum. */
  reversed: number;
  /** How many other people are paid to the same account. */
  others: number;
  /** Days of the calendar since it was asked for. */
  age: number;
}>;

/** One line each, whether or not there is something to say. */
export function preflight(facts: PreflightFacts): readonly PreflightLine[] {
  const { hasBankDetails, canBeAccount, changedDays, reversed, others, age } = facts;
  const isChanged = changedDays !== null && changedDays < preflightDays.changed;
  return [
    line("bank-details", hasBankDetails ? "ok" : "bad"),
    line("account-number", canBeAccount ? "ok" : "bad"),
    line("changed", isChanged ? "warning" : "ok", isChanged ? changedDays : null),
    line("reversal", reversed > 0 ? "warning" : "ok", reversed > 0 ? reversed : null),
    line("shared-account", others > 0 ? "warning" : "ok", others > 0 ? others : null),
    line("age", age > preflightDays.age ? "warning" : "ok", age),
  ];
}

function line(
  check: PreflightCheck,
  severity: PreflightSeverity,
  figure: number | null = null,
): PreflightLine {
  return { check, severity, figure };
}
