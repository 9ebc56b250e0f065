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

/** A closed month, with the place of its event in the ledger. */
export type Closing = ClosingEvent["data"] & Readonly<{ position: number; closedAt: string }>;

/** The months of the projections: their midnights, and what is closed, in order. */
export type Calendar = Readonly<{
  timeZone: string;
  currency: Currency;
  closings: readonly Closing[];
}>;

/** The figures of docs/domain.md, "Wallet", at one moment. Minor units. */
export type Balance = Readonly<{
  accrued: number;
  paid: number;
  unpaid: number;
  credit: number;
  balance: number;
}>;

/** What a payout or a conversion changed in a member's figures; a request alone changes nothing. */
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

/** Where a month ends: the first instant after it, and for a closed one the last position it counts. */
export type MonthEnd = Readonly<{ before: string; through: number | null }>;

/**
 * A fact belongs to the month in which it happened, or to the first one that was open when it was
 * recorded where that is later. So all facts up to the end of a month are those that
 * happened before it ended and, once it is closed, stood in the ledger by then.
 */
export function endOf({ timeZone, closings }: Calendar, month: Month): MonthEnd {
  const before = startOfMonth(nextMonth(month), timeZone);
  const closing = closings.find((each) => each.month >= month);
  return { before, through: closing?.throughPosition ?? null };
}

export function isBy(
  { occurredAt, position }: Readonly<{ occurredAt: string; position: number }>,
  { before, through }: MonthEnd,
): boolean {
  return occurredAt < before && (through === null || position <= through);
}

/** The closing of a month; one that was closed together with a later one has that one's. */
export function closingOf({ closings }: Calendar, month: Month): Closing | null {
  return closings.find((each) => each.month >= month) ?? null;
}

/**
 * The months that can be closed now, oldest first: the one after the last closed one if it is over;
 * for the first closing any that is over, from the first one in which somebody earned.
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

export function balanceAfter(accrued: number, movements: readonly WalletMovement[]): Balance {
  const paid = movements.reduce((sum, movement) => sum + movement.paid, 0);
  const credit = movements.reduce((sum, movement) => sum + movement.credit, 0);
  const unpaid = accrued - paid;
  return { accrued, paid, unpaid, credit, balance: unpaid - credit };
}
