import { addDays, type Day, type DayRange } from "@portal/shared/platform/calendar.ts";
import { accountNamer } from "./account-number.rules.ts";
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
  const nameOf = accountNamer(
    of.ownAccount,
    [...of.statements, ...of.movements].map(({ account }) => account),
  );
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

/**
 * What of these days the balances that the files state have beyond the movements, in minor units: a movement or a page of them
 * is missing.
 */
export function differenceWithin(
  days: DayRange,
  facts: Parameters<typeof accountBalances>[1],
): number {
  const [before, after] = [days.from, days.until].map((day) =>
    accountBalances(addDays(day, -1), facts).reduce((sum, { difference }) => sum + difference, 0),
  );
  return (after ?? 0) - (before ?? 0);
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
  const before = addDays(first, -1);
  const total = moved(before, day);
  const stated = statedBalances(statements, (through) => moved(before, through));
  const at = (end: Day) => {
    const from = stated.findLast((each) => each.day <= end) ?? stated[0];
    if (from === undefined) return null;
    const change = from.day <= end ? moved(from.day, end) : 0 - moved(end, from.day);
    return { day: from.day, balance: from.balance + change };
  };
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

type StatedBalance = Readonly<{ isEnd: boolean; day: Day; balance: number }>;

/**
 * The balances that files state, one at the end of a day, in order of the days. The end of a file says nothing where a newer
 * one goes on from within it, because its last day may not have been over; nor does the beginning of one within another.
 *
 * @param moved what moved from the first stored day through a day
 */
function statedBalances(
  statements: readonly KnownStatement[],
  moved: (through: Day) => number,
): readonly StatedBalance[] {
  const inOrder = statements
    .filter(({ opening, closing }) => (opening ?? closing) !== null)
    .toSorted((one, other) => one.id - other.id);
  // A file that was uploaded again says what it said before.
  const same = Map.groupBy(
    inOrder,
    ({ from, to, opening, closing }) => `${from} ${to} ${opening} ${closing}`,
  );
  const stating = [...same.values()].flatMap(([oldest]) => oldest ?? []);
  const balances = stating.flatMap(({ id, from, to, opening, closing }): StatedBalance[] => {
    const isContinued = stating.some((other) => other.id > id && other.from <= to && other.to > to);
    const isWithin = stating.some((other) => other.from < from && other.to >= from);
    const start = addDays(from, -1);
    return [
      ...(opening === null || isWithin ? [] : [{ isEnd: false, day: start, balance: opening }]),
      ...(closing === null || isContinued ? [] : [{ isEnd: true, day: to, balance: closing }]),
    ];
  });
  const first = ({ day, balance }: StatedBalance) => balance - moved(day);
  const agreeing = Map.groupBy(balances, first);
  const votes = (each: StatedBalance) => agreeing.get(first(each))?.length ?? 0;
  return [...Map.groupBy(balances, ({ day }) => day).values()]
    .map((ofDay) => ofDay.reduce((one, other) => betterOf(one, other, votes)))
    .toSorted((one, other) => one.day.localeCompare(other.day));
}

/**
 * Of two balances of one day, of which files within the day state others: the one with which more of the others agree; else
 * the end of the newer file, or the beginning of the older one.
 */
function betterOf(
  older: StatedBalance,
  newer: StatedBalance,
  votes: (each: StatedBalance) => number,
): StatedBalance {
  if (votes(older) !== votes(newer)) return votes(older) > votes(newer) ? older : newer;
  return newer.isEnd ? newer : older;
}
