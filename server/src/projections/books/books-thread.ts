import { parentPort, workerData } from "node:worker_threads";
import { accountKeys, type Chart } from "@portal/shared/catalogue/chart.ts";
import type { FinancialYears } from "@portal/shared/catalogue/financial-year.ts";
import { currencies } from "@portal/shared/platform/money.ts";
import { regions } from "@portal/shared/platform/region.ts";
import type pg from "pg";
import { z } from "zod";
import { loadChart } from "../../catalogue/shop-settings/settings.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import {
  connectPool,
  databaseOn,
  patient,
  portalRole,
  withConnection,
} from "../../platform/db/connect.ts";
import type { AccountLedger } from "../../money/books/account-ledger.rules.ts";
import type { BankFacts } from "../../money/books/bank-reconciliation.rules.ts";
import type { CardFacts } from "../../money/books/card-reconciliation.rules.ts";
import type { PostedEntry } from "../../money/books/book-entry.rules.ts";
import type { UnpaidAtEnd } from "../../money/books/ageing.rules.ts";
import type { CreditAtEnd, CustomerMoneyAtEnd } from "../../money/books/owed-at-end.rules.ts";
import type { UnusedNumber } from "../../money/books/document-register.rules.ts";
import type { VatSchedule } from "../../money/books/vat-schedules.rules.ts";
import type { VatDocument } from "../../money/books/vat.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { readBank, readCards } from "./accounts-outside.ts";
import { readAccountLedger } from "./account-ledger.ts";
import { readIncome } from "./income.ts";
import type { Income } from "./income-pass.ts";
import { ReplayStopped } from "../rebuild/replay-events.ts";
import {
  readBalanceAsOf,
  readBooksState,
  readMonthBooks,
  readPostedBalance,
  readPostedEntries,
  readVat,
  type TrialBalance,
} from "./books.ts";

const questionSchema = z.discriminatedUnion("kind", [
  /** The entries of a month or a day: those whose posting date begins with `period`. */
  z.object({ kind: z.literal("entries"), region: z.enum(regions), period: z.string() }),
  /** The documents that are posted on the days from `from` to `to`, and the schedules at the end of `to`. */
  z.object({
    kind: z.literal("vat"),
    region: z.enum(regions),
    from: z.string(),
    to: z.string(),
  }),
  /** Both of the days from `from` to `to`, the trial balance of the journals through `to`, the orders unpaid by then and what is owed. */
  z.object({
    kind: z.literal("month"),
    region: z.enum(regions),
    from: z.string(),
    to: z.string(),
  }),
  /** The trial balance as of an instant, as known at an instant, in the financial year of `month`; null is now. */
  z.object({
    kind: z.literal("balance"),
    region: z.enum(regions),
    month: z.string(),
    asOf: z.string().nullable(),
    knownAt: z.string().nullable(),
  }),
  /** The trial balance of the journals through a month. */
  z.object({ kind: z.literal("posted"), region: z.enum(regions), month: z.string() }),
  /** Income and expenses of the journals from a month through another; null is the first of the financial year. */
  z.object({
    kind: z.literal("income"),
    region: z.enum(regions),
    from: z.nullable(z.string()),
    through: z.string(),
  }),
  /** A page of the entries of an account from a month on, through a month of the journals or as of an instant; `last` is the month of either. */
  z.object({
    kind: z.literal("account"),
    region: z.enum(regions),
    account: z.object({
      key: z.enum(accountKeys),
      productId: z.nullable(z.int()),
      currency: z.enum(currencies),
    }),
    from: z.nullable(z.string()),
    last: z.string(),
    through: z.nullable(z.string()),
    asOf: z.nullable(z.string()),
    knownAt: z.nullable(z.string()),
    page: z.int(),
    pageSize: z.int(),
  }),
  /** What is on the account Bank, or that of the card provider, and the stored statements or settlements, of all days. */
  z.object({ kind: z.literal("bank"), region: z.enum(regions) }),
  z.object({ kind: z.literal("cards"), region: z.enum(regions) }),
]);
export type BooksQuestion = z.infer<typeof questionSchema>;
const requestSchema = z.intersection(questionSchema, z.object({ databaseUrl: z.string() }));
export type BooksRequest = z.infer<typeof requestSchema>;

