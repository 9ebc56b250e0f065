import type { FirstAndLast, Month } from "@portal/shared/platform/calendar.ts";
import { hasVat, taxFileName } from "@portal/shared/platform/region.ts";
import {
  type AgedBalance,
  agedCommissionFile,
  agesOf,
  unpaidOrdersFile,
} from "../../money/books/ageing.rules.ts";
import { type Journal, journalsOf, nameOfPeriod } from "../../money/books/book-entry.rules.ts";
import {
  registerFile,
  registerRowsOf,
  unusedNumbersFile,
} from "../../money/books/document-register.rules.ts";
import { journalFiles, trialBalanceFile } from "../../money/books/journal-files.rules.ts";
import { customerMoneyFile, storeCreditFile } from "../../money/books/owed-at-end.rules.ts";
import { loadOwnTerms } from "../../money/books/own-terms.queries.ts";
import { vatFile, vatReturnFile, vatSumsFile } from "../../money/books/vat-file.rules.ts";
import { vatSchedulesFile } from "../../money/books/vat-schedules.rules.ts";
import { vatGroupsOf } from "../../money/books/vat.rules.ts";
import {
  readEarnedByOrder,
  readRegister,
} from "../../money/statements/commission-register.queries.ts";
import type { RegisterRow } from "../../money/statements/commission-register.rules.ts";
import { sealFile } from "../../money/statements/statement-documents.ts";
import { findSellerNames } from "../../money/statements/statement.queries.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";
import {
  findTaxNumberKinds,
  listTaxedPayments,
} from "../../money/statements/tax-certificates.queries.ts";
import { paidToMembersFile } from "../../money/statements/tax-certificates.rules.ts";
import { readBankFile } from "../books/bank-reconciliation.actions.ts";
import { incomeFileOf } from "../books/books.actions.ts";
import { readCardFile } from "../books/card-reconciliation.actions.ts";
import { loadNames } from "../books/entry-texts.queries.ts";
import type { BooksAnswer } from "../books/books-thread.ts";
import type { ContentsContext, ReadContents } from "./archive-contents.ts";
import { monthOf } from "./archive.rules.ts";
import {
  type Papers,
  papersOfMonth,
  printed,
  registerCsv,
  selfBilledFilesOf,
} from "./statement-contents.ts";

/** What the files of the package are written from. */
type MonthFacts = Readonly<{
  context: ContentsContext;
  month: Month;
  period: FirstAndLast;
  books: BooksAnswer;
  register: readonly RegisterRow[];
  papers: Papers;
}>;

/** Written when its turn comes, so that memory has one file at a time. */
type PackageFile = Readonly<{
  name: string;
  write: () => Promise<string | Uint8Array> | string;
}>;

/** The files of one subject; a new subject is one more line of the list. */
const subjects: readonly ((facts: MonthFacts) => readonly PackageFile[])[] = [
  journalsOfMonth,
  vatOfMonth,
  registersOfMonth,
  owedOfMonth,
  outsideOfMonth,
  sealOfMonth,
];

/**
 * What a month leaves behind for the accountant (docs/finance.md, "The package of a month"), the statements of the members
 * last. Of a closed month every figure is final; of an open one all are as of the time at which they are written.
 */
export const readMonthEnd: ReadContents = async (context, period) => {
  const { db, shop, readBooks } = context;
  const month = monthOf(period);
  const books = await readBooks({ kind: "month", region: shop.region, ...period });
  const register = await readRegister(db, books.calendar, month);
  const papers = await papersOfMonth(db, books.calendar, { month, register });
  const facts = { context, month, period, books, register, papers };
  const listed = subjects.flatMap((filesOf) => filesOf(facts));
  const files = listed.length + papers.files;
  return {
    documents: files,
    files,
    isOpen: closingOf(books.calendar, month) === null,
    async *entries() {
      for (const { name, write } of listed) yield { name, content: Buffer.from(await write()) };
      yield* printed(context, papers);
    },
  };
};

/** Every line of every entry, as a table and for programs, the trial balance of the journals through the month, and what its financial year brought. */
function journalsOfMonth({ books, month, context }: MonthFacts): readonly PackageFile[] {
  const { chart, calendar, entries, balances, income } = books;
  const of = { chart, currency: calendar.currency, by: "day" } as const;
  const name = nameOfPeriod(month);
  const { region } = context.shop;
  const brought = incomeFileOf(income);
  const inFormat = (format: "generic-csv" | "json", journals: readonly Journal[]) =>
    journalFiles(format, { ...of, name, region, journals, entries })[0]?.text ?? "";
  return [
    { name: `${name}.csv`, write: () => inFormat("generic-csv", []) },
    { name: `${name}.json`, write: () => inFormat("json", journalsOf(entries, of)) },
    { name: `trial-balance-${month}.csv`, write: () => trialBalanceFile(balances) },
    { name: brought.name, write: () => brought.text },
  ];
}

