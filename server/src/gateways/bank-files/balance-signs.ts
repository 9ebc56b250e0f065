import type { BankFileLine } from "./bank-file.ts";
import { type Moves, movesOf, movingIn } from "./statement-balances.rules.ts";
import { StatementError } from "./statement-error.ts";

/** Holds the signs of transactions against the balances beside them. @throws StatementError */
export function requireSigns(lines: readonly BankFileLine[]): void {
  requireAlong(movesOf(movingIn(lines)));
}

/**
 * Where balances move by the size of the transactions, signs against which they move are read wrongly: amounts without any are
 * money in, but not where the balance falls by them.
 *
 * @throws StatementError
 */
export function requireAlong({ count, along, against }: Moves): void {
  const [first] = against;
  if (first === undefined) return;
  const isSized = (along + against.length) * 10 >= count * 9;
  const isMost = against.length > along && against.length * 2 >= count;
  if (!isSized && !isMost) return;
  const way = first.amount > 0 ? ["falls", "left"] : ["rises", "came in"];
  throw new StatementError(
    `line ${first.line}: the balance ${way[0]} by this amount, and nothing says that the money ${way[1]}`,
  );
}
