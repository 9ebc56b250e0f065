import { addDays, type DayRange } from "@portal/shared/platform/calendar.ts";
import { accountNamer, identityOf } from "./account-number.rules.ts";
import { missingDays } from "./statement-days.rules.ts";

/** The days and balances of a statement that was read. Minor units. */
type ReadStatement = Readonly<{
  days: Readonly<{ from: string; to: string }>;
  balances: Readonly<{
    opening: number | null;
    closing: number | null;
    gaps: readonly Readonly<{
      at: "page" | "line" | "column";
      day: string | null;
      stated: number;
      expected: number;
    }>[];
  }>;
}>;

/** A statement of the same account that is stored already. Balances in minor units. */
export type StoredStatement = Readonly<{
  from: string;
  to: string;
  opening: number | null;
  closing: number | null;
}>;

/**
 * What is missing on a statement, or between it and a stored one: `stated` is the balance that the bank states, `expected`
 * the one that follows from what is there. `page`: the statement's own end; `line`: before a transaction of the day `to`;
 * `column`: the balances beside the transactions do not run with them; `files`: between the days `from` and `to`.
 */
export type StatementGap = Readonly<{
  at: "page" | "line" | "column" | "files";
  from: string | null;
  to: string | null;
  stated: number;
  expected: number;
}>;

/**
 * Holds a statement against its own balances and against the nearest stored ones before and after it. Statements that share
 * a day say nothing about each other: where one begins or ends within another, nothing is next to it.
 */
export function gapsOf(
  { days, balances }: ReadStatement,
  stored: readonly StoredStatement[],
): StatementGap[] {
  const own = balances.gaps.map(({ at, day, ...gap }) => ({ ...gap, at, from: null, to: day }));
  const before = nearestBefore(days.from, stored);
  const after = stored.some(({ from, to }) => from <= days.to && to > days.to)
    ? undefined
    : stored
        .filter(({ from, opening }) => from > days.to && opening !== null)
        .toSorted((one, other) => one.from.localeCompare(other.from))[0];
  const next = { from: days.from, opening: balances.opening };
  const last = { to: days.to, closing: balances.closing };
  return [...own, ...between(before, next), ...between(last, after)];
}

function nearestBefore(
  day: string,
  stored: readonly StoredStatement[],
): StoredStatement | undefined {
  if (stored.some(({ from, to }) => from < day && to >= day)) return undefined;
  return stored
    .filter(({ to, closing }) => to < day && closing !== null)
    .toSorted((one, other) => other.to.localeCompare(one.to))[0];
}

/** Between the days `from` and `to`. `account`: the last digits of one other than the shop's own; null for that one. */
export type BalanceGap = Readonly<{
  account: string | null;
  from: string;
  to: string;
  stated: number;
  expected: number;
}>;

/**
 * Where the balances of stored statements do not meet around these days although no day between them is missing: a
 * transaction or a page is. Statements that name no account are not compared.
 */
export function balanceGaps(
  days: DayRange,
  of: Readonly<{
    ownAccount: string;
    statements: readonly (StoredStatement & Readonly<{ account: string }>)[];
  }>,
): BalanceGap[] {
  const naming = of.statements.filter(({ account }) => identityOf(account) !== "");
  const nameOf = accountNamer(
    of.ownAccount,
    naming.map(({ account }) => account),
  );
  const byAccount = Map.groupBy(naming, ({ account }) => nameOf(account));
  return [...byAccount].flatMap(([account, statements]) => {
    const ranges = statements.map(({ from, to }) => ({ from, until: addDays(to, 1) }));
    const openings = new Map(statements.map((each) => [`${each.from} ${each.opening}`, each]));
    return [...openings.values()].flatMap((later) => {
      const earlier = nearestBefore(later.from, statements);
      const gaps = earlier ? between(earlier, later) : [];
      return gaps.flatMap(({ from, to, stated, expected }) => {
        if (from === null || to === null || to < days.from || from >= days.until) return [];
        const inside = { from: addDays(from, 1), until: to };
        const isMissing = missingDays(inside, ranges).length > 0;
        return isMissing ? [] : { account, from, to, stated, expected };
      });
    });
  });
}

function between(
  earlier: Pick<StoredStatement, "to" | "closing"> | undefined,
  later: Pick<StoredStatement, "from" | "opening"> | undefined,
): StatementGap[] {
  const [expected, stated] = [earlier?.closing ?? null, later?.opening ?? null];
  if (!earlier || !later || expected === null || stated === null || expected === stated) return [];
  return [{ at: "files", from: earlier.to, to: later.from, stated, expected }];
}
