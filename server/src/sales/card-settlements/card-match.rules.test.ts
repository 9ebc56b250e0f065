import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CardMatchFacts,
  type LedgerPayment,
  type LedgerRefund,
  matchCards,
  type SettledLine,
} from "./card-match.rules.ts";
import { feesToBook, summaryOf } from "./card-match-sums.rules.ts";

const orderId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const paid = (number: number, changes: Partial<LedgerPayment> = {}): LedgerPayment => ({
  orderId: orderId(number),
  orderNumber: number,
  paymentId: `pf-${number}`,
  amount: 42_500,
  fee: 1500,
  day: "2026-11-02",
  ...changes,
});
const settled = (number: number, changes: Partial<SettledLine> = {}): SettledLine => ({
  id: number,
  bookedFee: null,
  explained: null,
  day: "2026-11-02",
  kind: "payment",
  type: "FUNDS_RECEIVED",
  paymentId: `pf-${number}`,
  orderId: orderId(number),
  orderNumber: null,
  gross: 42_500,
  fee: 1500,
  net: 41_000,
  ...changes,
});
const payout = (day: string, amount: number): SettledLine => ({
  id: 1,
  bookedFee: null,
  explained: null,
  day,
  kind: "payout",
  type: "PAYOUT",
  paymentId: null,
  orderId: null,
  orderNumber: null,
  gross: -amount,
  fee: 0,
  net: -amount,
});

const aRefund = (number: number, changes: Partial<LedgerRefund> = {}): LedgerRefund => ({
  orderId: orderId(number),
  orderNumber: number,
  refundId: `refund-${number}`,
  amount: 10_000,
  day: "2026-11-05",
  ...changes,
});
const reversed = (number: number, changes: Partial<SettledLine> = {}): SettledLine =>
  settled(number, {
    day: "2026-11-05",
    kind: "refund",
    type: "FUNDS_RECEIVED_REVERSAL",
    gross: -10_000,
    fee: -300,
    net: -9700,
    ...changes,
  });

function match(changes: Partial<CardMatchFacts>) {
  return matchCards({
    payments: [],
    refunds: [],
    settlement: [],
    deposits: [],
    bankKnownUntil: null,
    notifications: new Map([["pf-1", "applied" as const]]),
    notifiedSince: "2026-10-01",
    isSettledDay: (day) => day <= "2026-11-30",
    ...changes,
  });
}

const stateOf = (changes: Partial<CardMatchFacts>) =>
  match(changes).payments.map(({ state }) => state);

describe("a card payment", () => {
  test("is matched if ledger, notification and settlement agree, and belongs to the next payout", () => {
    const { payments } = match({
      payments: [paid(1)],
      settlement: [payout("2026-11-01", 7), settled(1), payout("2026-11-04", 41_000)],
    });
    expect(payments).toEqual([
      {
        kind: "payment",
        type: "FUNDS_RECEIVED",
        paymentId: "pf-1",
        orderId: orderId(1),
        orderNumber: 1,
        day: "2026-11-02",
        state: "matched",
        notification: "applied",
        paidOutOn: "2026-11-04",
        ledger: { amount: 42_500, fee: 1500 },
        settlement: {
          lineId: 1,
          day: "2026-11-02",
          amount: 42_500,
          fee: 1500,
          net: 41_000,
          bookedFee: null,
        },
        explained: null,
      },
    ]);
  });

  test.each([
    ["fee-differs", { payments: [paid(1, { fee: 1400 })], settlement: [settled(1)] }],
    ["amount-differs", { payments: [paid(1, { amount: 42_400 })], settlement: [settled(1)] }],
    ["missing-in-ledger", { payments: [], settlement: [settled(1)] }],
    ["missing-in-settlement", { payments: [paid(1)], settlement: [] }],
    ["waiting", { payments: [paid(1, { day: "2026-12-01" })], settlement: [] }],
    ["no-notification", { payments: [paid(2)], settlement: [settled(2)] }],
  ] as const)("has the state %s", (state, facts) => {
    expect(stateOf(facts)).toEqual([state]);
  });

  test("from before notifications were recorded needs no notification", () => {
    const facts = { payments: [paid(2)], settlement: [settled(2)] };
    expect(stateOf({ ...facts, notifiedSince: null })).toEqual(["matched"]);
    expect(stateOf({ ...facts, notifiedSince: "2026-11-02" })).toEqual(["matched"]);
  });

  test("is matched once by order and amount if the settlement has no payment id", () => {
    const line = settled(1, { paymentId: null });
    expect(stateOf({ payments: [paid(1)], settlement: [line, line] })).toEqual([
      "matched",
      "missing-in-ledger",
    ]);
  });
});

