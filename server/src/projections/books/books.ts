import { schedulesOf } from "@portal/shared/money/books.ts";
import type { Chart } from "@portal/shared/catalogue/chart.ts";
import { type FinancialYears, firstMonthOfYear } from "@portal/shared/catalogue/financial-year.ts";
import {
  type Day,
  type FirstAndLast,
  firstDayOf,
  type Month,
} from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { VatRegistrations } from "@portal/shared/catalogue/vat-registration.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type pg from "pg";
import { type BookEntry, type PostedEntry, postedOn } from "../../money/books/book-entry.rules.ts";
import {
  type BalanceSums,
  type BalanceTable,
  createBalanceTable,
} from "../../money/books/trial-balance.rules.ts";
import type { UnpaidAtEnd } from "../../money/books/ageing.rules.ts";
import {
  createOwedAtEnd,
  type CreditAtEnd,
  type CustomerMoneyAtEnd,
} from "../../money/books/owed-at-end.rules.ts";
import type { UnusedNumber } from "../../money/books/document-register.rules.ts";
import type { VatSchedule } from "../../money/books/vat-schedules.rules.ts";
import { type VatDocument, vatDocumentsOf } from "../../money/books/vat.rules.ts";
import {
  listSkippedNumbers,
  type SkippedNumbers,
} from "../../money/books/skipped-numbers.queries.ts";
import { loadFinancialYears } from "../../catalogue/shop-settings/financial-years.store.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegistrations } from "../../platform/db/region.queries.ts";
import { readHead } from "../../platform/ledger/read-events.ts";
import type { ClockLimits } from "../ledger-catalogue.ts";
import { type PassedEvent, passOverLedger } from "../rebuild/ledger-pass.ts";
import { inTransaction } from "../rebuild/replay.ts";
import { createBooksPass } from "./books-pass.ts";
import { createIncomePass, type Income } from "./income-pass.ts";
import { createSchedulesPass } from "./schedules-pass.ts";
import { createUnpaidOrdersPass } from "./unpaid-orders-pass.ts";
import { createUnusedNumbersPass } from "./unused-numbers-pass.ts";

/** The ledger up to a position, the months that were closed by then, on which days documents have VAT, the financial years, and what restores skipped. */
export type BooksState = Readonly<{
  region: Region;
  calendar: Calendar;
  registration: VatRegistrations;
  years: FinancialYears;
  skipped: readonly SkippedNumbers[];
  through: number;
}>;

/**
 * The newest state. Later events and closings do not change what is read of it.
 *
 * @param knownAt of figures as known at an instant: documents have VAT as the shop's registration was known then
 */
export async function readBooksState(
  db: ReadDatabase,
  region: Region,
  knownAt: string | null = null,
): Promise<BooksState> {
  const through = await readHead(db);
  const calendar = await getCalendar(db, region);
  const closings = calendar.closings.filter(({ position }) => position <= through);
  const registrations = await loadRegistrations(db, region, knownAt);
  const registration = { ...registrations, timeZone: calendar.timeZone };
  const skipped = await listSkippedNumbers(db);
  const years = await loadFinancialYears(db, region);
  return { region, calendar: { ...calendar, closings }, registration, years, skipped, through };
}

export type OnPage = (position: number) => void;

/**
 * The entries that are posted on the days of a period.
 *
 * @throws ReplayStopped
 */
export async function readPostedEntries(
  client: pg.ClientBase,
  state: BooksState,
  { isOf, onPage }: Readonly<{ isOf: (postingDate: Day) => boolean; onPage?: OnPage }>,
): Promise<readonly PostedEntry[]> {
  const { calendar } = state;
  const entries: PostedEntry[] = [];
  await passBooks(client, state, {
    onPage,
    onEntry(entry) {
      const posted = postedOn(calendar, entry);
      if (isOf(posted.postingDate)) entries.push(posted);
    },
  });
  return entries;
}

