import { describe, expect, test } from "vitest";
import { matchCards, type LedgerPayment, type SettledLine } from "./card-match.rules.ts";
import { bookedFeesApart, feesToBook, summaryOf } from "./card-match-sums.rules.ts";
import { settlementKindOf } from "./settlement-kind.rules.ts";

const order = { orderId: "6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a11", orderNumber: 1042 };
const payment = (paymentId: string, amount: number, fee = 0): LedgerPayment => ({
  ...order,
  paymentId,
  amount,
  fee,
  day: "2026-11-02",
});
const line = (type: string, gross: number, more: Partial<SettledLine> = {}): SettledLine => ({
  id: 1,
  bookedFee: null,
  explained: null,
  day: "2026-11-02",
  kind: settlementKindOf(type, gross),
  type,
  paymentId: "pi_1",
  orderId: null,
  orderNumber: null,
  gross,
  fee: 0,
  net: gross,
  ...more,
});

const noOthers = {
  payments: [payment("pi_1", 100_00)],
  notifications: new Map<string, "applied">(),
  notifiedSince: null,
  isSettledDay: () => false,
  deposits: [],
  bankKnownUntil: null,
};

function match(payments: readonly LedgerPayment[], settlement: readonly SettledLine[]) {
  const notifications = new Map(payments.map(({ paymentId }) => [paymentId, "applied"] as const));
  return matchCards({
    payments,
    refunds: [],
    notifications,
    notifiedSince: "2026-11-01",
    settlement,
    isSettledDay: () => true,
    deposits: [{ day: "2026-11-10", amount: 94_85, description: "STRIPE PAYMENTS UK" }],
    bankKnownUntil: "2026-11-30",
  });
}

describe("a payment through Stripe", () => {
  test("agrees with a fee that only the report tells, and is paid out when the report says", () => {
    const settlement = [
      line("charge", 100_00, { fee: 5_15, net: 94_85, paidOutOn: "2026-11-09" }),
      line("payout", -500_00, { day: "2026-11-05", paymentId: "po_0" }),
      line("payout", -94_85, { day: "2026-11-09", paymentId: "po_1" }),
    ];
    const { payments, deposits } = match([payment("pi_1", 100_00)], settlement);
    expect(payments).toMatchObject([{ state: "matched", paidOutOn: "2026-11-09" }]);
    expect(deposits).toContainEqual(
      expect.objectContaining({ state: "matched", payoutDay: "2026-11-09", amount: 94_85 }),
    );
    expect(summaryOf(payments, settlement)).toMatchObject({ received: 100_00, fees: 5_15 });
    expect(feesToBook(payments, settlement)).toMatchObject([{ amount: 5_15 }]);
  });

  test("of another amount is an exception, as is a fee of PayFast that differs", () => {
    const other = line("charge", 99_00, { net: 99_00 });
    expect(match([payment("pi_1", 100_00)], [other]).payments).toMatchObject([
      { state: "amount-differs" },
    ]);
    const payfast = line("FUNDS_RECEIVED", 100_00, { paymentId: "77", fee: 3_00, net: 97_00 });
    expect(match([payment("77", 100_00)], [payfast]).payments).toMatchObject([
      { state: "fee-differs" },
    ]);
  });

  test.each([
    ["refund", -20_00, "missing-in-ledger"],
    ["dispute", -20_00, "missing-in-ledger"],
    ["refund_failure", 20_00, "unknown-type"],
    ["dispute_reversal", 20_00, "unknown-type"],
    ["other_adjustment", -20_00, "unknown-type"],
  ] as const)("and a %s that nobody recorded is an exception", (type, gross, state) => {
    const { payments } = match(
      [payment("pi_1", 100_00)],
      [line("charge", 100_00), line(type, gross)],
    );
    expect(payments).toContainEqual(expect.objectContaining({ type, state }));
  });

  test("has the fee of a dispute to book, whether it is open, won or its refund is recorded", () => {
    const charge = line("charge", 100_00);
    const dispute = line("dispute", -100_00, { id: 2, fee: 20_00, net: -120_00 });
    const reversal = line("dispute_reversal", 100_00, { id: 3, fee: -20_00, net: 120_00 });
    const feesOf = (...lines: readonly SettledLine[]) =>
      feesToBook(match([payment("pi_1", 100_00)], lines).payments, lines).map(
        ({ lineId, amount }) => [lineId, amount],
      );
    expect(feesOf(charge, dispute)).toEqual([[2, 20_00]]);
    expect(feesOf(charge, dispute, reversal)).toEqual([
      [2, 20_00],
      [3, -20_00],
    ]);
    const booked = { ...dispute, bookedFee: 20_00 };
    expect(feesOf(charge, booked, { ...reversal, fee: 0, net: 100_00 })).toEqual([]);
    expect(bookedFeesApart([charge, booked, reversal])).toMatchObject([
      { lineId: 2, amount: 20_00 },
    ]);
    const refund = { ...order, refundId: "r", amount: 100_00, day: charge.day };
    const recorded = matchCards({ ...noOthers, refunds: [refund], settlement: [dispute] });
    expect(recorded.payments).toContainEqual(
      expect.objectContaining({ kind: "refund", state: "matched" }),
    );
    expect(feesToBook(recorded.payments, [dispute])).toMatchObject([{ lineId: 2, amount: 20_00 }]);
  });
});
