import type { BankEntryKind } from "@portal/shared/sales/bank-entries.ts";
import { describe, expect, test } from "vitest";
import type { BookEntry } from "../../money/books/book-entry.rules.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { recorded } from "../../testing/recorded-facts.ts";
import {
  alwaysRegistered,
  bottles,
  distributor,
  parcel,
  placedOrder,
  someBankEntryId,
  someOrderId,
} from "../../testing/some-facts.ts";
import { type LedgerEvent, ledgerCatalogue } from "../ledger-catalogue.ts";
import { createBooksPass } from "./books-pass.ts";

const orderId = someOrderId(1);
const seller = distributor(30, 1, null);

/** Two products and a parcel: 32500 + 10000 of goods and 10000 of delivery. */
const placed = (live = true) =>
  placedOrder(1, { live, lines: [{ ...bottles(1, 10_000), productId: 12 }, bottles(1), parcel] });
const received = (method: "card" | "eft" | "credit", amount: number, fee = 0): LedgerEvent => ({
  type: "PaymentReceived",
  data: { orderId, paymentId: `p${amount}`, method, amount, fee, reference: "", referenceId: null },
});
const paid: LedgerEvent = { type: "OrderPaid", data: { orderId } };
const undone = (amount: number): LedgerEvent => ({
  type: "PaymentUndone",
  data: { orderId, paymentId: `p${amount}`, method: "eft", amount },
});
const refunded = (
  amount: number,
  productAmount: number,
  method: "card" | "eft" | "credit" = "card",
): LedgerEvent => ({
  type: "PaymentRefunded",
  data: {
    orderId,
    refundId: `r${amount}`,
    amount,
    productAmount,
    units: productAmount > 0 ? 1 : 0,
    method,
    reasonId: null,
  },
});
const cancelled: LedgerEvent = { type: "OrderCancelled", data: { orderId, reasonId: null } };
const payout = { payoutId: "po1", userId: 30 };
const requested: LedgerEvent = {
  type: "PayoutRequested",
  data: { ...payout, commission: 500, credit: 100, requested: 400, withheld: 0 },
};
const paidOut = {
  type: "PayoutPaid",
  data: {
    ...payout,
    amount: 400,
    withheld: 0,
    selfBilledVatBps: null,
    paidOn: "2026-01-02",
    referenceId: null,
  },
} as const;
const spent = (amount: number): LedgerEvent => ({
  type: "CreditSpent",
  data: { userId: 3, amount, orderId },
});

const booked = (kind: BankEntryKind, amount: number): LedgerEvent => ({
  type: "MoneyBooked",
  data: {
    entryId: someBankEntryId(1),
    kind,
    amount,
    bankLineId: null,
    bankDebitId: null,
    settlementLineId: null,
    reasonId: null,
    period: null,
  },
});

function entriesOf(...events: readonly LedgerEvent[]): readonly BookEntry[] {
  const entries: BookEntry[] = [];
  const pass = createBooksPass({
    currency: "ZAR",
    registration: alwaysRegistered,
    onEntry: (entry) => entries.push(entry),
  });
  for (const each of passOf(recorded(seller, ...events))) pass.add(each);
  return entries;
}

/** The lines of the last of some events, `sales` with the product behind it; null where it has no entry. */
function linesAfter(...events: readonly LedgerEvent[]): Readonly<Record<string, number>> | null {
  const entry = entriesOf(...events).find(({ position }) => position === events.length + 1);
  if (entry === undefined) return null;
  const named = entry.lines.map(({ account, productId, amount }) => [
    productId === null ? account : `${account} ${productId}`,
    amount,
  ]);
  return Object.fromEntries(named);
}

const sale = {
  customers: 52_500,
  "salesGoods 12": -8696,
  "salesGoods 94": -28_261,
  salesDelivery: -8695,
  vatOutput: -6848,
};
const commission = { commissionExpense: 7391, commissionOwed: -7391 };

