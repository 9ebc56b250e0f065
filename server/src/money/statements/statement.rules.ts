import type { Currency } from "@portal/shared/platform/money.ts";
import {
  addDays,
  type Day,
  firstDayOf,
  type Month,
  monthAt,
  monthsThrough,
  nextMonth,
  previousMonth,
  startOfDay,
  lastDayOf,
} from "@portal/shared/platform/calendar.ts";
import { shownText } from "../../platform/free-text/free-text.rules.ts";
import type { RecordedOf } from "../../platform/ledger/event-catalogue.ts";
import type { WalletEvent } from "../wallets/wallet.events.ts";
import type { ClosingEvent } from "./closing.events.ts";

/** A closed month, with the position of its event in the ledger. */
export type Closing = ClosingEvent["data"] & Readonly<{ position: number; closedAt: string }>;

/** The closed months, in order. */
export type Closings = readonly Closing[];

/** The months of the statements: their time zone, and the closings in order. */
export type Calendar = Readonly<{
  timeZone: string;
  currency: Currency;
  closings: Closings;
}>;

/** The figures of docs/domain.md, "Wallet", at an instant. Minor units. */
export type Balance = Readonly<{
  accrued: number;
  paid: number;
  unpaid: number;
  credit: number;
  balance: number;
}>;

/** The change of a member's figures by a payout, a repayment or a conversion; a request alone changes nothing. */
export type WalletMovement = Readonly<{
  position: number;
  occurredAt: string;
  /** Store credit that was paid out changes nothing here but the tax, where some was withheld. */
  type:
    | "PayoutPaid"
    | "PayoutReturned"
    | "PayoutReturnUndone"
    | "CommissionRepaid"
    | "CommissionRepaymentUndone"
    | "CreditSetOff"
    | "CommissionWrittenOff"
    | "CommissionConverted"
    | "CreditPaidOut";
  paid: number;
  credit: number;
  /** Money that left the bank; negative for what it returned, or what the member paid back. */
  cash: number;
  /** Tax kept of the payout; left out where there is none, so that closed months keep their hashes. */
  withheld?: number;
  reference: string | null;
}>;

/** The end of a month: the first instant after it, and for a closed one the last position that counts. */
export type MonthEnd = Readonly<{ before: string; through: number | null }>;

/**
 * The booked day of a fact, on which every figure counts it (docs/domain.md, "Months"): its own day, or the first day of the
 * first month that was open when it was recorded, whichever is later. `endOf` with `isBy` is the same rule for all facts up
 * to a day, and `bookedDaySql` the same in SQL.
 */
export function bookedDay(
  { closings }: Pick<Calendar, "closings">,
  { day, position }: Readonly<{ day: Day; position: number }>,
): Day {
  const missed = closings.findLast(({ throughPosition }) => throughPosition < position);
  const open = missed === undefined ? day : firstDayOf(nextMonth(missed.month));
  return open > day ? open : day;
}

/** The facts up to the end of a month: those that happened before it and, once it is closed, were recorded by the closing. */
export function endOf(calendar: Calendar, month: Month): MonthEnd {
  return endOfDay(calendar, lastDayOf(month));
}

/** The same for the end of any day. */
export function endOfDay(calendar: Calendar, day: Day): MonthEnd {
  const before = startOfDay(addDays(day, 1), calendar.timeZone);
  return { before, through: closingOf(calendar, day.slice(0, 7))?.throughPosition ?? null };
}

export function isBy(
  { occurredAt, position }: Readonly<{ occurredAt: string; position: number }>,
  { before, through }: MonthEnd,
): boolean {
  return occurredAt < before && (through === null || position <= through);
}

/** The closing of a month: its own, or the later one that closed it too. */
export function closingOf({ closings }: Calendar, month: Month): Closing | null {
  return closings.find((each) => each.month >= month) ?? null;
}

/**
 * The months that can be closed now, oldest first: the one after the last closed one if it is over; for the first closing
 * any that is over, from the first one with a fact of the books.
 */
export function closableMonths(
  { closings, timeZone }: Calendar,
  now: string,
  firstFact: string | null,
): Month[] {
  const last = closings.at(-1);
  const lastOver = previousMonth(monthAt(now, timeZone));
  if (last) return last.month < lastOver ? [nextMonth(last.month)] : [];
  return firstFact === null ? [] : monthsThrough(monthAt(firstFact, timeZone), lastOver);
}

/** From the events of one wallet, in their order. */
export function walletMovements(
  events: readonly RecordedOf<WalletEvent>[],
  texts: ReadonlyMap<string, string>,
): WalletMovement[] {
  const requests = new Map<string, { commission: number; credit: number }>();
  const movements: WalletMovement[] = [];
  for (const { type, data, position, occurredAt } of events) {
    const at = { position, occurredAt };
    if (type === "PayoutRequested") requests.set(data.payoutId, data);
    if (type === "CommissionConverted")
      movements.push({ ...at, type, paid: 0, credit: data.amount, cash: 0, reference: null });
    if (type === "CreditPaidOut" && data.withheld > 0) {
      const { withheld } = data;
      movements.push({ ...at, type, paid: 0, credit: 0, cash: 0, withheld, reference: null });
    }
    if (type === "CommissionRepaid" || type === "CreditSetOff" || type === "CommissionWrittenOff") {
      const paid = 0 - data.amount;
      const cash = type === "CommissionRepaid" ? paid : 0;
      movements.push({ ...at, type, paid, credit: 0, cash, reference: null });
    }
    if (type === "CommissionRepaymentUndone") {
      const { amount } = data;
      movements.push({ ...at, type, paid: amount, credit: 0, cash: amount, reference: null });
    }
    if (type === "PayoutReturnUndone") {
      const { commission = 0, credit = 0 } = requests.get(data.payoutId) ?? {};
      const { amount, withheld } = data;
      const tax = withheld > 0 ? { withheld } : {};
      const paid = { paid: commission, credit: 0 - credit, cash: amount - withheld };
      movements.push({ ...at, type, ...paid, ...tax, reference: null });
    }
    if (type === "PayoutReturned") {
      const { commission = 0, credit = 0 } = requests.get(data.payoutId) ?? {};
      const { amount, withheld } = data;
      const tax = withheld > 0 ? { withheld: -withheld } : {};
      const cash = withheld - amount;
      movements.push({ ...at, type, paid: -commission, credit, cash, ...tax, reference: null });
    }
    if (type !== "PayoutPaid") continue;
    const { commission = 0, credit = 0 } = requests.get(data.payoutId) ?? {};
    const { amount, withheld, referenceId } = data;
    const reference = shownText(texts, referenceId);
    const cash = amount - withheld;
    const tax = withheld > 0 ? { withheld } : {};
    movements.push({ ...at, type, paid: commission, credit: 0 - credit, cash, ...tax, reference });
  }
  return movements;
}

export function movementsBetween(
  before: MonthEnd,
  end: MonthEnd,
  movements: readonly WalletMovement[],
): WalletMovement[] {
  return movements.filter((each) => isBy(each, end) && !isBy(each, before));
}

/** @param accrued Σ of the entries by the same end */
export function balanceAt(
  end: MonthEnd,
  accrued: number,
  movements: readonly WalletMovement[],
): Balance {
  const counted = movements.filter((each) => isBy(each, end));
  const paid = counted.reduce((sum, movement) => sum + movement.paid, 0);
  const credit = counted.reduce((sum, movement) => sum + movement.credit, 0);
  const unpaid = accrued - paid;
  return { accrued, paid, unpaid, credit, balance: unpaid - credit };
}
