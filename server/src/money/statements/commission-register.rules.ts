import {
  type CommissionRegister,
  type EarnedByKind,
  earnedOf,
  type RegisterSort,
} from "@portal/shared/money/statements.ts";
import { type Currency, currencies } from "@portal/shared/platform/money.ts";
import { byName, type ListedPerson, peoplePageOf } from "../people-page.rules.ts";

/**
 * What a member's commission of a month consists of (docs/domain.md, "Wallet"); minor units. `opening` and `closing` are the
 * balances of the statement. `reversed` is zero or negative; `converted` to store credit and `paid` leave the balance.
 * `withheld` was kept as tax: of `paid`, of which the rest went to the bank, and of store credit that was paid out, which is in
 * no other figure of the month.
 */
export type RegisterFigures = EarnedByKind &
  Readonly<{
    opening: number;
    reversed: number;
    converted: number;
    paid: number;
    withheld: number;
    closing: number;
  }>;

/** A member with commission in several currencies, as an imported history may have it, has a row for each. */
export type RegisterRow = RegisterFigures & ListedPerson & Readonly<{ currency: Currency }>;

export type RegisterSums = RegisterFigures & Pick<RegisterRow, "currency">;

/** One for each currency of the rows; for none, that of the portal. */
export function sumsByCurrency(
  rows: readonly RegisterRow[],
  own: Currency,
): readonly RegisterSums[] {
  if (rows.length === 0) return [{ ...registerSumsOf([]), currency: own }];
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return currencies.flatMap((currency) => {
    const ofOne = byCurrency.get(currency);
    return ofOne === undefined ? [] : [{ ...registerSumsOf(ofOne), currency }];
  });
}

export function registerSumsOf(rows: readonly RegisterFigures[]): RegisterFigures {
  const sumOf = (figure: keyof RegisterFigures) =>
    rows.reduce((sum, { [figure]: amount }) => sum + amount, 0);
  return {
    opening: sumOf("opening"),
    own: sumOf("own"),
    upline: sumOf("upline"),
    stockist: sumOf("stockist"),
    leader: sumOf("leader"),
    reversed: sumOf("reversed"),
    converted: sumOf("converted"),
    paid: sumOf("paid"),
    withheld: sumOf("withheld"),
    closing: sumOf("closing"),
  };
}

/** Whether the month has more of the member than a balance that is carried on. */
export function hasMoved(figures: RegisterFigures): boolean {
  const { own, upline, stockist, leader, reversed, converted, paid, withheld } = figures;
  const moving = [own, upline, stockist, leader, reversed, converted, paid, withheld];
  return moving.some((amount) => amount !== 0);
}

/** A page of the members that were found, and the sums of all of them, for each currency. */
export function registerPageOf(
  register: readonly RegisterRow[],
  { currency, ...question }: Omit<CommissionRegister, "month"> & Readonly<{ currency: Currency }>,
) {
  const { rows, total, found } = peoplePageOf(register, question, compare);
  return { rows, total, sums: sumsByCurrency(found, currency) };
}

const compare: Readonly<Record<RegisterSort, (one: RegisterRow, other: RegisterRow) => number>> = {
  name: byName,
  opening: (one, other) => one.opening - other.opening,
  earned: (one, other) => earnedOf(one) - earnedOf(other),
  closing: (one, other) => one.closing - other.closing,
};
