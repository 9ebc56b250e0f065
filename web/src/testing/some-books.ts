import type { ApiOutputs } from "../api/api.ts";

type Journals = ApiOutputs["books"]["journals"];
type Entries = ApiOutputs["books"]["entries"];
type Vat = ApiOutputs["books"]["vat"];
type VatDocuments = ApiOutputs["books"]["vatDocuments"];
type Documents = ApiOutputs["books"]["documents"];
type Archives = ApiOutputs["archives"]["list"];
type UnusedNumbers = ApiOutputs["books"]["unusedNumbers"];
type SelfBilled = ApiOutputs["books"]["selfBilled"];
type Bank = ApiOutputs["books"]["bankReconciliation"];

export const bank = { key: "bank", productId: null, code: "1200", name: "Bank" } as const;
export const customers = {
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
  months: [
    {
      number: "J202602",
      postingDate: "2026-02-28",
      currency: "ZAR",
      lines: [
        { ...bank, debit: 75_000, credit: 0 },
        { ...customers, debit: 0, credit: 75_000 },
      ],
    },
  ],
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
    buyer: "customer",
    userId: null,
    person: null,
    payoutId: null,
    bankKind: null,
    bankLineId: null,
    bankText: "FNB APP PAYMENT FROM RH7001",
    settlementLineId: null,
    bankEntryId: null,
    settlement: null,
    period: null,
    document: null,
    lines: [
      { ...bank, amount: 75_000 },
      { ...customers, amount: -75_000 },
    ],
  },
];

const delivery = { deliveryGross: 10_000, deliveryNet: 8696, deliveryVat: 1304 };

export const someVat: Vat = {
  from: "2026-01-01",
  to: "2026-02-28",
  region: "za",
  currency: "ZAR",
  vatBps: 1500,
  lacksVatNumber: false,
  selfBilled: { count: 0, vat: 0 },
  isClosed: false,
  groups: [
    {
      ...delivery,
      currency: "ZAR",
      supply: "standard",
      vatBps: 1500,
      kind: "invoice",
      gross: 1_371_500,
      net: 1_192_608,
      vat: 178_892,
      count: 13,
      late: 1,
    },
    {
      ...delivery,
      currency: "ZAR",
      supply: "standard",
      vatBps: 1500,
      kind: "credit-note",
      gross: -215_000,
      net: -186_957,
      vat: -28_043,
      count: 3,
      late: 0,
    },
  ],
  vatReturn: {
    gross: 1_156_500,
    zeroRated: 0,
    vat: 150_849,
    vatOfGross: 150_848,
    formerRates: [],
    vatOfAll: 150_849,
    netWhole: 10_057,
  },
  schedules: [
    {
      kind: "part-payments",
      count: 1,
      rows: [
        {
          orderId: "00000000-0000-4000-8000-000000000002",
          orderNumber: 7014,
          currency: "ZAR",
          vatBps: 1500,
          day: "2026-01-10",
          gross: 11_500,
          vat: 1500,
          grossBefore: 0,
          vatBefore: 0,
          orderGross: 42_500,
          orderVat: 5543,
        },
      ],
      sums: [
        {
          currency: "ZAR",
          gross: 11_500,
          vat: 1500,
          orderVat: 5543,
          added: { gross: 11_500, vat: 1500, orderVat: 5543 },
          taken: { gross: 0, vat: 0, orderVat: 0 },
        },
      ],
    },
    { kind: "old-overpayments", count: 0, rows: [], sums: [] },
    { kind: "shipped-unpaid", count: 0, rows: [], sums: [] },
  ],
};

export const someVatDocuments: VatDocuments = {
  rows: [
    {
      ...delivery,
      number: "CN7003-1",
      kind: "credit-note",
      ownDay: "2026-01-26",
      postingDate: "2026-02-01",
      orderId: "00000000-0000-4000-8000-000000000001",
      orderNumber: 7003,
      gross: -32_500,
      net: -28_261,
      vat: -4239,
    },
  ],
  total: 1,
  sums: { ...delivery, gross: -32_500, net: -28_261, vat: -4239 },
};

export const someDocuments: Documents = {
  isClosed: false,
  total: 2,
  rows: [
    {
      number: "7001",
      kind: "invoice",
      ownDay: "2026-01-05",
      postingDate: "2026-01-05",
      orderId: "00000000-0000-4000-8000-000000000003",
      orderNumber: 7001,
      buyer: "stockist",
      currency: "ZAR",
      vatBps: 1500,
      gross: 75_000,
      net: 65_217,
      vat: 9783,
    },
    {
      number: "CN7003-1",
      kind: "credit-note",
      ownDay: "2026-01-26",
      postingDate: "2026-02-01",
      orderId: "00000000-0000-4000-8000-000000000001",
      orderNumber: 7003,
      buyer: "guest",
      currency: "ZAR",
      vatBps: 1500,
      gross: -32_500,
      net: -28_261,
      vat: -4239,
    },
  ],
  sums: [{ ...delivery, currency: "ZAR", gross: 42_500, net: 36_956, vat: 5544 }],
};

