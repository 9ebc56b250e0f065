import { type AccountKey, accountKeys, type Chart } from "@portal/shared/catalogue/chart.ts";
import { type Day, dayOf, type FirstAndLast, lastDayOf } from "@portal/shared/platform/calendar.ts";
import type { BuyerKind, DocumentKind } from "@portal/shared/money/books.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { BankEntryKind } from "@portal/shared/sales/bank-entries.ts";
import { bookedDay, type Calendar } from "../statements/statement.rules.ts";

/** An amount on an account, in minor units: a debit is positive, a credit negative. */
export type BookLine = Readonly<{
  account: AccountKey;
  /** For sales of goods, whose product may have an account of its own. */
  productId: number | null;
  amount: number;
}>;

/** An invoice or a credit note. Amounts in minor units; of a credit note, what it takes back. */
export type BookDocument = Readonly<{
  kind: DocumentKind;
  number: string;
  /** In basis points; null where the seller was not registered for VAT on the day of the invoice. */
  vatBps: number | null;
  /** When its order was placed, whose rate it has. */
  placedAt: string;
  gross: number;
  /** The part of `gross` that is for goods; the rest is for delivery. */
  goods: number;
  netGoods: number;
  netDelivery: number;
}>;

/** What one event does to the books: its lines add up to 0. */
export type BookEntry = Readonly<{
  position: number;
  event: string;
  occurredAt: string;
  currency: Currency;
  orderId: string | null;
  orderNumber: number | null;
  /** Of an entry of an order: what its buyer was by then. */
  buyer: BuyerKind | null;
  /** The member or customer whose wallet moved. */
  userId: number | null;
  /** The payout that was paid. */
  payoutId: string | null;
  /** What a booked transaction of the bank or the card provider is. */
  bankKind: BankEntryKind | null;
  /** The stored transaction of the bank that it was recorded from; of an outgoing one, its id negative. */
  bankLineId: number | null;
  /** The transaction of the card provider that it was recorded from. */
  settlementLineId: number | null;
  /** What was booked or taken back at the bank or the card provider, which has an id of its own. */
  bankEntryId: string | null;
  /** The period of VAT whose rounding was booked or taken back; null of those of older releases. */
  period: FirstAndLast | null;
  document: BookDocument | null;
  lines: readonly BookLine[];
}>;

/** An entry on the day on which it is booked. */
export type PostedEntry = BookEntry & Readonly<{ ownDay: Day; postingDate: Day }>;

/** The entry on its booked day: what was recorded after its month was closed is on the first day of the next open one. */
export function postedOn(calendar: Calendar, entry: BookEntry): PostedEntry {
  const { occurredAt, position } = entry;
  const ownDay = dayOf(occurredAt, calendar.timeZone);
  return { ...entry, ownDay, postingDate: bookedDay(calendar, { day: ownDay, position }) };
}

/** An account of the chart. */
export type AccountInChart = Readonly<{
  key: AccountKey;
  /** Where the product has an account of its own. */
  productId: number | null;
  code: string;
  name: string;
}>;

/** Debits and credits on one account of the chart; both are positive. */
export type AccountSums = AccountInChart & Readonly<{ debit: number; credit: number }>;

/** Sums by account, in the order of the chart; accounts without an amount are left out. */
export type AccountTable = Readonly<{
  add: (lines: readonly BookLine[]) => void;
  sums: () => readonly AccountSums[];
}>;

export function createAccountTable(chart: Chart): AccountTable {
  const sums = new Map<string, { -readonly [Field in keyof AccountSums]: AccountSums[Field] }>();
  return {
    add(lines) {
      for (const line of lines) {
        const account = accountOf(chart, line);
        const id = accountId(account);
        const sum = sums.get(id) ?? { ...account, debit: 0, credit: 0 };
        if (line.amount > 0) sum.debit += line.amount;
        else sum.credit -= line.amount;
        sums.set(id, sum);
      }
    },
    sums: () =>
      [...sums.values()]
        .filter(({ debit, credit }) => debit !== 0 || credit !== 0)
        .toSorted(byChart),
  };
}

/** The same for the same account. */
export function accountId({ key, productId }: Pick<AccountInChart, "key" | "productId">): string {
  return `${key}:${productId ?? ""}`;
}

/** Compares accounts by the order of the chart; those of products by their number. */
export function byChart(
  one: Pick<AccountInChart, "key" | "productId">,
  other: Pick<AccountInChart, "key" | "productId">,
): number {
  return (
    accountKeys.indexOf(one.key) - accountKeys.indexOf(other.key) ||
    (one.productId ?? 0) - (other.productId ?? 0)
  );
}

