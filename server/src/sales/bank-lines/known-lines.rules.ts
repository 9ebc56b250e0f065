import { addDays } from "@portal/shared/platform/calendar.ts";
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
 * A line that may be a stored one in another layout, or on the day of its value in place of that of its booking, repeats it.
 *
 * @param stored those of the days of the file, and of `nearDays` before and behind each
 * @param isKnownFile whether a file of exactly these bytes was uploaded before, which may have been read without its account
 * @returns for each line of the file, in its order
 */
export function recogniseLines(
  lines: readonly FileLine[],
  stored: readonly StoredLine[],
  { account, isKnownFile }: Readonly<{ account: string; isKnownFile: boolean }>,
): Recognised[] {
  // Of one day and amount, in their order; each leaves when it is found, so that thousands of equal ones take no longer.
  const near = new Map(
    [...Map.groupBy(stored, moneyOf)].map(([money, rows]) => [money, new Set(rows)]),
  );
  const sameStatements = statementsThatAgree(lines, stored);
  const sameMoney = statementsOfSameMoney(lines, stored);
  const isProven = (line: FileLine, { upload }: StoredLine) =>
    isIdentified(line, account) || isKnownFile || sameStatements.has(upload);
  const isOwn = (line: FileLine, row: StoredLine) =>
    bareAccount(account) === bareAccount(row.account) && isProven(line, row);
  const isUnnamed = (row: StoredLine) =>
    isKnownFile && [account, row.account].some((each) => bareAccount(each) === "");
  const sameWords = comparerOfWords();
  const sameId = sameIdAmong(lines, stored);
  const inDaysOfBoth = inDaysOfBothAmong(lines, stored);
  const isOther = (isIt: Round[1]): Round[1] => {
    return (line, row) => mayBeOneAccount(account, row.account) && isIt(line, row);
  };
  const rounds: readonly Round[] = [
    ["known", (line, row) => isOwn(line, row) && isSame(line, row)],
    ["known", (line, row) => isOwn(line, row) && isSameErased(line, row)],
    ["known", (line, row) => isUnnamed(row) && isSame(line, row)],
    ["known", (line, row) => isUnnamed(row) && isSameErased(line, row)],
    ["repeats", isOther((line, row) => mayRepeat(line, account, row) || sameWords(line, row))],
    ["repeats", isOther(mayRepeatErased)],
    // Other columns of the same file may have been chosen.
    ["repeats", isOther(() => isKnownFile)],
    ["repeats", isOther(sameId), nearDays],
    [
      "repeats",
      isOther(
        (line, row) =>
          inDaysOfBoth(line, row) && (sameWords(line, row) || namesSameOrders(line, row)),
      ),
      nearDays,
    ],
    ["repeats", isOther((line, row) => sameMoney.has(row.upload) && !namesOthers(line, row))],
  ];
  const amounts = new Set(stored.map(({ amount }) => amount));
  const recognised = lines.map((): Recognised => ({ known: null, repeats: null }));
  for (const [as, isIt, days = 0] of rounds)
    for (const [at, line] of lines.entries()) {
      const found = recognised[at];
      // Most lines of a new file are of no stored amount.
      if (!amounts.has(line.amount)) continue;
      if (!found || found.known !== null || found.repeats !== null) continue;
      const row = firstOf(daysAround(line.day, days), (day) =>
        firstOf(near.get(moneyOf({ ...line, day })) ?? [], (candidate) =>
          isIt(line, candidate) ? candidate : undefined,
        ),
      );
      if (!row) continue;
      near.get(moneyOf(row))?.delete(row);
      recognised[at] = { ...found, [as]: row.id };
    }
  return recognised;
}

function firstOf<Each, Found>(
  all: Iterable<Each>,
  find: (each: Each) => Found | undefined,
): Found | undefined {
  for (const each of all) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `days`: how far apart their days may be. */
type Round = readonly [
  as: keyof Recognised,
  isIt: (line: FileLine, row: StoredLine) => boolean,
  days?: number,
];

/** How far the days of one transaction may be apart in two files: of its value and of its booking, over a weekend. */
export const nearDays = 5;

/** The day, and those before and behind it, the nearest first. */
export function daysAround(day: string, count: number): string[] {
  const apart = Array.from({ length: count }, (_, at) => at + 1);
  return [day, ...apart.flatMap((days) => [addDays(day, -days), addDays(day, days)])];
}

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
    // An older release may have put the same words together in another way.
    (stored.isOld && bareAccount(account) === bareAccount(stored.account)) ||
    (line.bankId !== null && line.bankId === stored.bankId) ||
    namesSameOrders(line, stored)
  );
}

