import { describe, expect, test } from "vitest";
import { projectionsOf, recorded } from "../../testing/recorded-facts.ts";
import {
  bottles,
  distributor,
  parcel,
  refunded,
  someOrderId,
  sold,
} from "../../testing/some-facts.ts";
import type { LedgerEvent } from "../ledger-catalogue.ts";

const paidOrder = sold({ number: 1, sellerId: 30, lines: [bottles(2), parcel] });
const received = (paymentId: string, amount: number): LedgerEvent => ({
  type: "PaymentReceived",
  data: {
    orderId: someOrderId(1),
    paymentId,
    method: "card",
    amount,
    fee: 0,
    reference: "RH1",
    referenceId: null,
  },
});
const again = (amount: number) => received("pay-2", amount);
const back = (amount: number, productAmount = 0, units = 0) =>
  refunded(1, { refundId: `r${amount}`, amount, productAmount, units });

const seller = distributor(30, 1, null);
const stateAfter = (...facts: LedgerEvent[]) =>
  projectionsOf(recorded(seller, ...paidOrder, ...facts)).orders.get(someOrderId(1))?.state;

describe("an order's state", () => {
  test.each([
    ["paid", []],
    ["partly-refunded", [back(32_500, 32_500, 1)]],
    ["partly-refunded", [back(1)]],
    ["refunded", [back(75_000, 65_000, 2)]],
    ["paid", [again(75_000), back(75_000)]],
    ["partly-refunded", [again(75_000), back(75_000, 65_000, 2)]],
    ["refunded", [back(75_000, 65_000, 2), again(500), back(500)]],
  ] as const)("is %s after %j", (state, facts) => {
    expect(stateAfter(...facts)).toBe(state);
  });
});

describe("a refund before the order is paid", () => {
  const [placed, payment] = paidOrder;

  test("refunds money and no goods, so that all goods count once it is paid", () => {
    const half = received("half", 30_000);
    const refund = refunded(1, { refundId: "r", amount: 30_000, productAmount: 20_000, units: 1 });
    const facts = [placed, half, refund, payment].filter((fact) => fact !== undefined);
    const paid: LedgerEvent = { type: "OrderPaid", data: { orderId: someOrderId(1) } };
    const projections = projectionsOf(recorded(seller, ...facts, paid));

    expect(projections.orders.get(someOrderId(1))).toMatchObject({
      state: "paid",
      received: 105_000,
      refunded: 30_000,
      refundedGoods: 0,
      refundedUnits: 0,
    });
    expect(projections.wallets.get(30)).toMatchObject({ units: 2, accrued: 11_304 });
  });
});

describe("fulfilment", () => {
  const orderId = someOrderId(1);
  const steps: LedgerEvent[] = [
    { type: "DeliveryQuoted", data: { orderId, service: "ECO", quoteNumber: "Q1", rate: 9900 } },
    {
      type: "CollectionBooked",
      data: {
        orderId,
        service: "ECO",
        collectionReference: "C1",
        collectionAt: "2026-05-01T08:00:00.000Z",
      },
    },
    { type: "ShipmentCreated", data: { orderId, service: "LOF", waybill: "W1" } },
  ];

  test.each([
    [1, { fulfilment: "quoted", quoteNumber: "Q1", deliveryService: "ECO" }],
    [2, { fulfilment: "collection-booked", quoteNumber: "Q1", collectionReference: "C1" }],
    [3, { fulfilment: "shipped", waybill: "W1", deliveryService: "LOF", state: "paid" }],
  ])("is known after %i steps, beside the state of the money", (count, expected) => {
    const projections = projectionsOf(recorded(...paidOrder, ...steps.slice(0, count)));
    expect(projections.orders.get(orderId)).toMatchObject(expected);
  });

  test.each([
    [true, { fulfilment: null, quoteNumber: null, deliveryService: "ECO" }],
    [false, { fulfilment: "quoted", quoteNumber: "Q1", deliveryService: "ECO" }],
  ])("begins anew where the order goes elsewhere: %s", (placeChanged, expected) => {
    const corrected: LedgerEvent = {
      type: "RecipientCorrected",
      data: { orderId, section: 1, addressId: 8, placeChanged },
    };
    const projections = projectionsOf(recorded(...paidOrder, ...steps.slice(0, 1), corrected));
    expect(projections.orders.get(orderId)).toMatchObject({ ...expected, state: "paid" });
  });
});
