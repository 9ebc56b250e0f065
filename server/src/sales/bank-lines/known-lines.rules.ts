import { erasedText } from "../../platform/free-text/free-text.rules.ts";
import { mayBeOneAccount } from "./account-number.rules.ts";

/** A transaction as a file writes it. `amount` and `balance` in minor units. */
export type FileLine = Readonly<{
  /** The bank's own id. Some banks number from 1 in each file, or give every transaction the same id. */
  bankId: string | null;
  day: string;
  amount: number;
  description: string;
  /** After the transaction; null where the bank does not state it. */
  balance: number | null;
  /** The orders that the description names. */
  namedOrders: readonly number[];
}>;

/** A transaction of an earlier upload. */
export type StoredLine = FileLine &
  Readonly<{
    id: number;
    account: string;
    /** Which upload brought it: those of one file have the same. */
    upload: string;
    /** By a release that stored neither the bank's id nor the balance. */
    isOld: boolean;
  }>;

/** Whether a line of a file is stored already: `known` is the id of its row; `repeats` of one that may be the same money. */
export type Recognised = Readonly<{ known: number | null; repeats: number | null }>;

/**
 * Compares the lines of one account in a file with what is stored. A line is known only where account, id, day, amount,
 * text and balance agree, as often as it stands in the file; the same id with anything else is another transaction. Where
 * neither account, id nor balance tell two accounts apart, the statements themselves must agree. An erased text may have been
 * any: its row is known by the rest, by a line that no row with a text is left for.
 *
 * @param isKnownFile whether a file of exactly these bytes was uploaded before, which may have been read without its account
 * @returns for each line of the file, in its order
 */
export function recogniseLines(
  lines: readonly FileLine[],
  stored: readonly StoredLine[],
  { account, isKnownFile }: Readonly<{ account: string; isKnownFile: boolean }>,
): Recognised[] {
  const near = Map.groupBy(stored, moneyOf);
  const sameStatements = statementsThatAgree(lines, stored);
  const isProven = (line: FileLine, { upload }: StoredLine) =>
    isIdentified(line, account) || isKnownFile || sameStatements.has(upload);
  const isOwn = (line: FileLine, row: StoredLine) =>
    bareAccount(account) === bareAccount(row.account) && isProven(line, row);
  const isUnnamed = (row: StoredLine) =>
    isKnownFile && [account, row.account].some((each) => bareAccount(each) === "");
  const rounds: readonly Round[] = [
    ["known", (line, row) => isOwn(line, row) && isSame(line, row)],
    ["known", (line, row) => isOwn(line, row) && isSameErased(line, row)],
    ["known", (line, row) => isUnnamed(row) && isSame(line, row)],
    ["known", (line, row) => isUnnamed(row) && isSameErased(line, row)],
    ["repeats", (line, row) => mayRepeat(line, account, row)],
    ["repeats", (line, row) => mayRepeatErased(line, account, row)],
    // Other columns of the same file may have been chosen.
    ["repeats", (_line, row) => isKnownFile && mayBeOneAccount(account, row.account)],
  ];
  const taken = new Set<number>();
  const recognised = lines.map((): Recognised => ({ known: null, repeats: null }));
  for (const [as, isIt] of rounds)
    for (const [at, line] of lines.entries()) {
      const found = recognised[at];
      if (!found || found.known !== null || found.repeats !== null) continue;
      const row = near
        .get(moneyOf(line))
        ?.find((candidate) => !taken.has(candidate.id) && isIt(line, candidate));
      if (!row) continue;
      taken.add(row.id);
      recognised[at] = { ...found, [as]: row.id };
    }
  return recognised;
}

type Round = readonly [as: keyof Recognised, isIt: (line: FileLine, row: StoredLine) => boolean];

function isIdentified({ bankId, balance }: FileLine, account: string): boolean {
  return account !== "" || bankId !== null || balance !== null;
}