/** The orders that a text named are kept. */
function mayRepeatErased(line: FileLine, stored: StoredLine): boolean {
  return isErased(stored) && !(line.namedOrders.length > 0 && stored.namedOrders.length > 0);
}

function namesSameOrders(line: FileLine, stored: StoredLine): boolean {
  return line.namedOrders.length > 0 && isEqual(line.namedOrders, stored.namedOrders);
}

function namesOthers(line: FileLine, stored: StoredLine): boolean {
  const isNamed = line.namedOrders.length > 0 && stored.namedOrders.length > 0;
  return isNamed && !isEqual(line.namedOrders, stored.namedOrders);
}

/** Whether two texts have the same words, in any order, and written large or small. */
function comparerOfWords() {
  const known = new Map<string, string>();
  const words = (description: string) => {
    const found = known.get(description) ?? wordsOf(description);
    known.set(description, found);
    return found;
  };
  return (one: FileLine, other: FileLine): boolean =>
    words(one.description) === words(other.description);
}

function wordsOf(description: string): string {
  const words = description.toUpperCase().split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words)].toSorted().join(" ").trim();
}

/** Whether two have one id, which stands in neither file beside this amount a second time: some banks give one id to all. */
function sameIdAmong(lines: readonly FileLine[], stored: readonly StoredLine[]) {
  const idOf = ({ bankId, amount }: FileLine) => `${bankId} ${amount}`;
  const ofUpload = (row: StoredLine) => `${row.upload} ${idOf(row)}`;
  const inFile = Map.groupBy(lines, idOf);
  const inUpload = Map.groupBy(stored, ofUpload);
  return (line: FileLine, row: StoredLine): boolean =>
    !/^0*$/.test(line.bankId ?? "") &&
    line.bankId === row.bankId &&
    inFile.get(idOf(line))?.length === 1 &&
    inUpload.get(ofUpload(row))?.length === 1;
}

/** Whether each file has transactions before and behind the day of the other: a transaction that it lacks has another day. */
function inDaysOfBothAmong(lines: readonly FileLine[], stored: readonly StoredLine[]) {
  const own = daysOf(lines);
  const uploads = Map.groupBy(stored, ({ upload }) => upload);
  const others = new Map([...uploads].map(([upload, rows]) => [upload, daysOf(rows)]));
  return (line: FileLine, { day, upload }: StoredLine): boolean =>
    isWithin(day, own) && isWithin(line.day, others.get(upload) ?? own);
}

/**
 * Uploads that have most of their money of the days that this file covers too in common with it, whatever its texts are. One
 * transaction alone proves nothing.
 */
function statementsOfSameMoney(
  lines: readonly FileLine[],
  stored: readonly StoredLine[],
): ReadonlySet<string> {
  const uploads = Map.groupBy(stored, ({ upload }) => upload);
  return new Set(
    [...uploads].flatMap(([upload, earlier]) => {
      const [mine, theirs] = onDaysOfBoth(lines, earlier).map((those) => those.map(moneyOf));
      const count = inCommon(mine ?? [], theirs ?? []);
      const isMost = count * 2 > Math.min(mine?.length ?? 0, theirs?.length ?? 0);
      return count > 1 && isMost ? [upload] : [];
    }),
  );
}

/** Of two files, those on the days that both cover. */
function onDaysOfBoth(
  lines: readonly FileLine[],
  earlier: readonly StoredLine[],
): [FileLine[], StoredLine[]] {
  const [own, other] = [daysOf(lines), daysOf(earlier)];
  const isInBoth = ({ day }: FileLine) => isWithin(day, own) && isWithin(day, other);
  return [lines.filter(isInBoth), earlier.filter(isInBoth)];
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
  return new Set(
    [...uploads].flatMap(([upload, earlier]) => {
      const [inFile, inUpload] = onDaysOfBoth(lines, earlier);
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
  return inCommon(whole, part) === part.length;
}

/** How many of one list are in the other too, each as often as there. */
function inCommon(one: readonly string[], other: readonly string[]): number {
  const counts = Map.groupBy(one, (facts) => facts);
  return [...Map.groupBy(other, (facts) => facts)].reduce(
    (sum, [facts, equal]) => sum + Math.min(counts.get(facts)?.length ?? 0, equal.length),
    0,
  );
}

function moneyOf({ day, amount }: Pick<FileLine, "day" | "amount">): string {
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
