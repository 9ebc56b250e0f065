import type { FileNote } from "./bank-file.ts";
import { isBalanceText } from "./balance-text.ts";
import { isDay } from "./day-text.ts";
import { accountIn, isAccountLabel } from "./statement-account.ts";
import type { CsvRecord } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

/** Lines of a CSV that are of one account, as the lines above them say; empty where these do not. */
export type Section = Readonly<{
  account: string;
  currency: string;
  rows: readonly CsvRecord[];
}>;

type Table = Readonly<{
  /** Above the names of the columns. */
  before: readonly CsvRecord[];
  /** Below them. */
  rows: readonly CsvRecord[];
  /** The place of the days. */
  dayAt: number;
  /** Whether the names of the columns stand here again: above a further page, or another account. */
  isAgain: (record: CsvRecord) => boolean;
}>;

/**
 * Parts the lines of a file by the accounts that they are of. Accounts stand one after another, each below lines about it, with
 * the names of the columns or without.
 *
 * @throws StatementError where another account may begin, and nothing names it
 */
export function sectionsIn(
  table: Table,
): Readonly<{ sections: readonly Section[]; notes: readonly FileNote[] }> {
  const { before, rows, isAgain } = table;
  const isDated = ({ cells }: CsvRecord) => isDay(cells[table.dayAt] ?? "");
  const { heads, inside } = headsIn(rows, isAgain, isDated);
  const own = { account: accountIn(before), currency: currencyIn(before) };
  const known = new Set(before.map(wordsOf));
  const sections: (Section & { rows: CsvRecord[] })[] = [{ ...own, rows: [] }];
  const notes = [...balancesIn(before)];
  const begin = (of: readonly CsvRecord[]) => {
    const last = sections.at(-1) ?? own;
    const account = accountIn(of) || last.account;
    const currency = currencyIn(of) || (account === last.account ? last.currency : "");
    if (account !== last.account || currency !== last.currency)
      sections.push({ account, currency, rows: [] });
  };
  const lastDated = rows.findLastIndex(isDated);
  for (const [at, record] of rows.entries()) {
    const head = heads.get(at);
    if (head !== undefined) {
      requireTold(head, known);
      notes.push(...balancesIn(head));
      begin(head);
    }
    if (isAgain(record) || inside.has(record)) continue;
    if (isDated(record) || at > lastDated) sections.at(-1)?.rows.push(record);
    else if (isAboutAccount(record)) begin([record]);
    else {
      requireNoAccount(record);
      sections.at(-1)?.rows.push(record);
    }
  }
  return { sections, notes };
}

/** The lines between the last transaction and names of columns that stand again, by the place of the first of them. */
function headsIn(
  rows: readonly CsvRecord[],
  isAgain: (record: CsvRecord) => boolean,
  isDated: (record: CsvRecord) => boolean,
) {
  const heads = new Map<number, readonly CsvRecord[]>();
  const inside = new Set<CsvRecord>();
  let from = 0;
  for (const [at, record] of rows.entries()) {
    if (isAgain(record)) {
      const head = rows.slice(from, at);
      heads.set(from, head);
      for (const each of head) inside.add(each);
      from = at + 1;
    } else if (isDated(record) || isRest(record)) from = at + 1;
  }
  return { heads, inside };
}

/** What a text without a day goes on in, and what looks like a day and is none, is no line about an account. */
function isRest({ cells }: CsvRecord): boolean {
  const first = (cells[0] ?? "").trim();
  const isEmpty = first === "" && !cells.some(isAccountLabel);
  return isEmpty || /^\d{1,4}[-/.]\d/u.test(first);
}

function isAboutAccount(record: CsvRecord): boolean {
  return !isRest(record) && accountIn([record]) !== "";
}

const page = /^page \d+(?: (?:of|\/) \d+)?$/i;

/** @throws StatementError for lines above names of columns that may be about another account */
function requireTold(head: readonly CsvRecord[], known: ReadonlySet<string>): void {
  if (accountIn(head) !== "") return;
  const untold = head.find((record) => {
    const words = wordsOf(record);
    const isTold = known.has(words) || page.test(words) || currencyIn([record]) !== "";
    return !isTold && !record.cells.some(isBalanceText);
  });
  if (untold === undefined) return;
  throw new StatementError(
    `line ${untold.line}: below “${wordsOf(untold).slice(0, 60)}” the names of the columns stand again, and nothing says of which account; save each account as a file of its own`,
  );
}

const kindOfAccount =
  /\b(?:account|rekening|savings?|spaar\w*|cheque|current|transmission|credit card|loan|pocket|pot|wallet)\b/i;

/** @throws StatementError for a line between transactions that may name another account */
function requireNoAccount(record: CsvRecord): void {
  const words = wordsOf(record);
  const isAlone = record.cells.filter((cell) => cell.trim() !== "").length === 1;
  const isAccount = /\b(?:account|acc|a\/c|iban|rekening)\b.*\d{4}|^\d{8,}\b/i.test(words);
  if (isRest(record) || !(isAccount || (isAlone && kindOfAccount.test(words)))) return;
  throw new StatementError(
    `line ${record.line}: “${words.slice(0, 60)}” may begin another account; save each account as a file of its own`,
  );
}

function wordsOf({ cells }: CsvRecord): string {
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(" ");
}

/** `Currency:,ZAR`. */
function currencyIn(records: readonly CsvRecord[]): string {
  for (const { cells } of records) {
    const at = cells.findIndex((cell) => /^(?:account )?(?:currency|ccy)\s*:?$/i.test(cell.trim()));
    const next = at === -1 ? "" : (cells[at + 1] ?? "").trim();
    if (/^[A-Z]{3}$/.test(next)) return next;
  }
  return "";
}

/** `Balance brought forward:,450.00` above the names. */
function balancesIn(records: readonly CsvRecord[]): FileNote[] {
  return records
    .filter(({ cells: [first = "", ...rest] }) => isBalanceText(first) && /\d/.test(rest.join("")))
    .map((record) => ({ line: record.line, text: wordsOf(record), why: "a balance or total" }));
}