describe("the lines of an event", () => {
  test.each([
    ["card", { cardClearing: 52_350, cardFees: 150, customers: -52_500 }],
    ["eft", { bank: 52_350, bankFees: 150, customers: -52_500 }],
    ["credit", { creditClearing: 52_500, customers: -52_500 }],
  ] as const)("bring a payment by %s to where the money is", (method, lines) => {
    expect(linesAfter(placed(), received(method, 52_500, 150))).toEqual(lines);
  });

  test("make the sale, its VAT and its commission when the order is paid", () => {
    expect(linesAfter(placed(), received("card", 52_500), paid)).toEqual({
      ...sale,
      ...commission,
    });
  });

  test("take the sale and the fee back when the payment is undone, as a cancelled invoice", () => {
    const again = [placed(), received("eft", 52_500, 150), paid];
    expect(linesAfter(...again, undone(52_500))).toEqual({
      bank: -52_350,
      bankFees: -150,
      "salesGoods 12": 8696,
      "salesGoods 94": 28_261,
      salesDelivery: 8695,
      vatOutput: 6848,
      commissionExpense: -7391,
      commissionOwed: 7391,
    });
    const documents = entriesOf(...again, undone(52_500), received("eft", 52_600), paid)
      .map(({ document }) => document)
      .filter((document) => document !== null);
    expect(documents).toMatchObject([
      { kind: "invoice", number: "7001", gross: 52_500, goods: 42_500 },
      { kind: "cancelled-invoice", number: "CN7001-1", gross: 52_500, netGoods: 36_957 },
      { kind: "invoice", number: "7001-2", gross: 52_500, netDelivery: 8695 },
    ]);
  });

  test("leave the sale where the rest of the money still covers the order", () => {
    const twice = [placed(), received("eft", 52_500), paid, received("eft", 52_600)];
    expect(linesAfter(...twice, undone(52_600))).toEqual({ bank: -52_600, customers: 52_600 });
  });

  test("refund goods and delivery by a credit note, and reverse their commission", () => {
    const before = [placed(), received("card", 52_500, 150), paid];
    expect(linesAfter(...before, refunded(37_500, 32_500))).toEqual({
      cardClearing: -37_500,
      returnsGoods: 28_261,
      returnsDelivery: 4348,
      vatOutput: 4891,
      commissionExpense: -5652,
      commissionOwed: 5652,
    });
  });

  test("refund an overpayment without a credit note, and an unpaid order's money", () => {
    const overpaid = [placed(), received("eft", 60_000), paid];
    expect(linesAfter(...overpaid, refunded(7500, 0, "eft"))).toEqual({
      bank: -7500,
      customers: 7500,
    });
    expect(linesAfter(placed(), received("eft", 100), refunded(100, 0, "credit"))).toEqual({
      creditClearing: -100,
      customers: 100,
    });
  });

  test("are none for an order that is placed, cancelled, assigned to another seller unpaid, or sent", () => {
    expect(linesAfter(placed())).toBeNull();
    expect(linesAfter(placed(), cancelled)).toBeNull();
    const reassigned: LedgerEvent = { type: "OrderReassigned", data: { orderId, sellerId: null } };
    expect(linesAfter(placed(), reassigned)).toBeNull();
    const sent = { orderId, service: "ONX", waybill: "W1" };
    expect(linesAfter(placed(), { type: "ShipmentCreated", data: sent })).toBeNull();
  });

  test("reverse the commission of a paid order that another seller gets", () => {
    const reassigned: LedgerEvent = { type: "OrderReassigned", data: { orderId, sellerId: null } };
    expect(linesAfter(placed(), received("card", 52_500), paid, reassigned)).toEqual({
      commissionExpense: -7391,
      commissionOwed: 7391,
    });
  });

  test("are none for a test order, and its store credit is given up", () => {
    const all = [placed(false), received("eft", 52_500), paid, refunded(52_500, 42_500)];
    expect(entriesOf(...all)).toEqual([]);
    expect(linesAfter(placed(false), spent(70))).toEqual({ storeCredit: 70, creditGivenUp: -70 });
  });

  test("pay out commission, without the credit that is in it", () => {
    expect(linesAfter(requested)).toBeNull();
    expect(linesAfter(requested, paidOut)).toEqual({ commissionOwed: 400, bank: -400 });
  });

  // shows T307
  test.each([
    [100, { commissionOwed: 400, bank: -300, withholdingTax: -100 }],
    [400, { commissionOwed: 400, withholdingTax: -400 }],
  ])("owe the tax that is withheld of it, %i cents, and pay out the rest", (withheld, lines) => {
    const taxed: LedgerEvent = { ...paidOut, data: { ...paidOut.data, withheld } };
    expect(linesAfter(requested, taxed)).toEqual(lines);
  });

  const credit = { userId: 3, amount: 9 };
  test.each<[LedgerEvent, Readonly<Record<string, number>>]>([
    [
      { type: "CommissionConverted", data: credit },
      { commissionOwed: 9, storeCredit: -9 },
    ],
    [
      { type: "CreditGranted", data: { ...credit, reasonId: null } },
      { creditGranted: 9, storeCredit: -9 },
    ],
    [spent(9), { storeCredit: 9, creditClearing: -9 }],
    [
      { type: "CreditRestored", data: { ...credit, orderId } },
      { creditClearing: 9, storeCredit: -9 },
    ],
    [
      {
        type: "CreditPaidOut",
        data: { ...credit, paidOn: "2026-01-02", reason: "person-asked", withheld: 2 },
      },
      { storeCredit: 9, bank: -7, withholdingTax: -2 },
    ],
    [
      { type: "CreditGivenUp", data: { ...credit, reason: "lapsed" } },
      { storeCredit: 9, creditGivenUp: -9 },
    ],
  ])("move store credit with %o", (event, lines) => {
    expect(linesAfter(placed(), event)).toEqual(lines);
  });

  test.each([
    ["card-payout", { bank: 70, cardClearing: -70 }],
    ["card-fee", { cardFees: 70, cardClearing: -70 }],
    ["bank-fee", { bankFees: 70, bank: -70 }],
    ["bank-interest", { bank: 70, otherIncome: -70 }],
    ["courier", { courierCosts: 70, bank: -70 }],
    ["vat-payment", { vatOutput: 70, bank: -70 }],
    ["vat-rounding", { rounding: 70, vatOutput: -70 }],
    ["withholding-payment", { withholdingTax: 70, bank: -70 }],
    ["own-transfer", { ownTransfers: 70, bank: -70 }],
    ["opening-bank", { bank: 70, ownTransfers: -70 }],
    ["opening-card", { cardClearing: 70, ownTransfers: -70 }],
    ["opening-vat", { vatOutput: -70, ownTransfers: 70 }],
    ["opening-withholding", { withholdingTax: -70, ownTransfers: 70 }],
    ["refund-again", { customers: 70, bank: -70 }],
    ["unexplained", { suspense: 70, bank: -70 }],
    ["card-transfer", { ownTransfers: 70, cardClearing: -70 }],
    ["card-refund-returned", { cardClearing: 70, customers: -70 }],
    ["supplier", { purchases: 70, bank: -70 }],
    ["rent", { rent: 70, bank: -70 }],
    ["salaries", { salaries: 70, bank: -70 }],
    ["running-costs", { runningCosts: 70, bank: -70 }],
    ["income-tax", { incomeTax: 70, bank: -70 }],
    ["other-tax", { otherTax: 70, bank: -70 }],
    ["owner", { ownerAccount: 70, bank: -70 }],
    ["elsewhere", { elsewhere: 70, bank: -70 }],
    ["card-unexplained", { suspense: 70, cardClearing: -70 }],
  ] as const)("book money of the kind %s, the other way round if it is negative", (kind, lines) => {
    expect(linesAfter(booked(kind, 70))).toEqual(lines);
    const swapped = Object.entries(lines).map(([account, amount]) => [account, -amount]);
    expect(linesAfter(booked(kind, -70))).toEqual(Object.fromEntries(swapped));
  });

  test("take back booked money on the same accounts", () => {
    const takenBack: LedgerEvent = { type: "MoneyUnbooked", data: { entryId: someBankEntryId(1) } };
    expect(linesAfter(booked("courier", 70), takenBack)).toEqual({ courierCosts: -70, bank: 70 });
  });

  test("are decided for every type of event, and none is there for those without money", () => {
    const moving = new Set([
      "PaymentReceived",
      "OrderPaid",
      "PaymentUndone",
      "PaymentRefunded",
      "OrderReassigned",
      "PayoutPaid",
      "PayoutReturned",
      "PayoutReturnUndone",
      "CommissionRepaid",
      "CommissionRepaymentUndone",
      "CreditSetOff",
      "CommissionWrittenOff",
      "CommissionConverted",
      "CreditGranted",
      "CreditSpent",
      "CreditRestored",
      "CreditPaidOut",
      "CreditGivenUp",
      "MoneyBooked",
      "MoneyUnbooked",
    ]);
    // A new type of event belongs to one of the two lists: see docs/finance.md, "Books".
    const without = ledgerCatalogue.definitions
      .map(({ type }) => type)
      .filter((type) => !moving.has(type));
    expect(without).toEqual([
      "DistributorEnrolled",
      "StockistEnrolled",
      "DistributorMoved",
      "StockistMoved",
      "DistributorUplifted",
      "StockistTermsChanged",
      "MemberCodeChanged",
      "MemberDeactivated",
      "MemberReactivated",
      "OrderPlaced",
      "OrderCancelled",
      "DeliveryQuoted",
      "CollectionBooked",
      "ShipmentCreated",
      "ReadyToCollect",
      "RecipientCorrected",
      "PayoutRequested",
      "PayoutCorrected",
      "SelfBilledInvoiceCredited",
      "PayoutRejected",
      "CommissionPlanPublished",
      "MonthClosed",
    ]);
  });
});
