import { type MonthStep, monthSteps } from "@portal/shared/money/statements.ts";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import type { BalanceGap } from "../../sales/bank-lines/statement-gaps.rules.ts";
import type { AccountGap } from "../../sales/bank-lines/statement-days.rules.ts";

/** What the steps of a month end are decided by. */
export type MonthStepFacts = Readonly<{
  /** Open transactions up to the end of the month. */
  bankLines: Readonly<{ count: number }>;
  /** Money of the days that left the bank account and that nothing explains. */
  outgoing: Readonly<{ count: number }>;
  /**
   * The days that no bank statement covers, by account, where the balances of two do not meet, and what the balances of the
   * days have beyond their transactions.
   */
  bank: Readonly<{
    missing: readonly AccountGap[];
    gaps: readonly BalanceGap[];
    difference: number;
  }>;
  /** Card payments that differ from the settlements, fees of the month that are not booked, and the days that none covers. */
  card: Readonly<{
    exceptions: number;
    fees: Readonly<{ count: number }>;
    missing: readonly FirstAndLast[];
  }>;
  notifications: Readonly<{ count: number }>;
  payouts: Readonly<{ count: number }>;
  checks: readonly Readonly<{ isSound: boolean }>[];
  /** Null before the first seal. */
  sealedThrough: number | null;
}>;

/** The steps that are not done, in the order of work. */
export function openStepsOf(facts: MonthStepFacts): MonthStep[] {
  const { bank, bankLines, outgoing, card, notifications, payouts, checks, sealedThrough } = facts;
  const isUnexplained = bankLines.count + outgoing.count > 0 || bank.difference !== 0;
  const isOpen: Readonly<Record<MonthStep, boolean>> = {
    bank: isUnexplained || bank.missing.length > 0 || bank.gaps.length > 0,
    cards: card.exceptions + card.fees.count > 0 || card.missing.length > 0,
    notifications: notifications.count > 0,
    payouts: payouts.count > 0,
    "ledger-check": checks.length === 0 || checks.some(({ isSound }) => !isSound),
    seal: sealedThrough === null,
  };
  return monthSteps.filter((step) => isOpen[step]);
}
