import type { AccountLines, BankFileLine } from "./bank-file.ts";

/** A balance that the file states, and the one that its transactions make. Minor units. */
export type BalanceGap = Readonly<{
  /**
   * `page`: opening balance and transactions; `line`: the balance beside a transaction of `day` and those before it; `column`:
   * most balances beside transactions, of which the first makes another last one.
   */
  at: "page" | "line" | "column";
  day: string | null;
  stated: number;
  expected: number;
}>;

export type CheckedBalances = Readonly<{
  /** Before the first transaction; null where the file does not tell. */
  opening: number | null;
  closing: number | null;
  gaps: readonly BalanceGap[];
}>;

/**
 * Holds the balances that a file states against its transactions, newest or oldest first. A difference means that a
 * transaction or a page is missing. It refuses nothing: what is there is money all the same.
 */
export function checkBalances({
  lines,
  pages = [],
}: Pick<AccountLines, "lines" | "pages">): CheckedBalances {
  const chain = chainOf(lines);
  const pageGaps = pages.flatMap(({ opening, closing, total }): BalanceGap[] =>
    opening === null || closing === null || opening + total === closing
      ? []
      : [{ at: "page", day: null, stated: closing, expected: opening + total }],
  );
  // Of several pages it is not known which comes first, unless each begins where one before it ended.
  const [only] = pages.length === 1 ? pages : onePage(pages);
  const closing = only?.closing ?? chain?.closing ?? null;
  const opening = only?.opening ?? chain?.opening ?? openingOf(only);
  return { opening, closing, gaps: [...pageGaps, ...(chain?.gaps ?? [])] };
}

type Pages = NonNullable<AccountLines["pages"]>;

function openingOf(page: Pages[number] | undefined): number | null {
  return page === undefined || page.closing === null ? null : page.closing - page.total;
}

/** Pages that follow each other, as one. */
function onePage(pages: Pages): Pages {
  const [first, last] = [pages[0], pages.at(-1)];
  const follow = pages.every(
    ({ opening }, at) => at === 0 || (opening !== null && opening === pages[at - 1]?.closing),
  );
  if (!follow || first === undefined || last === undefined) return [];
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  return [{ opening: first.opening, closing: last.closing, total }];
}

type Step = Readonly<{ line: number; day: string; amount: number; balance: number }>;
type Chain = Readonly<{
  opening: number | null;
  closing: number | null;
  gaps: readonly BalanceGap[];
}>;

/** Null where the file states no running balance, but none or always the same. */
function chainOf(lines: readonly BankFileLine[]): Chain | null {
  const steps = stepsOf(lines);
  if (steps === null) return null;
  const ways = [steps, steps.toReversed()];
  const byDays = ways.filter(isInOrder);
  // Lines of one day, or of days in no order, are told by their balances.
  const runs = (byDays.length === 1 ? byDays : ways).flatMap((way) => runThrough(way) ?? []);
  const [best] = runs.toSorted((one, other) => one.gaps.length - other.gaps.length);
  if (best === undefined || best.gaps.length * 2 <= steps.length - 1) return best ?? null;
  const isOne = new Set(steps.map(({ balance }) => balance)).size === 1;
  return isOne ? null : { opening: null, closing: null, gaps: columnGap(best, steps) };
}

function columnGap({ opening, closing }: Chain, steps: readonly Step[]): BalanceGap[] {
  if (opening === null || closing === null) return [];
  const expected = steps.reduce((sum, { amount }) => sum + amount, opening);
  // In another order they may all be there.
  return expected === closing ? [] : [{ at: "column", day: null, stated: closing, expected }];
}

/** A transaction, or several of one line together, and the balance after it; null where the file does not state it. */
export type Moving = Readonly<{
  line: number;
  day: string;
  amount: number;
  balance: number | null;
}>;

/** How balances move from one that is stated to the next. */
export type Moves = Readonly<{
  count: number;
  /** By what stands between them. */
  along: number;
  /** By as much the other way: the transactions of which they do. */
  against: readonly Moving[];
}>;

/** How the balances beside transactions move, newest or oldest first. */
export function movesOf(lines: readonly Moving[]): Moves {
  const ways = [lines, lines.toReversed()];
  const byDays = ways.filter(isInOrder);
  const moves = (byDays.length === 1 ? byDays : ways).map(movesIn);
  const [best = none] = moves.toSorted(
    (one, other) => other.along - one.along || other.against.length - one.against.length,
  );
  return best;
}

const none: Moves = { count: 0, along: 0, against: [] };

function movesIn(lines: readonly Moving[]): Moves {
  const against: Moving[] = [];
  let [count, along, sum] = [0, 0, 0];
  let before: number | null = null;
  for (const line of lines) {
    sum += line.amount;
    if (line.balance === null) continue;
    if (before !== null) {
      count += 1;
      if (line.balance - before === sum) along += 1;
      else if (before - line.balance === sum) against.push(line);
    }
    before = line.balance;
    sum = 0;
  }
  return { count, along, against };
}

/** The transactions of a file, those of one line together. */
export function movingIn(lines: readonly BankFileLine[]): Moving[] {
  return [...Map.groupBy(lines, ({ line }) => line)].map(([line, parts]) => ({
    line,
    day: parts[0]?.day ?? "",
    amount: parts.reduce((sum, part) => sum + part.amount, 0),
    balance: parts.findLast((part) => part.balance !== null)?.balance ?? null,
  }));
}

/** A fee beside an amount is a transaction of its own on the same line, and the balance is that after both. */
function stepsOf(lines: readonly BankFileLine[]): Step[] | null {
  const steps = movingIn(lines);
  const stated = steps.flatMap(({ balance, ...step }) =>
    balance === null ? [] : [{ ...step, balance }],
  );
  return stated.length === steps.length && stated.length > 0 ? stated : null;
}

function isInOrder(steps: readonly Pick<Step, "day">[]): boolean {
  return steps.every(({ day }, at) => day >= (steps[at - 1]?.day ?? day));
}

function runThrough(steps: readonly Step[]): Chain | null {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return null;
  const gaps = steps.flatMap(({ day, amount, balance }, at): BalanceGap[] => {
    const before = steps[at - 1];
    if (before === undefined || before.balance + amount === balance) return [];
    return [{ at: "line", day, stated: balance, expected: before.balance + amount }];
  });
  return { opening: first.balance - first.amount, closing: last.balance, gaps };
}
