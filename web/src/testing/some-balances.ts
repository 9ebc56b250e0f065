import type { ApiOutputs } from "../api/api.ts";
import { bank, customers, someEntries } from "./some-books.ts";

type AccountEntries = ApiOutputs["books"]["accountEntries"];
type Income = ApiOutputs["books"]["income"];
type TrialBalance = ApiOutputs["books"]["trialBalance"];

const sales = { key: "salesGoods", productId: null, code: "4000", name: "Sales" } as const;
const retainedEarnings = {
  key: "retainedEarnings",
  productId: null,
  code: "3200",
  name: "Retained earnings",
} as const;

const commission = {
  key: "commissionExpense",
  productId: null,
  code: "6000",
  name: "Commission",
} as const;

export const aTrialBalance: TrialBalance = {
  asOf: null,
  knownOn: null,
  timeZone: "Africa/Johannesburg",
  year: { from: "2025-03", to: "2026-02" },
  balances: [
    {
      currency: "ZAR",
      accounts: [
        { ...bank, opening: 60_000, debit: 373_000, credit: 257_677 },
        { ...customers, opening: 0, debit: 0, credit: 175_323 },
        { ...retainedEarnings, opening: -60_000, debit: 0, credit: 0 },
      ],
      awaited: 42_500,
    },
  ],
};

export const someAccountEntries: AccountEntries = {
  code: "1200",
  name: "Bank",
  currency: "ZAR",
  from: "2026-01",
  isClosed: false,
  opening: 10_000,
  debit: 75_000,
  credit: 20_000,
  closing: 65_000,
  total: 2,
  rows: [
    ...someEntries.map((entry) => ({
      ...entry,
      yearEnd: null,
      amount: 75_000,
      balance: 85_000,
    })),
    {
      journal: "J202602-06",
      position: 13,
      event: "PayoutPaid",
      occurredAt: "2026-02-06T09:00:00.000Z",
      ownDay: "2026-02-06",
      postingDate: "2026-02-06",
      currency: "ZAR",
      orderId: null,
      orderNumber: null,
      buyer: null,
      userId: 7,
      person: "Anna Distributor",
      payoutId: "payout-6",
      bankKind: null,
      bankLineId: null,
      bankText: null,
      settlementLineId: null,
      bankEntryId: null,
      settlement: null,
      period: null,
      document: null,
      lines: [{ ...bank, amount: -20_000 }],
      yearEnd: null,
      amount: -20_000,
      balance: 65_000,
    },
  ],
};

/** The ledger of retained earnings: what one account brought in one year. */
export const someRetainedEarnings: AccountEntries = {
  code: "3200",
  name: "Retained earnings",
  currency: "ZAR",
  from: "2000-01",
  isClosed: true,
  opening: 0,
  debit: 40_000,
  credit: 100_000,
  closing: -60_000,
  total: 2,
  rows: [
    {
      yearEnd: { from: "2024-03", to: "2025-02", day: "2025-03-01", account: sales },
      postingDate: "2025-03-01",
      amount: -100_000,
      balance: -100_000,
    },
    {
      yearEnd: { from: "2024-03", to: "2025-02", day: "2025-03-01", account: commission },
      postingDate: "2025-03-01",
      amount: 40_000,
      balance: -60_000,
    },
  ],
};

export const someIncome: Income = {
  from: "2025-03",
  to: "2026-02",
  isClosed: false,
  statements: [
    {
      currency: "ZAR",
      income: [{ ...sales, amount: 250_000, before: 100_000 }],
      expenses: [{ ...commission, amount: 60_000, before: 40_000 }],
      sums: {
        income: { amount: 250_000, before: 100_000 },
        expenses: { amount: 60_000, before: 40_000 },
        result: { amount: 190_000, before: 60_000 },
      },
    },
  ],
};