/** What was asked for; the other lists are empty. */
export type BooksAnswer = Readonly<{
  chart: Chart;
  years: FinancialYears;
  calendar: Calendar;
  entries: readonly PostedEntry[];
  documents: readonly VatDocument[];
  schedules: readonly VatSchedule[];
  unused: readonly UnusedNumber[];
  balances: readonly TrialBalance[];
  income: Income;
  ledger: AccountLedger;
  unpaid: readonly UnpaidAtEnd[];
  credit: readonly CreditAtEnd[];
  customerMoney: readonly CustomerMoneyAtEnd[];
  bank: BankFacts;
  cards: CardFacts;
}>;

/** An event that cannot be counted, so there are no figures: a class of errors would not arrive as itself. */
type BooksStopped = Readonly<{ stoppedAt: number }>;
export type BooksReply = BooksAnswer | BooksStopped;

async function answerInThread(): Promise<void> {
  const { databaseUrl, ...question } = requestSchema.parse(workerData);
  const pool = connectPool(databaseUrl, {
    ...patient,
    role: portalRole,
    poolSize: 1,
    readOnly: true,
    applicationName: "portal-books",
  });
  try {
    const answer: BooksReply = await answerTo(pool, question).catch((error: unknown) => {
      if (error instanceof ReplayStopped) return { stoppedAt: error.position };
      throw error;
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(answer);
  } finally {
    await pool.end();
  }
}

const noLedger: AccountLedger = {
  from: "",
  opening: 0,
  debit: 0,
  credit: 0,
  closing: 0,
  total: 0,
  rows: [],
};
const noIncome: Income = { from: "", to: "", statements: [] };
const noBank: BankFacts = {
  ownAccount: "",
  statements: [],
  lines: [],
  entries: [],
  proofs: new Map(),
};
const noCards: CardFacts = { statements: [], settlement: [], ignored: new Set(), entries: [] };

async function answerTo(pool: pg.Pool, question: BooksQuestion): Promise<BooksAnswer> {
  const db = readOnly(databaseOn(pool));
  const chart = await loadChart(db, question.region);
  const knownAt = "knownAt" in question ? question.knownAt : null;
  const state = await readBooksState(db, question.region, knownAt);
  const { calendar, years } = state;
  const answer = {
    chart,
    years,
    calendar,
    entries: [],
    documents: [],
    schedules: [],
    unused: [],
    balances: [],
    income: noIncome,
    ledger: noLedger,
    unpaid: [],
    credit: [],
    customerMoney: [],
    bank: noBank,
    cards: noCards,
  };
  if (question.kind === "bank") return { ...answer, bank: await readBank(pool, question.region) };
  if (question.kind === "cards")
    return { ...answer, cards: await readCards(pool, question.region) };
  return withConnection(pool, async (client) => {
    if (question.kind === "entries") {
      const { period } = question;
      const entries = await readPostedEntries(client, state, {
        isOf: (day) => day.startsWith(period),
      });
      return { ...answer, entries };
    }
    if (question.kind === "vat") {
      const { from, to } = question;
      return { ...answer, ...(await readVat(client, state, { from, to })) };
    }
    if (question.kind === "month") {
      const { from, to } = question;
      return { ...answer, ...(await readMonthBooks(client, state, { chart, from, to })) };
    }
    if (question.kind === "posted") {
      const { month } = question;
      return { ...answer, balances: await readPostedBalance(client, state, { chart, month }) };
    }
    if (question.kind === "income") {
      const { from, through } = question;
      return { ...answer, income: await readIncome(client, state, { chart, from, through }) };
    }
    const limits = { asOf: question.asOf ?? undefined, knownAt: question.knownAt ?? undefined };
    if (question.kind === "account") {
      const { account, from, last, through, page, pageSize } = question;
      const asked = { ...limits, chart, account, from, last, through, page, pageSize };
      return { ...answer, ledger: await readAccountLedger(client, state, asked) };
    }
    const { month } = question;
    const balances = await readBalanceAsOf(client, state, { ...limits, chart, month });
    return { ...answer, balances };
  });
}

await answerInThread();
