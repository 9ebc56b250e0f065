import { describe, expect, test } from "vitest";
import { projectionsOf, recorded } from "../../testing/recorded-facts.ts";
import { bottles, distributor, refunded, someOrderId, sold } from "../../testing/some-facts.ts";
import type { LedgerEvent } from "../ledger-catalogue.ts";

/** Positions 1 to 4; each such order earns member 1 its 20 % of R282.61. */
const first = [distributor(1, 1, null), ...sold({ number: 1, sellerId: 1, lines: [bottles(1)] })];
const second = sold({ number: 2, sellerId: 1, lines: [bottles(1)] });
const typedText = "0190a0e0-0000-7000-8000-000000000001";
const earned = 5652;

const request = (payoutId: string, commission: number, changes: object = {}): LedgerEvent => ({
  type: "PayoutRequested",
  data: {
    payoutId,
    userId: 1,
    commission,
    credit: 0,
    requested: commission,
    withheld: 0,
    ...changes,
  },
});
const paid = (payoutId: string, amount: number): LedgerEvent => ({
  type: "PayoutPaid",
  data: {
    payoutId,
    userId: 1,
    amount,
    withheld: 0,
    selfBilledVatBps: null,
    paidOn: "2026-01-18",
    referenceId: typedText,
  },
});
const rejected = (payoutId: string): LedgerEvent => ({
  type: "PayoutRejected",
  data: { payoutId, userId: 1, reasonId: typedText },
});
const converted = (amount: number): LedgerEvent => ({
  type: "CommissionConverted",
  data: { userId: 1, amount },
});
const moved = (type: "CreditSpent" | "CreditRestored", amount: number): LedgerEvent => ({
  type,
  data: { userId: 1, amount, orderId: someOrderId(9) },
});

const projectionsAfter = (...facts: LedgerEvent[]) => projectionsOf(recorded(...facts));

describe("a payout request", () => {
  test("covers the entries from the last paid cut-off to its own", () => {
    const projections = projectionsAfter(
      ...first,
      request("p1", earned),
      paid("p1", earned),
      ...second,
      request("p2", earned),
    );

    expect(projections.payouts.get("p1")).toMatchObject({
      afterPosition: 0,
      cutoffPosition: 5,
      accruedAtCutoff: earned,
      state: "paid",
      paidOn: "2026-01-18",
      referenceId: typedText,
    });
    expect(projections.payouts.get("p2")).toMatchObject({
      afterPosition: 5,
      cutoffPosition: 10,
      accruedAtCutoff: 2 * earned,
      state: "requested",
    });
    expect(projections.wallets.get(1)).toMatchObject({ openPayoutId: "p2", paid: earned });
  });

  test("that the bank returned is owed again, and was earned before the next one", () => {
    const returned: LedgerEvent = {
      type: "PayoutReturned",
      data: { payoutId: "p1", userId: 1, amount: earned, withheld: 0, bankLineId: 7 },
    };
    const projections = projectionsAfter(
      ...first,
      request("p1", earned),
      paid("p1", earned),
      returned,
      ...second,
    );
    expect(projections.payouts.get("p1")).toMatchObject({ state: "returned" });
    expect(projections.wallets.get(1)).toMatchObject({
      accrued: 2 * earned,
      paid: 0,
      accruedAtLastPaidCutoff: earned,
    });
    const both = projectionsAfter(
      ...first,
      request("p1", earned),
      paid("p1", earned),
      returned,
      ...second,
      request("p2", 2 * earned),
      paid("p2", 2 * earned),
    );
    expect(both.wallets.get(1)).toMatchObject({
      paid: 2 * earned,
      accruedAtLastPaidCutoff: 2 * earned,
    });
  });

  test("whose return was undone is paid as before, and a second payment of it is owed", () => {
    const back = { payoutId: "p1", userId: 1, amount: earned, withheld: 0, bankLineId: 7 };
    const returned: LedgerEvent = { type: "PayoutReturned", data: back };
    const undone: LedgerEvent = { type: "PayoutReturnUndone", data: back };
    const once = [...first, request("p1", earned), paid("p1", earned)];
    const projections = projectionsAfter(...once, returned, undone);
    const before = projectionsAfter(...once);
    expect(projections.payouts.get("p1")).toEqual(before.payouts.get("p1"));
    expect(projections.wallets.get(1)).toEqual(before.wallets.get(1));

    const twice = [request("p2", earned), paid("p2", earned)];
    expect(projectionsAfter(...once, returned, ...twice, undone).wallets.get(1)).toMatchObject({
      accrued: earned,
      paid: 2 * earned,
      accruedAtLastPaidCutoff: earned,
    });
  });

  test("that names an earlier cut-off leaves later entries to the next", () => {
    const projections = projectionsAfter(
      ...first,
      ...second,
      request("p1", earned, { throughPosition: 4 }),
      paid("p1", earned),
    );

    expect(projections.wallets.get(1)).toMatchObject({
      accrued: 2 * earned,
      paid: earned,
      lastPaidCutoff: 4,
      accruedAtLastPaidCutoff: earned,
    });
  });

  test("that is rejected changes nothing else", () => {
    const projections = projectionsAfter(...first, request("p1", earned), rejected("p1"));

    expect(projections.payouts.get("p1")).toMatchObject({ state: "rejected", reasonId: typedText });
    expect(projections.wallets.get(1)).toMatchObject({
      accrued: earned,
      paid: 0,
      openPayoutId: null,
      lastPaidCutoff: 0,
    });
  });

  test("is not changed by a later refund, which the wallet carries instead", () => {
    const back = refunded(1, { refundId: "r", amount: 32_500, productAmount: 32_500, units: 1 });
    const projections = projectionsAfter(...first, request("p1", earned), back, paid("p1", earned));

    expect(projections.payouts.get("p1")).toMatchObject({ commission: earned, requested: earned });
    expect(projections.wallets.get(1)).toMatchObject({
      accrued: 0,
      paid: earned,
      accruedAtLastPaidCutoff: earned,
    });
  });
});

describe("credit", () => {
  test("from commission is netted by the payout that includes it", () => {
    const projections = projectionsAfter(
      ...first,
      converted(1000),
      request("p1", earned, { credit: 1000, requested: earned - 1000 }),
      converted(0),
      paid("p1", earned - 1000),
    );

    expect(projections.wallets.get(1)).toMatchObject({
      paid: earned,
      credit: 0,
      creditAccount: 1000,
    });
  });

  test("is an account of its own, also of users who are not members", () => {
    const granted: LedgerEvent = {
      type: "CreditGranted",
      data: { userId: 1, amount: 500, reasonId: typedText },
    };
    const projections = projectionsAfter(
      granted,
      moved("CreditSpent", 300),
      moved("CreditRestored", 100),
    );

    expect(projections.wallets.get(1)).toMatchObject({ creditAccount: 300, credit: 0, accrued: 0 });
  });
});
