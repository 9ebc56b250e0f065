import type { Currency } from "@portal/shared/platform/money.ts";
import {
  type Month,
  monthAt,
  monthsThrough,
  nextMonth,
  previousMonth,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import { shownText } from "../../platform/free-text/free-text.rules.ts";
import type { RecordedOf } from "../../platform/ledger/event-catalogue.ts";
import type { WalletEvent } from "../wallets/wallet.events.ts";
import type { ClosingEvent } from "./closing.events.ts";

/** A closed month, with the position of its event in the ledger. */
export type Closing = ClosingEvent["data"] & Readonly<{ position: number; closedAt: string }>;

/** The months of the statements: their time zone, and the closings in order. */
export type Calendar = Readonly<{
  timeZone: string;
  currency: Currency;
  closings: readonly Closing[];
}>;

/** The figures of docs/domain.md, "Wallet", at an instant. Minor units. */
export type Balance = Readonly<{
  accrued: number;
  paid: number;
  unpaid: number;
  credit: number;
  balance: number;
}>;

/** The change of a member's figures by a payout or a conversion; a request alone changes nothing. */
export type WalletMovement = Readonly<{
  position: number;
  occurredAt: string;
  type: "PayoutPaid" | "CommissionConverted";
  paid: number;
  credit: number;
  /** Money that left the bank. */
  cash: number;
  reference: string | null;
}>;

/** The end of a month: the first instant after it, and for a closed one the last position that counts. */
export type MonthEnd = Readonly<{ before: string; through: number | null }>;

/**
 * An event belongs to the month in which it happened, or to the first one that was open when it was recorded, whichever is
 * later. So the events up to the end of a month are those that happened before it and, once the month is closed, were in
 * the ledger at the closing.
 */
export function endOf(calendar: Calendar, month: Month): MonthEnd {
  const before = startOfMonth(nextMonth(month), calendar.timeZone);
  return { before, through: closingOf(calendar, month)?.throughPosition ?? null };
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
 * any that is over, from the first one with commission.
 */
export function closableMonths(
  { closings, timeZone }: Calendar,
  now: string,
  firstEarning: string | null,
): Month[] {
  const last = closings.at(-1);
  const lastOver = previousMonth(monthAt(now, timeZone));
  if (last) return last.month < lastOver ? [nextMonth(last.month)] : [];
  return firstEarning === null ? [] : monthsThrough(monthAt(firstEarning, timeZone), lastOver);
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
    if (type !== "PayoutPaid") continue;
    const { commission = 0, credit = 0 } = requests.get(data.payoutId) ?? {};
    const { amount: cash, referenceId } = data;
    const reference = shownText(texts, referenceId);
    movements.push({ ...at, type, paid: commission, credit: 0 - credit, cash, reference });
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