function isSame(line: FileLine, stored: StoredLine): boolean {
  return line.description === stored.description && isSameApartFromText(line, stored);
}

function isSameErased(line: FileLine, stored: StoredLine): boolean {
  return (
    isErased(stored) &&
    isEqual(line.namedOrders, stored.namedOrders) &&
    isSameApartFromText(line, stored)
  );
}

function isSameApartFromText(line: FileLine, stored: StoredLine): boolean {
  return stored.isOld || (line.bankId === stored.bankId && line.balance === stored.balance);
}

function isErased({ description }: FileLine): boolean {
  return description === erasedText;
}

/** Another format of the same account writes another text, a rounded balance, or its number in another way or not at all. */
function mayRepeat(line: FileLine, account: string, stored: StoredLine): boolean {
  return (
    mayBeOneAccount(account, stored.account) &&
    // An older release may have put the same words together in another way.
    ((stored.isOld && bareAccount(account) === bareAccount(stored.account)) ||
      (line.bankId !== null && line.bankId === stored.bankId) ||
      line.description === stored.description ||
      (line.namedOrders.length > 0 && isEqual(line.namedOrders, stored.namedOrders)))
  );
}

/** The orders that a text named are kept. */
function mayRepeatErased(line: FileLine, account: string, stored: StoredLine): boolean {
  const namesOthers = line.namedOrders.length > 0 && stored.namedOrders.length > 0;
  return isErased(stored) && mayBeOneAccount(account, stored.account) && !namesOthers;
}

/**
 * Uploads of which every transaction on the days that this file covers too is in this file, or the other way round. One
 * transaction alone proves nothing: two accounts may receive the same amount from the same payer on one day. Nor do erased ones,
 * which are compared by day and amount.
 */
function statementsThatAgree(
  lines: readonly FileLine[],
  stored: readonly StoredLine[],
): ReadonlySet<string> {
  const uploads = Map.groupBy(stored, ({ upload }) => upload);
  const own = daysOf(lines);
  return new Set(
    [...uploads].flatMap(([upload, earlier]) => {
      const other = daysOf(earlier);
      const isInBoth = ({ day }: FileLine) => isWithin(day, own) && isWithin(day, other);
      const [inFile, inUpload] = [lines.filter(isInBoth), earlier.filter(isInBoth)];
      const ofErased = new Set(inUpload.filter(isErased).map(moneyOf));
      const isReadable = (line: FileLine) => !ofErased.has(moneyOf(line));
      const factsOf = (line: FileLine) =>
        isReadable(line) ? `${moneyOf(line)} ${line.description}` : moneyOf(line);
      const [mine, theirs] = [inFile.map(factsOf), inUpload.map(factsOf)];
      const readable = [inFile, inUpload].map((all) => all.filter(isReadable).length);
      const isPart = contains(mine, theirs) || contains(theirs, mine);
      return isPart && Math.min(...readable) > 1 ? [upload] : [];
    }),
  );
}

type Days = Readonly<{ from: string; to: string }>;

function daysOf(lines: readonly FileLine[]): Days {
  const days = lines.map(({ day }) => day).toSorted();
  return { from: days[0] ?? "", to: days.at(-1) ?? "" };
}

function isWithin(day: string, { from, to }: Days): boolean {
  return day >= from && day <= to;
}

function contains(whole: readonly string[], part: readonly string[]): boolean {
  const left = Map.groupBy(whole, (facts) => facts);
  return [...Map.groupBy(part, (facts) => facts)].every(
    ([facts, equal]) => (left.get(facts)?.length ?? 0) >= equal.length,
  );
}

function moneyOf({ day, amount }: FileLine): string {
  return `${day} ${amount}`;
}

/** Account numbers are written with blanks, dashes and leading zeros, or without. */
function bareAccount(account: string): string {
  return account
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replace(/^0+/, "");
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((number, at) => number === other[at]);
}
