import type { ApiOutputs } from "../api/api.ts";

type Months = ApiOutputs["statements"]["months"];
type Statement = ApiOutputs["wallet"]["statement"];
type Closings = ApiOutputs["statements"]["closings"];

const balance = { accrued: 50_000, paid: 30_000, unpaid: 20_000, credit: 5000, balance: 15_000 };

export const someMonths: Months = {
  memberId: 17,
  name: "Ben Botha",
  currency: "ZAR",
  region: "za",
  months: [
    {
      month: "2026-02",
      isClosed: true,
      earned: 30_000,
      cash: 25_000,
      withheld: 0,
      converted: 5000,
      writtenOff: 0,
      opening: { ...balance, accrued: 0, unpaid: 0, balance: 0 },
      closing: { ...balance, accrued: 30_000, unpaid: 0, balance: -5000 },
    },
    {
      month: "2026-03",
      isClosed: false,
      earned: 20_000,
      cash: 0,
      withheld: 0,
      converted: 0,
      writtenOff: 0,
      opening: { ...balance, accrued: 30_000, unpaid: 0, balance: -5000 },
      closing: balance,
    },
  ],
};

const aClosing: Closings["closings"][number] = {
  month: "2026-02",
  timeZone: "Africa/Johannesburg",
  throughPosition: 4711,
  position: 4712,
  closedAt: "2026-03-02T08:00:00.000Z",
  seal: { afterPosition: 4000, previousRoot: "0".repeat(64), root: "ab".repeat(32) },
};

export const someClosings: Closings = {
  timeZone: "Africa/Johannesburg",
  closable: ["2026-03"],
  closings: [aClosing],
};

export const aStatement: Statement = {
  memberId: 17,
  month: "2026-02",
  timeZone: "Africa/Johannesburg",
  currency: "ZAR",
  from: "2026-01-31T22:00:00.000Z",
  names: { 17: "Ben Botha", 18: "Cara Cele" },
  opening: { accrued: 0, paid: 0, unpaid: 0, credit: 0, balance: 0 },
  entries: [
    {
      position: 900,
      entryNo: 2,
      occurredAt: "2026-02-03T09:00:00.000Z",
      orderNumber: 10_421,
      orderId: "7f2c1d1e-0000-4000-8000-000000000001",
      kind: "upline",
      sellerId: 18,
      sellerLevel: 3,
      rateBps: 500,
      value: 113_044,
      amount: 5652,
      refundedGoods: null,
      orderGoods: 130_000,
      standing: 0,
    },
    {
      position: 950,
      entryNo: 1,
      occurredAt: "2026-01-26T09:00:00.000Z",
      orderNumber: 10_007,
      orderId: "7f2c1d1e-0000-4000-8000-000000000002",
      kind: "reversal-of-own",
      sellerId: 17,
      sellerLevel: 2,
      rateBps: 1500,
      value: 28_261,
      amount: -4239,
      refundedGoods: 32_500,
      orderGoods: 32_500,
      standing: 4239,
    },
  ],
  movements: [
    {
      position: 960,
      occurredAt: "2026-02-10T09:00:00.000Z",
      type: "PayoutPaid",
      paid: 1000,
      credit: 0,
      cash: 1000,
      reference: "EFT-2",
    },
  ],
  closing: { accrued: 1413, paid: 1000, unpaid: 413, credit: 0, balance: 413 },
  seal: aClosing,
};