/** The figures of the return, where the region has one, the sums by rate and kind, every document behind them, and the schedules, where the region has any. */
function vatOfMonth({ context, books, month, period }: MonthFacts): readonly PackageFile[] {
  const { documents, schedules } = books;
  const { db, shop } = context;
  const { region } = shop;
  const ownTerms = () => loadOwnTerms(db, region, period.to);
  const own = async () => ({ ...(await ownTerms()), region });
  return [
    ...(hasVat[region]
      ? [
          {
            name: `vat-return-${month}.csv`,
            write: async () => vatReturnFile(documents, await own()),
          },
        ]
      : []),
    {
      name: `${taxFileName("vat", region)}-${month}.csv`,
      write: async () => vatSumsFile(vatGroupsOf(documents, await ownTerms()), region),
    },
    {
      name: `${taxFileName("vat-documents", region)}-${month}.csv`,
      write: async () => vatFile(documents, await own()),
    },
    ...(schedules.length === 0
      ? []
      : [{ name: `vat-schedules-${month}.csv`, write: () => vatSchedulesFile(schedules) }]),
  ];
}

function registersOfMonth(facts: MonthFacts): readonly PackageFile[] {
  const { context, books, month, period, register, papers } = facts;
  const { documents, unused, calendar } = books;
  const selfBilled = selfBilledFilesOf(papers, context.shop.region, calendar.currency);
  return [
    {
      name: `documents-${month}.csv`,
      write: () => registerFile(registerRowsOf(documents), context.shop.region),
    },
    { name: `unused-numbers-${month}.csv`, write: () => unusedNumbersFile(unused) },
    ...selfBilled.map(({ name, text }) => ({ name, write: () => text })),
    { name: `commission-${month}.csv`, write: () => registerCsv(register, calendar.currency) },
    {
      name: `paid-to-members-${month}.csv`,
      write: async () => {
        const payments = await listTaxedPayments(context.db, calendar, period);
        const members = payments.map(({ memberId }) => memberId);
        const names = await findSellerNames(context.db, members);
        const taxNumbers = await findTaxNumberKinds(context.db, members);
        return paidToMembersFile(payments, {
          period,
          names,
          taxNumbers,
          currency: calendar.currency,
        });
      },
    },
  ];
}

/** What was owed at the end of the month: to the shop by orders, and by the shop to members, holders of credit and customers. */
function owedOfMonth({ context, books, month, period, register }: MonthFacts) {
  const { calendar, unpaid, credit, customerMoney } = books;
  const commission = async () => {
    const earned = Map.groupBy(
      await readEarnedByOrder(context.db, calendar, month),
      ({ userId, currency }) => `${userId} ${currency}`,
    );
    return agedCommissionFile(
      register.flatMap(({ userId, name, currency, closing: balance }): AgedBalance[] => {
        const ages = agesOf(balance, earned.get(`${userId} ${currency}`) ?? [], period.to);
        return balance === 0 ? [] : [{ userId, name, currency, balance, ages }];
      }),
    );
  };
  return [
    { name: `unpaid-orders-${month}.csv`, write: () => unpaidOrdersFile(unpaid, period.to) },
    { name: `commission-owed-${month}.csv`, write: commission },
    {
      name: `store-credit-${month}.csv`,
      write: async () => {
        const holders = credit.map(({ userId }) => userId);
        return storeCreditFile(credit, await loadNames(context.db, holders));
      },
    },
    { name: `customer-money-${month}.csv`, write: () => customerMoneyFile(customerMoney) },
  ];
}

/** The bank account and what the card provider held at the end of the month, as far as statements and settlements are stored by now. */
function outsideOfMonth({ context, month, period }: MonthFacts): readonly PackageFile[] {
  const { db: readDb, now, ...rest } = context;
  const reading = { ...rest, readDb, now: () => now };
  const asOf = period.to;
  return [
    {
      name: `bank-${month}.csv`,
      write: async () => (await readBankFile(reading, { asOf })).text,
    },
    {
      name: `card-provider-${month}.csv`,
      write: async () => (await readCardFile(reading, { asOf })).text,
    },
  ];
}

/** Only a closed month has one. */
function sealOfMonth({ books, month }: MonthFacts): readonly PackageFile[] {
  const closing = closingOf(books.calendar, month);
  return closing === null
    ? []
    : [{ name: `seal-${month}.json`, write: () => sealFile(month, closing) }];
}