// shows T269
describe("money back to a card", () => {
  const refundsOf = (changes: Partial<CardMatchFacts>) =>
    match({ payments: [paid(1)], ...changes })
      .payments.filter(({ kind }) => kind === "refund")
      .map(({ state, ledger, settlement }) => [
        state,
        ledger?.amount ?? null,
        settlement?.amount ?? null,
      ]);

  test("that no refund of the order explains is an exception beside the payment, which agrees", () => {
    const { payments } = match({ payments: [paid(1)], settlement: [settled(1), reversed(1)] });
    expect(payments.map(({ kind, state }) => [kind, state])).toEqual([
      ["refund", "missing-in-ledger"],
      ["payment", "matched"],
    ]);
    expect(payments[0]).toMatchObject({ orderId: orderId(1), paymentId: "pf-1" });
  });

  test("is matched with the refund of its order, by the order or the payment that it names", () => {
    for (const line of [
      reversed(1),
      reversed(1, { orderId: null, orderNumber: 1 }),
      reversed(1, { orderId: null }),
      reversed(1, { paymentId: null }),
    ])
      expect(refundsOf({ refunds: [aRefund(1)], settlement: [line] })).toEqual([
        ["matched", -10_000, -10_000],
      ]);
  });

  test("is matched once for each of two equal part refunds, the nearest day first", () => {
    const refunds = [aRefund(1), aRefund(1, { refundId: "second", day: "2026-11-20" })];
    const lines = [reversed(1, { day: "2026-11-21" }), reversed(1)];
    const rows = match({ payments: [paid(1)], refunds, settlement: lines }).payments;
    expect(
      rows.flatMap(({ kind, day, paymentId }) => (kind === "refund" ? [[day, paymentId]] : [])),
    ).toEqual([
      ["2026-11-21", "second"],
      ["2026-11-05", "refund-1"],
    ]);
    const once = refundsOf({ refunds: [aRefund(1)], settlement: lines });
    expect(once.map(([state]) => state)).toEqual(["missing-in-ledger", "matched"]);
  });

  test.each([
    ["of another amount", [reversed(1, { gross: -9000 })], "2026-11-05", "amount-differs"],
    ["that the provider does not list", [], "2026-11-05", "missing-in-settlement"],
    ["of a day that no settlement covers", [], "2026-12-05", "waiting"],
    ["of another order", [reversed(2)], "2026-12-05", "waiting"],
  ] as const)("%s is said", (_case, settlement, day, state) => {
    const refunds = [aRefund(1, { day })];
    expect(refundsOf({ refunds, settlement }).map(([each]) => each)).toContain(state);
  });
});

test("a line of a type that is not known is an exception", () => {
  const line = settled(1, { kind: "unknown", type: "RESERVE_HELD", gross: -500 });
  expect(match({ settlement: [line] }).payments).toMatchObject([
    { kind: "unknown", type: "RESERVE_HELD", state: "unknown-type" },
  ]);
});

test("a payout with a fee of its own is on the bank account with its gross amount", () => {
  const line = { ...payout("2026-11-04", 289_619), fee: 1000, net: -290_619 };
  const deposit = { day: "2026-11-05", amount: 289_619, description: "PAYFAST" };
  expect(match({ settlement: [line], deposits: [deposit] }).deposits).toMatchObject([
    { state: "matched", amount: 289_619 },
  ]);
});

describe("a payout of the provider", () => {
  const settlement = [settled(1), payout("2026-11-04", 41_000)];
  const payments = [paid(1)];
  const deposit = { day: "2026-11-06", amount: 41_000, description: "PAYFAST SETTLEMENT" };

  test.each([
    ["matched", { deposits: [deposit] }],
    ["missing-in-bank", { deposits: [], bankKnownUntil: "2026-11-20" }],
    ["waiting", { deposits: [], bankKnownUntil: "2026-11-05" }],
    ["waiting", { deposits: [{ ...deposit, day: "2026-11-12" }], bankKnownUntil: "2026-11-05" }],
  ] as const)("is %s", (state, facts) => {
    expect(match({ payments, settlement, ...facts }).deposits[0]).toMatchObject({
      state,
      amount: 41_000,
      payoutDay: "2026-11-04",
    });
  });

  test("is matched to the deposit with the provider's name, not to another of the same amount", () => {
    const other = { ...deposit, description: "FROM A FRIEND" };
    expect(match({ payments, settlement, deposits: [other, deposit] }).deposits).toMatchObject([
      { state: "matched", description: "PAYFAST SETTLEMENT" },
    ]);
  });

  test("that is missing in the settlement is an exception", () => {
    const unknown = { ...deposit, amount: 5 };
    expect(match({ payments, settlement, deposits: [unknown] }).deposits).toMatchObject([
      { state: "waiting" },
      { state: "missing-in-settlement", amount: 5, bankDay: "2026-11-06" },
    ]);
  });
});

