import {
  type PreflightCheck,
  preflightDays,
  type PreflightLine,
  type PreflightSeverity,
} from "@portal/shared/money/payouts.ts";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";

export type PreflightFacts = Readonly<{
  hasBankDetails: boolean;
  canBeAccount: boolean;
  /** Calendar days since the account was replaced; null where it never was. */
  changedDays: number | null;
  /** Reversed or undone after the cut-off, in minor units, as a positive sum. */
  reversed: number;
  /** How many other users have the same account. */
  others: number;
  /** Calendar days since the request. */
  age: number;
}>;

/** One line for each check, also where it is ok. */
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

type RequestFacts = Readonly<{
  bankDetailsHoldUntil: string | null;
  amount: number;
  withheld: number;
  needsSecondPerson: boolean;
  approvals: readonly unknown[];
  preflight: readonly PreflightLine[];
}>;

/** Why a request will not be in a batch, as far as a list of requests tells; making the batch checks all of it. */
export function obstacleOf(request: RequestFacts): DomainErrorCode | null {
  if (request.bankDetailsHoldUntil !== null) return "payout.on-hold";
  if (request.amount === request.withheld) return "payout.nothing-to-transfer";
  if (request.needsSecondPerson && request.approvals.length === 0) return "payout.second-person";
  const bad = request.preflight.filter(({ severity }) => severity === "bad");
  if (bad.some(({ check }) => check === "bank-details")) return "payout.no-bank-details";
  return bad.some(({ check }) => check === "account-number") ? "payout.wrong-account" : null;
}