/** The documents that are posted in a period, the region's schedules at its end, and the order numbers that were on no invoice by then. */
export type VatFacts = Readonly<{
  documents: readonly VatDocument[];
  schedules: readonly VatSchedule[];
  unused: readonly UnusedNumber[];
}>;

/** @throws ReplayStopped */
export async function readVat(
  client: pg.ClientBase,
  state: BooksState,
  { onPage, ...period }: FirstAndLast & Readonly<{ onPage?: OnPage }>,
): Promise<VatFacts> {
  const { calendar } = state;
  const { from, to } = period;
  const entries: PostedEntry[] = [];
  const facts = createVatFacts(state, period);
  await passBooks(client, state, {
    onPage,
    onPassed: facts.add,
    onEntry(entry) {
      if (entry.document === null) return;
      const posted = postedOn(calendar, entry);
      if (from <= posted.postingDate && posted.postingDate <= to) entries.push(posted);
    },
  });
  return facts.of(entries);
}

type VatFactsPass = Readonly<{
  add: (passed: PassedEvent) => void;
  /** @param entries at least those of the period that have a document */
  of: (entries: readonly PostedEntry[]) => VatFacts;
}>;

function createVatFacts(
  { region, calendar, registration, skipped }: BooksState,
  period: FirstAndLast,
): VatFactsPass {
  const { add, schedules } = createSchedulesPass(calendar, registration, period);
  const numbers = createUnusedNumbersPass(calendar, skipped, period);
  return {
    add(passed) {
      add(passed);
      numbers.add(passed);
    },
    of: (entries) => ({
      documents: vatDocumentsOf(entries),
      schedules: schedules().filter(({ kind }) => schedulesOf[region].includes(kind)),
      unused: numbers.unused(),
    }),
  };
}

/** The accounts of one currency, and their sums in a financial year. Amounts in minor units. */
export type TrialBalance = Readonly<{
  currency: Currency;
  accounts: readonly BalanceSums[];
  /** Σ of what placed orders still have to bring in, which is in no account; null where the balance is of whole months. */
  awaited: number | null;
}>;

/**
 * The trial balance of the journals up to a month, in its financial year: what was recorded late counts where it is posted.
 *
 * @throws ReplayStopped
 */
export async function readPostedBalance(
  client: pg.ClientBase,
  state: BooksState,
  { chart, month, onPage }: Readonly<{ chart: Chart; month: Month; onPage?: OnPage }>,
): Promise<readonly TrialBalance[]> {
  const { calendar, years } = state;
  const tables = createTables(chart, { years, month });
  await passBooks(client, state, {
    onPage,
    onEntry(entry) {
      const { postingDate } = postedOn(calendar, entry);
      if (postingDate.slice(0, 7) <= month) tables.add(entry, postingDate);
    },
  });
  return tables.balances();
}

/**
 * The trial balance as of a time, as it was known at a time; without limits, now. It equals `finance totals` with the same
 * limits, where what earlier financial years brought is counted too; entries are of the year of their own day.
 *
 * @param asked.month whose financial year it is of
 * @throws ReplayStopped, also for an event that rests on one that is left out
 */
export async function readBalanceAsOf(
  client: pg.ClientBase,
  state: BooksState,
  asked: ClockLimits & Readonly<{ chart: Chart; month: Month; onPage?: OnPage }>,
): Promise<readonly TrialBalance[]> {
  const { chart, month, onPage, ...limits } = asked;
  const tables = createTables(chart, { years: state.years, month });
  const awaited = await passBooks(client, state, {
    ...limits,
    onPage,
    onEntry: (entry) => tables.add(entry, postedOn(state.calendar, entry).ownDay),
  });
  return tables.balances(awaited);
}

/** What the package of a month has of the books. */
export type MonthBooks = VatFacts &
  Readonly<{
    /** The entries of the month. */
    entries: readonly PostedEntry[];
    /** Of the journals through the month. */
    balances: readonly TrialBalance[];
    /** Of the financial year through the month. */
    income: Income;
    unpaid: readonly UnpaidAtEnd[];
    credit: readonly CreditAtEnd[];
    customerMoney: readonly CustomerMoneyAtEnd[];
  }>;

