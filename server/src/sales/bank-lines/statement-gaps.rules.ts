/** The days and balances of a statement that was read. Minor units. */
type ReadStatement = Readonly<{
  days: Readonly<{ from: string; to: string }>;
  balances: Readonly<{
    opening: number | null;
    closing: number | null;
    gaps: readonly Readonly<{
      at: "page" | "line";
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
 * `files`: between the days `from` and `to`.
 */
export type StatementGap = Readonly<{
  at: "page" | "line" | "files";
  from: string | null;
  to: string | null;
  stated: number;
  expected: number;
}>;

/**
 * Holds a statement against its own balances and against the nearest stored ones before and after it. Statements that share
 * a day say nothing about each other.
 */
export function gapsOf(
  { days, balances }: ReadStatement,
  stored: readonly StoredStatement[],
): StatementGap[] {
  const own = balances.gaps.map(({ at, day, ...gap }) => ({ ...gap, at, from: null, to: day }));
  const before = stored
    .filter(({ to, closing }) => to < days.from && closing !== null)
    .toSorted((one, other) => other.to.localeCompare(one.to))[0];
  const after = stored
    .filter(({ from, opening }) => from > days.to && opening !== null)
    .toSorted((one, other) => one.from.localeCompare(other.from))[0];
  const next = { from: days.from, opening: balances.opening };
  const last = { to: days.to, closing: balances.closing };
  return [...own, ...between(before, next), ...between(last, after)];
}

function between(
  earlier: Pick<StoredStatement, "to" | "closing"> | undefined,
  later: Pick<StoredStatement, "from" | "opening"> | undefined,
): StatementGap[] {
  const [expected, stated] = [earlier?.closing ?? null, later?.opening ?? null];
  if (!earlier || !later || expected === null || stated === null || expected === stated) return [];
  return [{ at: "files", from: earlier.to, to: later.from, stated, expected }];
}
