import { cellHoldHours } from "@portal/shared/people/accounts.ts";

/** A person's number, and the one before it while the new one waits. International form. */
export type KnownNumber = Readonly<{
  cell: string | null;
  /** Null where there was none. */
  formerCell: string | null;
  /** Null where the number is the first one. */
  cellChangedAt: string | null;
}>;

/** Until when codes still go to the number of before; null where they go to the one that is shown. */
export function cellHoldUntil({ cellChangedAt }: KnownNumber, now: string): string | null {
  if (cellChangedAt === null) return null;
  const until = Date.parse(cellChangedAt) + cellHoldHours * 3600_000;
  return until > Date.parse(now) ? new Date(until).toISOString() : null;
}

/** Where codes go: whoever changes a number must not get the codes of the account by it at once. */
export function numberForCodes(known: KnownNumber, now: string): string | null {
  return cellHoldUntil(known, now) === null ? known.cell : known.formerCell;
}

/** A second change begins the wait again, and codes go on going where they went before the first. */
export function withNewCell(known: KnownNumber, cell: string, now: string): KnownNumber {
  if (cell === known.cell) return known;
  const formerCell = numberForCodes(known, now);
  return cell === formerCell
    ? { cell, formerCell: null, cellChangedAt: null }
    : { cell, formerCell, cellChangedAt: now };
}