/**
 * The books of a month in one pass: what a closed month has never changes.
 *
 * @throws ReplayStopped
 */
export async function readMonthBooks(
  client: pg.ClientBase,
  state: BooksState,
  { chart, from, to }: FirstAndLast & Readonly<{ chart: Chart }>,
): Promise<MonthBooks> {
  const { calendar, years } = state;
  const entries: PostedEntry[] = [];
  const month = to.slice(0, 7);
  const tables = createTables(chart, { years, month });
  const { add: addIncome, income } = createIncomePass(state, {
    chart,
    from: null,
    through: month,
  });
  const orders = createUnpaidOrdersPass(calendar, to);
  const owed = createOwedAtEnd();
  const facts = createVatFacts(state, { from, to });
  await passBooks(client, state, {
    onPassed(passed) {
      facts.add(passed);
      orders.add(passed);
    },
    onEntry(entry) {
      const posted = postedOn(calendar, entry);
      if (posted.postingDate <= to) {
        tables.add(entry, posted.postingDate);
        addIncome(entry);
        owed.add(posted);
      }
      if (from <= posted.postingDate && posted.postingDate <= to) entries.push(posted);
    },
  });
  return {
    ...facts.of(entries),
    entries,
    balances: tables.balances(),
    income: income(),
    unpaid: orders.unpaid(),
    credit: owed.credit(),
    customerMoney: owed.customerMoney(),
  };
}

type BooksPassed = ClockLimits &
  Readonly<{
    commission?: boolean;
    onEntry: (entry: BookEntry) => void;
    onPassed?: (passed: PassedEvent) => void;
    onPage?: OnPage | undefined;
  }>;

/** Gives on each entry up to the end of `state`, in one snapshot of the ledger. */
export function passBooks(
  client: pg.ClientBase,
  state: BooksState,
  passed: BooksPassed,
): Promise<ReadonlyMap<Currency, number>> {
  return inTransaction(client, "repeatable read", () => passInSnapshot(client, state, passed));
}

/** `passBooks` in a transaction that has begun. */
export async function passInSnapshot(
  client: pg.ClientBase,
  { calendar, registration, through }: BooksState,
  { onEntry, onPassed, onPage, commission = true, ...limits }: BooksPassed,
): Promise<ReadonlyMap<Currency, number>> {
  const { currency } = calendar;
  const { add, awaited } = createBooksPass({ currency, registration, commission, onEntry });
  for await (const page of passOverLedger(client, { ...limits, through })) {
    for (const passed of page) {
      add(passed);
      onPassed?.(passed);
    }
    onPage?.(page.at(-1)?.position ?? 0);
  }
  return awaited;
}

/** One table for each currency with an entry, in the financial year of a month. */
function createTables(
  chart: Chart,
  { years, month }: Readonly<{ years: FinancialYears; month: Month }>,
) {
  const first = firstDayOf(firstMonthOfYear(years, month));
  const tables = new Map<Currency, BalanceTable>();
  function tableOf(currency: Currency): BalanceTable {
    const table = tables.get(currency) ?? createBalanceTable(chart);
    tables.set(currency, table);
    return table;
  }
  return {
    /** @param day on which the entry counts */
    add: ({ currency, lines }: BookEntry, day: Day): void =>
      tableOf(currency).add(lines, day < first),
    /** @param awaited of the balance as of a time, also for a currency without an entry; that of journals has none */
    balances(awaited: ReadonlyMap<Currency, number> | null = null): readonly TrialBalance[] {
      for (const currency of awaited?.keys() ?? []) tableOf(currency);
      return [...tables].map(([currency, table]) => ({
        currency,
        accounts: table.sums(),
        awaited: awaited && (awaited.get(currency) ?? 0),
      }));
    },
  };
}