export const someUnusedNumbers: UnusedNumbers = {
  total: 2,
  rows: [
    {
      orderId: null,
      orderNumber: 7016,
      lastNumber: 8015,
      ownDay: "2026-01-08",
      postingDate: "2026-01-08",
      reason: "restored",
    },
    {
      orderId: "00000000-0000-4000-8000-000000000004",
      orderNumber: 7015,
      lastNumber: null,
      ownDay: "2026-01-07",
      postingDate: "2026-01-07",
      reason: "cancelled",
    },
  ],
};

/** An invoice of a member, and one of a member who was erased with its credit note. */
export const someSelfBilled: SelfBilled = {
  isClosed: true,
  currency: "ZAR",
  total: 3,
  sums: { gross: 20_178, net: 17_546, vat: 2632 },
  rows: [
    {
      number: "SB17-1",
      kind: "invoice",
      payoutId: "payout-1",
      memberId: 17,
      supplier: { name: "Botha & Sons CC", vatNumber: "4123456789" },
      creditedInvoice: null,
      position: 40,
      ownDay: "2026-01-26",
      postingDate: "2026-01-26",
      vatBps: 1500,
      gross: 20_178,
      net: 17_546,
      vat: 2632,
    },
    {
      number: "SB18-1",
      kind: "invoice",
      payoutId: "payout-2",
      memberId: 18,
      supplier: null,
      creditedInvoice: null,
      position: 41,
      ownDay: "2026-01-27",
      postingDate: "2026-01-27",
      vatBps: 1500,
      gross: 11_500,
      net: 10_000,
      vat: 1500,
    },
    {
      number: "SBC18-1",
      kind: "credit-note",
      payoutId: "payout-2",
      memberId: 18,
      supplier: null,
      creditedInvoice: "SB18-1",
      position: 42,
      ownDay: "2026-01-28",
      postingDate: "2026-01-28",
      vatBps: 1500,
      gross: -11_500,
      net: -10_000,
      vat: -1500,
    },
  ],
};

export const anArchive: Archives[number] = {
  id: "00000000-0000-4000-8000-000000000006",
  kind: "documents",
  isOpen: false,
  askedAt: "2026-02-02T09:00:00.000Z",
  askedBy: "Thandi Person",
  from: "2025-12-01",
  to: "2025-12-31",
  state: "ready",
  progress: 100,
  failure: null,
  documents: 16,
  bytes: 400_000,
};

export const someArchives: Archives = [
  {
    ...anArchive,
    id: "00000000-0000-4000-8000-000000000005",
    askedAt: "2026-02-03T09:00:00.000Z",
    from: "2026-01-01",
    to: "2026-01-31",
    state: "waiting",
    progress: 40,
    documents: null,
    bytes: null,
  },
  anArchive,
];

export const someBank: Bank = {
  day: "2026-02-28",
  currency: "ZAR",
  accounts: [
    {
      account: null,
      from: "2026-01-01",
      to: "2026-02-28",
      opening: 100_000,
      closing: 481_234,
      statedOn: "2026-02-28",
      difference: 500,
    },
    {
      account: "9999",
      from: "2026-02-01",
      to: "2026-02-20",
      opening: null,
      closing: 2500,
      statedOn: null,
      difference: 0,
    },
  ],
  statement: 483_734,
  books: 400_000,
  unexplained: { count: 0, sum: 0, rows: [] },
  lines: {
    count: 300,
    sum: -1666,
    rows: [
      {
        id: -7,
        day: "2026-02-27",
        amount: -2900,
        description: "BANK CHARGES",
        account: null,
        reason: "unexplained",
      },
      {
        id: 9,
        day: "2026-02-20",
        amount: 1234,
        description: "INTEREST & MORE",
        account: "9999",
        reason: "not-booked",
      },
    ],
  },
  entries: {
    count: 2,
    sum: 15_100,
    rows: [
      {
        position: 41,
        event: "PaymentReceived",
        day: "2026-02-26",
        amount: 65_100,
        orderId: "00000000-0000-4000-8000-000000000001",
        orderNumber: 7003,
        userId: null,
        payoutId: null,
        thing: "payment 00000000-0000-4000-8000-000000000001 eft-1",
        seenOn: null,
        accepted: null,
      },
      {
        position: 42,
        event: "PayoutPaid",
        day: "2026-02-28",
        amount: -50_000,
        orderId: null,
        orderNumber: null,
        userId: 4,
        payoutId: "payout-6",
        thing: "payout payout-6",
        seenOn: "2026-03-02",
        accepted: null,
      },
    ],
  },
  before: { opening: 100_000, entries: { count: 0, sum: 0 }, sum: 100_000 },
  matched: { lines: 12, entries: 13, sum: 384_900 },
  difference: 500,
};
