import { type Day, daysBetween } from "@portal/shared/platform/calendar.ts";
import { accountNamer } from "../../sales/bank-lines/account-number.rules.ts";
import {
  type AccountBalance,
  accountBalances,
  type KnownStatement,
} from "../../sales/bank-lines/statement-balance.rules.ts";

/**
 * What is known of a transaction today: nobody said what it is (`open`); it is in the books by an entry of its own or by what
 * it proves (`booked`); somebody said that other records have it (`known`), or what it is without booking it (`said`).
 */
export type LineState = "open" | "booked" | "known" | "said";

/** A transaction of a stored statement, without those that repeat another. Minor units, negative for money that left. */
export type BankTransaction = Readonly<{
  /** Negative for money that left: both ways are numbered from 1. */
  id: number;
  account: string;
  day: Day;
  amount: number;
  description: string;
  /** The orders that the description names. */
  namedOrders: readonly number[];
  /** The orders that it was matched to, with what each got of it. */
  uses: readonly Readonly<{ orderNumber: number; amount: number }>[];
  state: LineState;
}>;

/** What an event puts on the account Bank. Minor units, negative for money that left. */
export type BankEntry = Readonly<{
  position: number;
  event: string;
  day: Day;
  amount: number;
  orderId: string | null;
  orderNumber: number | null;
  userId: number | null;
  payoutId: string | null;
  /** The payment, payout, refund or bank entry: what takes it back names the same. */
  thing: string;
  /** The transaction that it was recorded from; null where the event names none. */
  lineId: number | null;
}>;

/** How `thing` names a payout. */
export function payoutThing(payoutId: string): string {
  return `payout ${payoutId}`;
}

/** How `thing` names a payment. */
export function paymentThing(orderId: string, paymentId: string): string {
  return `payment ${orderId} ${paymentId}`;
}

/** How `thing` names what was booked by hand. */
export function entryThing(entryId: string): string {
  return `entry ${entryId}`;
}

/** How `thing` names a payout or commission that came back by a transaction. */
export function returnThing(bankLineId: number, of: string): string {
  return `return ${bankLineId} ${of}`;
}

/** How `thing` names what nothing takes back. */
export function eventThing(position: number): string {
  return `event ${position}`;
}

/** Why a transaction is not in the books: `part`, of which only a part is; `later`, which is by an entry of a later day. */
export type LineReason = "unexplained" | "not-booked" | "later" | "part";

/** A transaction that is not in the books, with the amount that is not. */
export type UnbookedLine = Readonly<
  Pick<BankTransaction, "id" | "day" | "amount" | "description"> & {
    /** The last digits of an account other than the shop's own; null for that one. */
    account: string | null;
    reason: LineReason;
  }
>;

/** A payment, payout, refund or bank entry that is not on the statement. */
export type UnseenEntry = Readonly<
  Omit<BankEntry, "lineId"> & {
    /** The later day on which the statement has it; null where no stored one does. */
    seenOn: Day | null;
  }
>;

export type Counted = Readonly<{ count: number; sum: number }>;

/**
 * The account Bank and the stored statements at the end of a day. Minor units, and always
 * `statement = books + lines − entries + before + difference` (docs/finance.md, "Bank").
 */
export type BankReconciliation = Readonly<{
  day: Day;
  accounts: readonly AccountBalance[];
  statement: number;
  books: number;
  lines: Counted & Readonly<{ rows: readonly UnbookedLine[] }>;
  entries: Counted & Readonly<{ rows: readonly UnseenEntry[] }>;
  /** Before the first stored day: what the bank had, and the entries that no stored statement can have. */
  before: Readonly<{ opening: number; entries: Counted; sum: number }>;
  matched: Readonly<{ lines: number; entries: number; sum: number }>;
  /** What nothing explains: a transaction or a page of the statement is missing. */
  difference: number;
}>;

export type BankFacts = Readonly<{
  ownAccount: string;
  statements: readonly KnownStatement[];
  /** Of all days. */
  lines: readonly BankTransaction[];
  /** Of all days, in ledger order. */
  entries: readonly BankEntry[];
  /** The transaction that proves each payout and refund, by `thing`. */
  proofs: ReadonlyMap<string, number>;
}>;

