import { addDays, type Day } from "@portal/shared/platform/calendar.ts";
import { digitsOf, isSame } from "./statement-days.rules.ts";
import type { StoredStatement } from "./statement-gaps.rules.ts";

/** A stored statement of an account, numbered in the order of the uploads. */
export type KnownStatement = StoredStatement & Readonly<{ id: number; account: string }>;

/** What moved on a day in an account, as the stored transactions say. Minor units, negative for money that left. */
export type Movement = Readonly<{ account: string; day: Day; amount: number }>;

/** An account by its stored statements, at the end of a day. Minor units. */
export type AccountBalance = Readonly<{
  /** The last digits of an account other than the shop's own; null for that one. */
  account: string | null;
  /** The first and the last stored day. */
  from: Day;
  to: Day;
  /** Before the first day, by the balances in the files; null where no file states one. */
  opening: number | null;
  /** At the end of the day; where no file states a balance, the sum of the transactions. */
  closing: number;
  /** The end of the day on which a file states the balance that `closing` is counted from; null where none does. */
  statedOn: Day | null;
  /** What `closing` has beyond `opening` and the transactions: one of them, or a page, is missing. */
  difference: number;
}>;

/**
 * The balance of each account at the end of a day. It is the last one that a file states by then, and the transactions since.
 * Accounts without a stored day by then are left out; a file that names no account is of the shop's own.
 */
export function accountBalances(
  day: Day,
  of: Readonly<{
    ownAccount: string;
    statements: readonly KnownStatement[];
    movements: readonly Movement[];
  }>,
): AccountBalance[] {
  const nameOf = accountNamer(of.ownAccount);
  const statements = Map.groupBy(of.statements, ({ account }) => nameOf(account));
  const movements = Map.groupBy(of.movements, ({ account }) => nameOf(account));
  const accounts = new Set([...statements.keys(), ...movements.keys()]);
  return [...accounts].toSorted(ownFirst).flatMap((account) => {
    const own = {
      statements: statements.get(account) ?? [],
      movements: movements.get(account) ?? [],
    };
    const balance = balanceOf(day, own);
    return balance === null ? [] : [{ account, ...balance }];
  });
}

/** The last digits of an account, or null for the shop's own and for none. */
export function accountNamer(ownAccount: string): (account: string) => string | null {
  const own = digitsOf(ownAccount);
  return (account) => {
    const digits = digitsOf(account);
    return isSame(digits, own) ? null : digits.slice(-4);
  };
}

function ownFirst(one: string | null, other: string | null): number {
  return (one ?? "").localeCompare(other ?? "");
}

type OfAccount = Readonly<{
  statements: readonly KnownStatement[];
  movements: readonly Movement[];
}>;

function balanceOf(
  day: Day,
  { statements, movements }: OfAccount,
): Omit<AccountBalance, "account"> | null {
  const first = [...statements.map(({ from }) => from), ...movements.map((each) => each.day)]
    .toSorted()
    .at(0);
  if (first === undefined || first > day) return null;
  const last = [...statements.map(({ to }) => to), ...movements.map((each) => each.day)]
    .map((each) => (each < day ? each : day))
    .toSorted()
    .at(-1);
  const moved = (after: Day, through: Day) =>
    movements.reduce(
      (sum, each) => sum + (each.day > after && each.day <= through ? each.amount : 0),
      0,
    );
  const stated = statedBalances(statements);
  const at = (end: Day) => {
    const from = stated.findLast((each) => each.day <= end) ?? stated[0];
    if (from === undefined) return null;
    const change = from.day <= end ? moved(from.day, end) : 0 - moved(end, from.day);
    return { day: from.day, balance: from.balance + change };
  };
  const before = addDays(first, -1);
  const total = moved(before, day);
  const opening = at(before)?.balance ?? null;
  const end = at(day);
  return {
    from: first,
    to: last ?? first,
    opening,
    closing: end?.balance ?? total,
    statedOn: end?.day ?? null,
    difference: end === null || opening === null ? 0 : end.balance - opening - total,
  };
}

/**
 * The balances that files state, each at the end of a day, in order; of one day, that of the newest file last. The end of a
 * file says nothing where a newer one goes on from within it, because its last day may not have been over; nor does the
 * beginning of one within another.
 */
function statedBalances(statements: readonly KnownStatement[]) {
  const stating = statements.filter(({ opening, closing }) => (opening ?? closing) !== null);
  return stating
    .flatMap(({ id, from, to, opening, closing }) => {
      const isContinued = stating.some(
        (other) => other.id > id && other.from <= to && other.to > to,
      );
      const isWithin = stating.some((other) => other.from < from && other.to >= from);
      return [
        ...(opening === null || isWithin ? [] : [{ id, day: addDays(from, -1), balance: opening }]),
        ...(closing === null || isContinued ? [] : [{ id, day: to, balance: closing }]),
      ];
    })
    .toSorted((one, other) => one.day.localeCompare(other.day) || one.id - other.id);
}
