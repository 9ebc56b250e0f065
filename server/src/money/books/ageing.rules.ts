import { type AgeBand, ageBands, type AgedAmounts, ageWords } from "@portal/shared/money/owed.ts";
import { type Day, daysBetween } from "@portal/shared/platform/calendar.ts";
import { harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { type Currency, decimalText } from "@portal/shared/platform/money.ts";
import { csvOf } from "./journal-files.rules.ts";

/** An order that was not paid in full at the end of a period. Minor units. */
export type UnpaidAtEnd = Readonly<{
  orderId: string;
  orderNumber: number;
  placedOn: Day;
  currency: Currency;
  outstanding: number;
}>;

/** What a member earned by one order by the end of a period, reversals taken off. Minor units. */
export type EarnedByOrder = Readonly<{ day: Day; amount: number }>;

/** A member's balance at the end of a period; `name` is null once erased. */
export type AgedBalance = Readonly<{
  userId: number;
  name: string | null;
  currency: Currency;
  balance: number;
  ages: AgedAmounts;
}>;

/** Up to how many days each age reaches, the shortest first; what is older is `over60`. */
export const ageLimits: readonly Readonly<{ age: AgeBand; days: number }>[] = [
  { age: "to7", days: 7 },
  { age: "to30", days: 30 },
  { age: "to60", days: 60 },
];

/** How old something of a day is at the end of the last day. */
export function ageOn(lastDay: Day, day: Day): AgeBand {
  const old = daysBetween(day, lastDay);
  return ageLimits.find(({ days }) => old <= days)?.age ?? "over60";
}

/**
 * A balance by age. Payouts settle the oldest commission first, so what is left is laid on the newest; a balance of 0 or less
 * has no age.
 *
 * @param earned the newest first
 */
export function agesOf(
  balance: number,
  earned: readonly EarnedByOrder[],
  lastDay: Day,
): AgedAmounts {
  const ages = { to7: 0, to30: 0, to60: 0, over60: 0 };
  let left = Math.max(0, balance);
  for (const { day, amount } of earned) {
    const part = Math.min(left, Math.max(0, amount));
    ages[ageOn(lastDay, day)] += part;
    left -= part;
  }
  return ages;
}

/** Unpaid orders at the end of the last day as CSV, the oldest first; they are in no account. */
export function unpaidOrdersFile(orders: readonly UnpaidAtEnd[], lastDay: Day): string {
  return csvOf(
    ["order", "placed", "age", "currency", "outstanding"],
    orders.map(({ orderNumber, placedOn, currency, outstanding }) => [
      String(orderNumber),
      placedOn,
      ageWords[ageOn(lastDay, placedOn)],
      currency,
      decimalText(outstanding),
    ]),
  );
}

/** Commission owed by member and age as CSV; its balances add up to those of the commission register. */
export function agedCommissionFile(balances: readonly AgedBalance[]): string {
  return csvOf(
    ["member", "name", "currency", "balance", ...ageBands.map((age) => ageWords[age])],
    balances.map(({ userId, name, currency, balance, ages }) => [
      String(userId),
      harmlessCsvText(name ?? "Erased"),
      currency,
      decimalText(balance),
      ...ageBands.map((age) => decimalText(ages[age])),
    ]),
  );
}