/** All stored accounts together, because the books have one account for them. */
export function reconcileBank(day: Day, facts: BankFacts): BankReconciliation {
  const lines = facts.lines.filter((line) => line.day <= day);
  const things = netOf(facts.entries.filter((entry) => entry.day <= day));
  const books = sumOf(things);
  const { ofLine, unseen } = matchedThings(lines, things, facts.proofs);
  const nameOf = accountNamer(
    facts.ownAccount,
    [...facts.statements, ...facts.lines].map(({ account }) => account),
  );
  const unbooked = lines.flatMap((line): UnbookedLine[] => {
    const own = ofLine.get(line.id) ?? [];
    const amount = line.amount - sumOf(own);
    const reason = own.length === 0 ? reasonOf[line.state] : "part";
    const { id, day: on, description } = line;
    const account = nameOf(line.account);
    return amount === 0 ? [] : [{ id, day: on, amount, description, account, reason }];
  });

  const accounts = accountBalances(day, { ...facts, movements: lines });
  const first = accounts.map(({ from }) => from).toSorted()[0] ?? "";
  const dayOfLine = new Map(facts.lines.map((line) => [line.id, line.day]));
  const rows = unseen.map(({ lineId, ...entry }): UnseenEntry => {
    const seenIn = facts.proofs.get(entry.thing) ?? lineId;
    return { ...entry, seenOn: (seenIn !== null && dayOfLine.get(seenIn)) || null };
  });
  const isBefore = (entry: UnseenEntry) => entry.day < first && entry.seenOn === null;
  const older = countedOf(rows.filter(isBefore));
  const entries = rows.filter((entry) => !isBefore(entry));
  const opening = accounts.reduce((sum, account) => sum + (account.opening ?? 0), 0);

  const statement = accounts.reduce((sum, { closing }) => sum + closing, 0);
  const before = { opening, entries: older, sum: opening - older.sum };
  const seen = [...ofLine.values()].flat();
  return {
    day,
    accounts,
    statement,
    books,
    lines: { ...countedOf(unbooked), rows: unbooked },
    entries: { ...countedOf(entries), rows: entries },
    before,
    matched: { lines: ofLine.size, entries: seen.length, sum: sumOf(seen) },
    difference: statement - books - sumOf(unbooked) + sumOf(entries) - before.sum,
  };
}

const reasonOf: Readonly<Record<LineState, LineReason>> = {
  open: "unexplained",
  known: "not-booked",
  said: "not-booked",
  booked: "later",
};

function sumOf(parts: readonly Readonly<{ amount: number }>[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

function countedOf(rows: readonly Readonly<{ amount: number }>[]): Counted {
  return { count: rows.length, sum: sumOf(rows) };
}

/** What is left of each payment, payout, refund and bank entry; none of what was taken back. */
export function netOf<Entry extends BankEntry>(entries: readonly Entry[]): readonly Entry[] {
  return [...Map.groupBy(entries, ({ thing }) => thing).values()].flatMap((own) => {
    const [first] = own;
    const amount = sumOf(own);
    return first === undefined || amount === 0 ? [] : [{ ...first, amount }];
  });
}

export type MatchableLine = Pick<
  BankTransaction,
  "id" | "day" | "amount" | "namedOrders" | "uses" | "state"
>;
export type MatchableEntry = Pick<BankEntry, "thing" | "day" | "amount" | "orderNumber" | "lineId">;

/** A transfer is in the books and on the statement within this time. */
const nearDays = 7;

/**
 * Which entries each transaction is, and what no transaction is. An entry is that of the transaction that it was recorded
 * from, or that proves it. A transaction that was matched to the orders of payments without one is these payments; one of
 * which somebody said that other records have it is the entry of its amount of an order that it names, or else the nearest
 * by day.
 */
export function matchedThings<Entry extends MatchableEntry>(
  lines: readonly MatchableLine[],
  things: readonly Entry[],
  proofs: ReadonlyMap<string, number>,
) {
  const ids = new Set(lines.map(({ id }) => id));
  const ofLine = new Map<number, Entry[]>();
  const unseen = new Set<Entry>();
  function match(id: number, entry: Entry): void {
    unseen.delete(entry);
    ofLine.set(id, [...(ofLine.get(id) ?? []), entry]);
  }
  function nearest(line: MatchableLine, isIt: (entry: Entry) => boolean) {
    return [...unseen]
      .filter((each) => each.lineId === null && !proofs.has(each.thing) && isIt(each))
      .toSorted((one, other) => distanceOf(line, one) - distanceOf(line, other))[0];
  }
  for (const each of things) {
    const id = proofs.get(each.thing) ?? each.lineId;
    if (id === null || !ids.has(id)) unseen.add(each);
    else match(id, each);
  }
  const left = lines.filter(({ id }) => !ofLine.has(id));
  for (const line of left)
    for (const { orderNumber, amount } of line.uses) {
      const isPayment = (each: Entry) => each.orderNumber === orderNumber && each.amount === amount;
      const found = nearest(line, isPayment);
      if (found) match(line.id, found);
    }
  for (const line of left) {
    if (line.state !== "known") continue;
    const found = nearest(line, (each) => each.amount === line.amount && isNear(line, each));
    if (found) match(line.id, found);
  }
  return { ofLine, unseen: [...unseen] };
}

function isNear(line: MatchableLine, entry: MatchableEntry): boolean {
  return isNamed(line, entry) || distanceOf(line, entry) <= nearDays;
}

/** In days; none where the transaction names the order. */
function distanceOf(line: MatchableLine, entry: MatchableEntry): number {
  return isNamed(line, entry) ? -1 : Math.abs(daysBetween(line.day, entry.day));
}

function isNamed({ namedOrders }: MatchableLine, { orderNumber }: MatchableEntry): boolean {
  return orderNumber !== null && namedOrders.includes(orderNumber);
}