describe("the settlement summary", () => {
  const anyLine = fc
    .record({
      kind: fc.constantFrom("payment", "refund", "payout", "unknown"),
      gross: fc.integer({ min: 1, max: 1_000_000 }),
      fee: fc.integer({ min: 0, max: 500 }),
      number: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ kind, gross, fee, number }) => {
      const signed = kind === "payment" ? gross : -gross;
      return settled(number, { kind, gross: signed, fee, net: signed - fee });
    });

  test("accounts for every cent and uses each line and payment once", () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 10 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 10 }),
        (settlement, numbers, withRefund) => {
          const payments = numbers.map((number) => paid(number));
          const refunds = withRefund.map((number, at) => aRefund(number, { refundId: `r-${at}` }));
          const matched = match({ payments, refunds, settlement }).payments;
          const { received, fees, refunded, other, paidOut, left } = summaryOf(matched, settlement);

          expect(received - fees - refunded + other - paidOut).toBe(left);
          expect(matched.filter(({ ledger }) => ledger)).toHaveLength(
            payments.length + refunds.length,
          );
          for (const wanted of ["payment", "refund", "unknown"] as const)
            expect(
              matched.filter(({ kind, settlement: line }) => line && kind === wanted),
            ).toHaveLength(settlement.filter(({ kind }) => kind === wanted).length);
        },
      ),
    );
  });
});

describe("the fees that the ledger does not have", () => {
  const feesOf = (payments: readonly LedgerPayment[], settlement: readonly SettledLine[]) =>
    feesToBook(match({ payments, settlement }).payments, settlement).map(({ lineId, amount }) => [
      lineId,
      amount,
    ]);

  test("are what the provider took beyond the fee of a payment, or less than it", () => {
    expect(feesOf([paid(1)], [settled(1)])).toEqual([]);
    expect(feesOf([paid(1)], [settled(1, { fee: 1600, net: 40_900 })])).toEqual([[1, 100]]);
    expect(feesOf([paid(1)], [settled(1, { fee: 1400, net: 41_100 })])).toEqual([[1, -100]]);
  });

  test("are not those of a payment that is missing here, or has another amount", () => {
    expect(feesOf([], [settled(1)])).toEqual([]);
    expect(feesOf([paid(1)], [settled(1, { gross: 42_400, net: 40_900 })])).toEqual([]);
  });

  test("are given back with a refund that the ledger has", () => {
    const settlement = [reversed(1)];
    const { payments } = match({ refunds: [aRefund(1)], settlement });
    expect(feesToBook(payments, settlement)).toEqual([
      { lineId: 1, day: "2026-11-05", amount: -300 },
    ]);
  });

  test("are also that of a payout, and what the provider charges for itself", () => {
    const withFee: SettledLine = {
      ...payout("2026-11-04", 41_000),
      id: 8,
      fee: 1000,
      net: -42_000,
    };
    const monthly: SettledLine = { ...payout("2026-11-05", 900), id: 9, kind: "fee", type: "fee" };
    expect(feesOf([], [withFee, monthly])).toEqual([
      [8, 1000],
      [9, 900],
    ]);
  });

  test("are booked once, and a booked fee explains the difference", () => {
    const booked = settled(1, { fee: 1600, net: 40_900, bookedFee: 100 });
    expect(feesOf([paid(1)], [booked])).toEqual([]);
    expect(match({ payments: [paid(1)], settlement: [booked] }).payments).toMatchObject([
      { state: "matched" },
    ]);
    const wrong = settled(1, { fee: 1600, net: 40_900, bookedFee: 90 });
    expect(match({ payments: [paid(1)], settlement: [wrong] }).payments).toMatchObject([
      { state: "fee-differs" },
    ]);
  });
});
