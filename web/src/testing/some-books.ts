import type { ApiOutputs } from "../api/api.ts";

type Journals = ApiOutputs["books"]["journals"];
type Entries = ApiOutputs["books"]["entries"];
type TrialBalance = ApiOutputs["books"]["trialBalance"];

const bank = { key: "bank", productId: null, code: "1200", name: "Bank" } as const;
const customers = {
  key: "customers",
  productId: null,
  code: "2150",
  name: "Customer deposits and overpayments",
} as const;

export const someJournals: Journals = {
  month: "2026-02",
  isClosed: false,
  currency: "ZAR",
  days: [
    {
      number: "J202602-05",
      postingDate: "2026-02-05",
      currency: "ZAR",
      lines: [
        { ...bank, debit: 75_000, credit: 0 },
        { ...customers, debit: 0, credit: 75_000 },
      ],
    },
  ],
  months: [],
};

export const someEntries: Entries = [
  {
    journal: "J202602-05",
    position: 12,
    event: "PaymentReceived",
    occurredAt: "2026-01-26T09:00:00.000Z",
    ownDay: "2026-01-26",
    postingDate: "2026-02-05",
    currency: "ZAR",
    orderId: "00000000-0000-4000-8000-000000000001",
    orderNumber: 7001,
    userId: null,
    document: null,
    lines: [
      { ...bank, amount: 75_000 },
      { ...customers, amount: -75_000 },
    ],
  },
];

export const aTrialBalance: TrialBalance = {
  asOf: null,
  knownOn: null,
  timeZone: "Africa/Johannesburg",
  balances: [
    {
      currency: "ZAR",
      accounts: [
        { ...bank, debit: 433_000, credit: 257_677 },
        { ...customers, debit: 0, credit: 175_323 },
      ],
      awaited: 42_500,
    },
  ],
};
