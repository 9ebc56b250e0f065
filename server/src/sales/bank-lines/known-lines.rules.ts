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
 * neither account, id nor balance tell two accounts apart, the statements themselves must agree.
 *
 * @param isKnownFile whether a file of exactly these bytes was uploaded before
 * @returns for each line of the file, in its order
 */
export function recogniseLines(
  lines: readonly FileLine[],
  stored: readonly StoredLine[],
  { account, isKnownFile }: Readonly<{ account: string; isKnownFile: boolean }>,
): Recognised[] {
  const near = Map.groupBy(stored, ({ day, amount }) => `${day} ${amount}`);
  const sameStatements = statementsThatAgree(lines, stored);
  const taken = new Set<number>();
  const known = lines.map((line) => {
    const same = near.get(`${line.day} ${line.amount}`)?.find((candidate) => {
      if (taken.has(candidate.id) || !isSame(line, account, candidate)) return false;
      return isIdentified(line, account) || isKnownFile || sameStatements.has(candidate.upload);
    });
    if (same) taken.add(same.id);
    return same?.id ?? null;
  });
  return lines.map((line, at) => {
    const id = known[at] ?? null;
    if (id !== null) return { known: id, repeats: null };
    const repeat = near
      .get(`${line.day} ${line.amount}`)
      ?.find((candidate) => !taken.has(candidate.id) && mayRepeat(line, account, candidate));
    if (repeat) taken.add(repeat.id);
    return { known: null, repeats: repeat?.id ?? null };
  });
}

function isIdentified({ bankId, balance }: FileLine, account: string): boolean {
  return account !== "" || bankId !== null || balance !== null;
}

function isSame(line: FileLine, account: string, stored: StoredLine): boolean {
  if (
    bareAccount(account) !== bareAccount(stored.account) ||
    line.description !== stored.description
  )
    return false;
  return stored.isOld || (line.bankId === stored.bankId && line.balance === stored.balance);
}

/** Another format of the same account writes another text, a rounded balance, or no account. */
function mayRepeat(line: FileLine, account: string, stored: StoredLine): boolean {
  const [one, other] = [bareAccount(account), bareAccount(stored.account)];
  if (one !== other && one !== "" && other !== "") return false;
  return (
    // An older release may have put the same words together in another way.
    (stored.isOld && one === other) ||
    (line.bankId !== null && line.bankId === stored.bankId) ||
    line.description === stored.description ||
    (line.namedOrders.length > 0 && isEqual(line.namedOrders, stored.namedOrders))
  );
}

/**
 * Uploads of which every transaction on the days that this file covers too is in this file, or the other way round. One
 * transaction alone proves nothing: two accounts may receive the same amount from the same payer on one day.
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
      const mine = lines.filter(isInBoth).map(factsOf);
      const theirs = earlier.filter(isInBoth).map(factsOf);
      const common = Math.min(mine.length, theirs.length);
      const isPart = contains(mine, theirs) || contains(theirs, mine);
      return isPart && common > 1 ? [upload] : [];
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

function factsOf({ day, amount, description }: FileLine): string {
  return JSON.stringify([day, amount, description]);
}

/** Account numbers are written with blanks, dashes and leading zeros, or without. */
export function bareAccount(account: string): string {
  return account
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replace(/^0+/, "");
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((number, at) => number === other[at]);
}
