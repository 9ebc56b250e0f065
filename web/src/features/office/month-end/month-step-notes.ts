import { addDays, type FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { accountWords } from "@portal/shared/sales/bank-lines.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { formatDay } from "../../../ui/days.tsx";

export type MonthEnd = ApiOutputs["monthEnd"]["get"];

/** The bank at the end of the month. */
export function reconciliationOf({ to }: MonthEnd): string {
  return `/admin/accounting?view=bank&as-of=${to}`;
}

/** The card provider beside its settlements at the end of the month. */
export function cardReconciliationOf({ to }: MonthEnd): string {
  return `/admin/accounting?view=card&as-of=${to}`;
}

/** Where the first thing that is left to do is done. */
export function bankHref(monthEnd: MonthEnd): string {
  const { bank, bankLines, outgoing, unproved, suspense } = monthEnd;
  const isInReconciliation =
    outgoing.count + unproved.count + suspense.count > 0 || bank.difference !== 0;
  return bankLines.count === 0 && isInReconciliation
    ? reconciliationOf(monthEnd)
    : "/admin/bank-payments";
}

/** What is left of the bank transactions, in words. */
export function bankNote(monthEnd: MonthEnd): string {
  const { bank, bankLines, outgoing, unproved, suspense, currency } = monthEnd;
  const difference =
    bank.difference !== 0 &&
    `Balances and transactions differ by ${formatMoney(Math.abs(bank.difference), currency)}`;
  const missing = bank.missing.map(({ account, days }) =>
    missingNote(
      account === null ? "statement" : `statement of account ${accountWords(account)}`,
      days,
    ),
  );
  const gaps = bank.gaps.map(
    ({ account, from, to, stated, expected }) =>
      `${account === null ? "Bank" : `Account ${accountWords(account)}:`} balances differ by ${formatMoney(Math.abs(stated - expected), currency)} between the statements to ${formatDay(from)} and from ${formatDay(to)}`,
  );
  const reasons = [
    leftOf(bankLines, ["open", "open"], currency),
    leftOf(outgoing, ["outgoing unexplained", "outgoing unexplained"], currency),
    leftOf(
      unproved,
      [
        "payment, payout or refund on no statement",
        "payments, payouts and refunds on no statement",
      ],
      currency,
    ),
    leftOf(
      suspense,
      ["transaction booked as Other", "transactions booked as Other, together"],
      currency,
    ),
    ...missing,
    ...gaps,
    difference,
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) return reasons.join(". ");
  return bank.isNeeded
    ? "Statements cover every day, none open"
    : "No statement needed: no bank account is set and no bank transfers were recorded";
}

type Left = Readonly<{ count: number; sum: number; before: number }>;

/** "2 fees to book, R12.00 (1 from earlier months)"; false for nothing. */
function leftOf(
  { count, sum, before }: Left,
  [one, many]: readonly [string, string],
  currency: Currency,
): string | false {
  if (count === 0) return false;
  const earlier = before === 0 ? "" : ` (${before} from earlier months)`;
  return `${count} ${count === 1 ? one : many}, ${formatMoney(sum, currency)}${earlier}`;
}

/** What is left of the card payments, in words. */
export function cardNote({ card, currency }: MonthEnd): string {
  const { matched, exceptions, fees, deposits, unsettled, difference, isNeeded, missing } = card;
  const reasons = [
    leftOf(exceptions, ["exception", "exceptions"], currency),
    leftOf(fees, ["fee to book", "fees to book"], currency),
    leftOf(
      deposits,
      ["payout or deposit without the other", "payouts and deposits without the other"],
      currency,
    ),
    leftOf(
      unsettled,
      ["bank transaction in no settlement", "bank transactions in no settlement"],
      currency,
    ),
    difference !== 0 &&
      `Balances and transactions of the card provider differ by ${formatMoney(Math.abs(difference), currency)}`,
    missing.length > 0 && missingNote("settlement", missing),
  ].filter((reason) => reason !== false);
  if (!isNeeded && reasons.length === 0) return "No settlement needed: no card payments";
  const found = `${matched || "None"} matched`;
  return reasons.length > 0
    ? [found, ...reasons].join(". ")
    : `${found}, no exceptions, no fees to book, settlements cover every day`;
}

/** As many days as the page shows at a time. */
const cardDaysMax = 92;

/** The month, or the first days before it that have something left; the reconciliation where that alone has. */
export function cardHref(monthEnd: MonthEnd): string {
  const { from, to, card } = monthEnd;
  const inMatch = card.exceptions.count + card.fees.count + card.deposits.count;
  if (inMatch === 0 && (card.unsettled.count > 0 || card.difference !== 0))
    return cardReconciliationOf(monthEnd);
  if (card.before === null) return `/admin/card-match?from=${from}&to=${to}`;
  const last = addDays(card.before, cardDaysMax - 1);
  return `/admin/card-match?from=${card.before}&to=${last < to ? last : to}`;
}

export function isAnyUnsound({ checks }: MonthEnd): boolean {
  return checks.some(({ isSound }) => isSound === false);
}

/** How far the ledger is checked, in words. */
export function checkNote(monthEnd: MonthEnd): string {
  const { checks, lastEvent, head } = monthEnd;
  if (isAnyUnsound(monthEnd)) return "The last check found differences";
  const ran = checks.flatMap(({ through }) => through ?? []);
  const never = checks.length - ran.length;
  if (ran.length === 0) return "Not checked yet";
  if (never > 0)
    return `${never} of ${checks.length} checks ${never === 1 ? "has" : "have"} not run yet`;
  return reachNote("Checked", Math.min(...ran), { lastEvent, head });
}

/** How far the ledger is sealed, in words. */
export function sealNote({ sealedThrough, lastEvent, head }: MonthEnd): string {
  if (sealedThrough === null) return "No seal yet";
  return reachNote("Sealed", sealedThrough, { lastEvent, head });
}

function reachNote(
  what: string,
  through: number,
  { lastEvent, head }: Pick<MonthEnd, "lastEvent" | "head">,
): string {
  return through < lastEvent
    ? `${what} through position ${through}. The month ends at position ${lastEvent}`
    : `${what} through position ${through} of ${head}`;
}

/** More ranges than this would fill a phone. */
const rangesMax = 4;

/** "No statement for 1 Oct 2026 and 7 to 9 Oct 2026" */
function missingNote(what: string, days: readonly FirstAndLast[]): string {
  const ranges = days
    .slice(0, rangesMax)
    .map(({ from, to }) =>
      from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`,
    );
  const more = days.length - ranges.length;
  if (more > 0) ranges.push(more === 1 ? "1 more period" : `${more} more periods`);
  const last = ranges.pop() ?? "";
  return `No ${what} for ${ranges.length > 0 ? `${ranges.join(", ")} and ` : ""}${last}`;
}
