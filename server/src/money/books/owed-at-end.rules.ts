import type { Day } from "@portal/shared/platform/calendar.ts";
import { harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { type Currency, decimalText } from "@portal/shared/platform/money.ts";
import type { BookEntry, PostedEntry } from "./book-entry.rules.ts";
import { csvOf } from "./journal-files.rules.ts";

/** Store credit of a person at the end of a period, in minor units. */
export type CreditAtEnd = Readonly<{ userId: number; currency: Currency; amount: number }>;

/** Money that the shop holds and has not earned: part payments, overpayments, what was paid of a cancelled order. */
export type CustomerMoneyAtEnd = Readonly<{
  /** Null for refunds that failed and are not paid again, of which the bank and the card provider name no order. */
  orderNumber: number | null;
  currency: Currency;
  /** Since when there is some without a break, by the posting days. */
  since: Day;
  amount: number;
}>;

type OwedAtEnd = Readonly<{
  /** @param entry in ledger order, posted by the end of the period */
  add: (entry: PostedEntry) => void;
  /** By person. */
  credit: () => readonly CreditAtEnd[];
  /** By order, and last what is of none. */
  customerMoney: () => readonly CustomerMoneyAtEnd[];
}>;

/** The accounts of store credit and of customers' money by whom they are owed to: what each list adds up to is its account. */
export function createOwedAtEnd(): OwedAtEnd {
  const credit = new Map<number, CreditAtEnd>();
  const customerMoney = new Map<number | null, CustomerMoneyAtEnd>();
  return {
    add(entry) {
      const { currency, userId, orderNumber, postingDate: since } = entry;
      const owedCredit = owedBy(entry, "storeCredit");
      if (userId !== null && owedCredit !== 0) {
        const amount = (credit.get(userId)?.amount ?? 0) + owedCredit;
        if (amount === 0) credit.delete(userId);
        else credit.set(userId, { userId, currency, amount });
      }
      const owedMoney = owedBy(entry, "customers");
      if (owedMoney !== 0) {
        const known = customerMoney.get(orderNumber) ?? { orderNumber, currency, since, amount: 0 };
        const amount = known.amount + owedMoney;
        if (amount === 0) customerMoney.delete(orderNumber);
        else customerMoney.set(orderNumber, { ...known, amount });
      }
    },
    credit: () => [...credit.values()].toSorted((one, other) => one.userId - other.userId),
    customerMoney: () =>
      [...customerMoney.values()].toSorted(
        (one, other) => (one.orderNumber ?? Infinity) - (other.orderNumber ?? Infinity),
      ),
  };
}

function owedBy({ lines }: BookEntry, account: "storeCredit" | "customers"): number {
  return lines.reduce((sum, line) => (line.account === account ? sum - line.amount : sum), 0);
}

/** Store credit by person as CSV. @param names of those who are not erased */
export function storeCreditFile(
  rows: readonly CreditAtEnd[],
  names: ReadonlyMap<number, string>,
): string {
  return csvOf(
    ["person", "name", "currency", "amount"],
    rows.map(({ userId, currency, amount }) => [
      String(userId),
      harmlessCsvText(names.get(userId) ?? "Erased"),
      currency,
      decimalText(amount),
    ]),
  );
}

/** Customers' money by order as CSV. */
export function customerMoneyFile(rows: readonly CustomerMoneyAtEnd[]): string {
  return csvOf(
    ["order", "since", "currency", "amount"],
    rows.map(({ orderNumber, since, currency, amount }) => [
      orderNumber === null ? "" : String(orderNumber),
      since,
      currency,
      decimalText(amount),
    ]),
  );
}
