import { amountIn } from "./amount-text.ts";
import { StatementError } from "./statement-error.ts";

/** As `statement-file.ts` has it. */
type CsvRecord = Readonly<{ line: number; cells: readonly string[]; parted?: readonly number[] }>;

/** `1`, `-R12`, before a comma of thousands or decimals without quotation marks. */
const begin = /^[-+(]?\s*(?:R|ZAR|GBP|USD|£|\$)?\s*[-+]?(\d+)$/iu;
/** `234`, `234.56`, `50` behind it. */
const end = /^(\d{3}(?:\.\d{1,2})?|\d{2})\)?[-+]?\s*(?:[cd]r?|od)?$/iu;

/**
 * The places in a line separated by commas at which an amount may begin that goes on in the next place, because neither is
 * quoted.
 */
export function partedIn(cells: readonly string[], quoted: ReadonlySet<number>): number[] {
  return cells.flatMap((cell, at) => {
    const next = cells[at + 1] ?? "";
    const [, digits = ""] = begin.exec(cell.trim()) ?? [];
    const [, more = ""] = end.exec(next.trim()) ?? [];
    const isOne = more !== "" && (more.length === 2 || digits.length <= 3);
    const isBare = !quoted.has(at) && !quoted.has(at + 1);
    return digits !== "" && isOne && isBare ? [at] : [];
  });
}

/**
 * An amount with a comma that is not quoted moves all values behind it. It is known by another count of values than the other
 * lines have, or by its missing decimals.
 *
 * @param records with a transaction each
 * @param places of amounts
 * @param balanceAt the place of balances, which show where they move by it that an amount is whole; -1 for none
 * @throws StatementError
 */
export function requireWhole(
  records: readonly CsvRecord[],
  places: readonly number[],
  balanceAt = -1,
): void {
  for (const place of places) {
    const filled = records.filter(({ cells }) => /\d/.test(cells[place] ?? ""));
    const isParted = ({ parted }: CsvRecord) => parted?.includes(place) ?? false;
    const isBare = ({ cells }: CsvRecord) => /^\D*\d+$/.test(cells[place] ?? "");
    const whole = filled.filter((record) => !isBare(record));
    const isFixed =
      whole.length > 0 && whole.every(({ cells }) => /[.,]\d{2}\D*$/.test(cells[place] ?? ""));
    const widths = widthsOf(isFixed ? whole : filled.filter((record) => !isParted(record)));
    const [width = 0] = widths;
    const odd = filled.filter((record) => {
      if (!isBare(record)) return false;
      if (!isParted(record)) return isFixed && widths.size === 1 && record.cells.length > width;
      const isCents = /\.\d{2}\D*$|^\d{2}\D*$/.test(record.cells[place + 1] ?? "");
      return widths.size !== 1 || record.cells.length !== width || (isFixed && isCents);
    });
    const moving = odd.length === 0 ? null : movingIn(filled, place, balanceAt);
    const first = odd.find((record) => moving?.has(record) !== true);
    if (first !== undefined) throw refused(first, place);
  }
}

/** Those whose balances differ by an amount. */
function movingIn(
  records: readonly CsvRecord[],
  place: number,
  balanceAt: number,
): ReadonlySet<CsvRecord> {
  const moving = new Set<CsvRecord>();
  for (const [at, record] of balanceAt === -1 ? [] : records.entries()) {
    const before = records[at - 1];
    const [from, to] = [minorOf(before?.cells[balanceAt]), minorOf(record.cells[balanceAt])];
    if (before === undefined || from === null || to === null) continue;
    const by = Math.abs(to - from);
    if (![before, record].some(({ cells }) => Math.abs(minorOf(cells[place]) ?? 0) === by))
      continue;
    moving.add(before);
    moving.add(record);
  }
  return moving;
}

function minorOf(cell = ""): number | null {
  try {
    return amountIn(cell, { line: 0 })?.minor ?? null;
  } catch (error) {
    if (error instanceof StatementError) return null;
    throw error;
  }
}

function widthsOf(records: readonly CsvRecord[]): Set<number> {
  return new Set(records.map(({ cells }) => cells.length));
}

function refused({ line, cells }: CsvRecord, place: number): StatementError {
  const written = cells.slice(Math.max(place - 1, 0), place + 2).join(",");
  return new StatementError(
    `line ${line}: ${written} may have a comma within a value without quotation marks; choose a file with another separator or without commas in amounts`,
  );
}
