import { type MonthStep, monthSteps } from "@portal/shared/money/statements.ts";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import type { BalanceGap } from "../../sales/bank-lines/statement-gaps.rules.ts";
import type { AccountGap } from "../../sales/bank-lines/statement-days.rules.ts";

/** What the steps of a month end are decided by. */
export type MonthStepFacts = Readonly<{
  /** Open transactions up to the end of the month. */
  bankLines: Readonly<{ count: number }>;
  /** Money that left the bank account and that nothing explains. */
  outgoing: Readonly<{ count: number }>;
  /** Money in the ledger that the bank never had, though the statements would have it. */
  unproved: Readonly<{ count: number }>;
  /** What is left on the account Unexplained. */
  suspense: Readonly<{ count: number }>;
  /**
   * The days that no bank statement covers, by account, where the balances of two do not meet, and what the balances of the
   * days have beyond their transactions.
   */
  bank: Readonly<{
    missing: readonly AccountGap[];
    gaps: readonly BalanceGap[];
    difference: number;
  }>;
  /**
   * Card payments that differ from the settlements, fees that are not booked, payouts and deposits of the provider without
   * each other, what was booked from the bank and is in no settlement, what the balances in the settlements have beyond their
   * lines, and the days that no settlement covers.
   */
  card: Readonly<{
    exceptions: Readonly<{ count: number }>;
    fees: Readonly<{ count: number }>;
    deposits: Readonly<{ count: number }>;
    unsettled: Readonly<{ count: number }>;
    difference: number;
    missing: readonly FirstAndLast[];
  }>;
  notifications: Readonly<{ count: number }>;
  payouts: Readonly<{ count: number }>;
  /** Every check, with null where it never ran. */
  checks: readonly Readonly<{ isSound: boolean | null; through: number | null }>[];
  /** The position of the last event of the month. */
  lastEvent: number;
  /** Null before the first seal. */
  sealedThrough: number | null;
}>;

/** The steps that are not done, in the order of work. */
export function openStepsOf(facts: MonthStepFacts): MonthStep[] {
  const { bank, bankLines, outgoing, unproved, suspense, card } = facts;
  const { notifications, payouts, checks, lastEvent, sealedThrough } = facts;
  const isChecked = checks.every(
    ({ isSound, through }) => isSound === true && through !== null && through >= lastEvent,
  );
  const isUnexplained =
    bankLines.count + outgoing.count + unproved.count + suspense.count > 0 || bank.difference !== 0;
  const atProvider =
    card.exceptions.count + card.fees.count + card.deposits.count + card.unsettled.count;
  const isOpen: Readonly<Record<MonthStep, boolean>> = {
    bank: isUnexplained || bank.missing.length > 0 || bank.gaps.length > 0,
    cards: atProvider > 0 || card.difference !== 0 || card.missing.length > 0,
    notifications: notifications.count > 0,
    payouts: payouts.count > 0,
    "ledger-check": !isChecked,
    seal: sealedThrough === null || sealedThrough < lastEvent,
  };
  return monthSteps.filter((step) => isOpen[step]);
}