/** The account of a line in the chart. */
export function accountOf(
  { accounts, salesOfProduct }: Chart,
  { account, productId }: Pick<BookLine, "account" | "productId">,
): AccountInChart {
  const own = productId === null ? undefined : salesOfProduct[productId];
  const { code, name } = own ?? accounts[account];
  return { key: account, productId: own === undefined ? null : productId, code, name };
}

/** All accounts of the chart, in its order, and those of single products. */
export function accountsOf(chart: Chart): readonly AccountInChart[] {
  const ofProducts = Object.keys(chart.salesOfProduct).map(Number);
  return [
    ...accountKeys.map((account) => accountOf(chart, { account, productId: null })),
    ...ofProducts.map((productId) => accountOf(chart, { account: "salesGoods", productId })),
  ];
}

/** What a journal has of an account; the own day where it is of entries that are posted later than it, and told apart. */
export type JournalLine = AccountSums & Readonly<{ lateOf?: Day | undefined }>;

/** What the files of journals say of a line that is posted later than its own day. */
export function lateWords({ lateOf }: Pick<JournalLine, "lateOf">): string {
  return lateOf === undefined ? "" : `, late, of ${lateOf}`;
}

/** What a line is of, where the file has the account beside it. */
export function journalWords(number: string, line: Pick<JournalLine, "lateOf">): string {
  return `Journal ${number}${lateWords(line)}`;
}

/** A journal has one debit and one credit for each account; the debits and the credits add up to the same. */
export type Journal = Readonly<{
  /** Depends on its day and currency alone, so that it never changes. */
  number: string;
  postingDate: Day;
  currency: Currency;
  lines: readonly JournalLine[];
}>;

export type JournalsOf = Readonly<{
  chart: Chart;
  /** The portal's currency, without which a number has the currency as well. */
  currency: Currency;
  /** One journal a day, or one for each month on its last day. */
  by: "day" | "month";
}>;

/**
 * The journals of some entries: one for each posting day, or month, and currency.
 *
 * @param of.isLateApart whether what is posted later than its own day has lines of its own, last, for each such day
 */
export function journalsOf(
  entries: readonly PostedEntry[],
  { chart, currency: own, by, isLateApart = false }: JournalsOf & { isLateApart?: boolean },
): readonly Journal[] {
  const groups = new Map<
    string,
    Omit<Journal, "lines"> & Readonly<{ tables: Map<Day | undefined, AccountTable> }>
  >();
  for (const entry of entries) {
    const number = journalNumberOf(entry, { currency: own, by });
    const { currency, ownDay, postingDate: day } = entry;
    const postingDate = by === "day" ? day : lastDayOf(day.slice(0, 7));
    const lateOf = isLateApart && ownDay !== day ? ownDay : undefined;
    const { tables } = groups.get(number) ?? { tables: new Map<Day | undefined, AccountTable>() };
    const table = tables.get(lateOf) ?? createAccountTable(chart);
    table.add(entry.lines);
    tables.set(lateOf, table);
    groups.set(number, { number, postingDate, currency, tables });
  }
  return [...groups.values()]
    .map(({ tables, ...journal }) => ({ ...journal, lines: linesOf(tables) }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted((one, other) => (one.number < other.number ? -1 : 1));
}

function linesOf(tables: ReadonlyMap<Day | undefined, AccountTable>): readonly JournalLine[] {
  const inOrder = [...tables].toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));
  return inOrder.flatMap(([lateOf, table]) =>
    table.sums().map((sums) => (lateOf === undefined ? sums : { ...sums, lateOf })),
  );
}

/** The number of the journal that an entry is in; in another currency than the portal's it ends in the currency. */
export function journalNumberOf(
  { postingDate, currency }: Pick<PostedEntry, "postingDate" | "currency">,
  { currency: own, by }: Pick<JournalsOf, "currency" | "by">,
): string {
  const name = nameOfPeriod(by === "day" ? postingDate : postingDate.slice(0, 7));
  return currency === own ? name : `${name}-${currency}`;
}

/** `J202601-05` for a day, `J202601` for a month. */
export function nameOfPeriod(period: string): string {
  return `J${period.slice(0, 4)}${period.slice(5)}`;
}

/** Debits less credits, with what a trial balance began with, in minor units: 0 for books that are right. */
export function balanceOf(
  sums: readonly (Pick<AccountSums, "debit" | "credit"> & Readonly<{ opening?: number }>)[],
): number {
  return sums.reduce(
    (balance, { opening = 0, debit, credit }) => balance + opening + debit - credit,
    0,
  );
}
