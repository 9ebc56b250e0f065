import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CreditNoteFacts, creditNotesOf, writeCreditNote } from "./order-documents.rules.ts";
import type { OrderEvent } from "./order.events.ts";

const orderId = "7f2c1d1e-0000-4000-8000-000000000001";
const at = "2026-11-20T09:00:00.000Z";
const line = { productId: 94, quantity: 4, listPrice: 250, unitPrice: 250, commissionPrice: 250 };
const delivery = {
  productId: 142,
  quantity: 1,
  listPrice: 100,
  unitPrice: 100,
  commissionPrice: 0,
};
const total = 1100;

const placed: OrderEvent = {
  type: "OrderPlaced",
  data: {
    orderId,
    orderNumber: 10_421,
    buyerId: 3,
    sellerId: null,
    region: "za",
    currency: "ZAR",
    vatBps: 1500,
    live: true,
    deliveryService: null,
    total,
    sections: [{ addressId: 1, lines: [line, delivery] }],
  },
};
const received = (amount: number): OrderEvent => ({
  type: "PaymentReceived",
  data: {
    orderId,
    paymentId: `p${amount}`,
    method: "eft",
    amount,
    fee: 0,
    reference: "RH1",
    referenceId: null,
  },
});
const paid: OrderEvent = { type: "OrderPaid", data: { orderId } };
const refunded = (amount: number, productAmount: number): OrderEvent => ({
  type: "PaymentRefunded",
  data: {
    orderId,
    refundId: "r",
    amount,
    productAmount,
    units: 0,
    method: "eft",
    reasonId: null,
  },
});
const notesOf = (...events: OrderEvent[]) =>
  creditNotesOf([placed, ...events].map((event) => ({ event, at })));

describe("credit notes", () => {
  test("are numbered within their order, one for each refund", () => {
    const notes = notesOf(received(total), paid, refunded(250, 250), refunded(100, 0));
    expect(notes).toEqual([
      { nth: 1, number: "CN10421-1", at, amount: 250, goods: 250 },
      { nth: 2, number: "CN10421-2", at, amount: 100, goods: 0 },
    ]);
  });

  test("are not issued for overpayments, nor before an order is paid", () => {
    expect(notesOf(received(total + 40), paid, refunded(40, 0))).toEqual([]);
    expect(notesOf(received(300), refunded(300, 0))).toEqual([]);
    // Half of this refund is overpayment.
    expect(notesOf(received(total + 40), paid, refunded(80, 0))).toMatchObject([{ amount: 40 }]);
  });

  test("never exceed the invoice total", () => {
    const refund = fc.record({ amount: fc.integer({ min: 1, max: 900 }), share: fc.nat(100) });
    fc.assert(
      fc.property(fc.nat(500), fc.array(refund, { maxLength: 8 }), (extra, refunds) => {
        const facts = refunds.map(({ amount, share }) =>
          refunded(amount, Math.floor((amount * share) / 100)),
        );
        const notes = notesOf(received(total + extra), paid, ...facts);
        const sum = notes.reduce((all, { amount }) => all + amount, 0);
        expect(sum).toBeLessThanOrEqual(total);
        for (const { amount, goods } of notes) {
          expect(amount).toBeGreaterThan(0);
          expect(goods).toBeLessThanOrEqual(amount);
        }
      }),
    );
  });
});

describe("the text of a credit note", () => {
  const facts: CreditNoteFacts = {
    region: "za",
    currency: "ZAR",
    vatBps: 1500,
    orderNumber: 10_421,
    total: 660_000,
    supplier: { name: "Rhizo", address: ["1 Street"], vatNo: "4000000000", companyNo: null },
    recipient: { name: "Kim Person", address: ["2 Road"], vatNo: null },
    number: "CN10421-1",
    day: "21 November 2026",
    invoiceDay: "2 November 2026",
    amount: 42_500,
    goods: 32_500,
  };

  test("shows its invoice, the refunded goods and delivery, and the VAT", () => {
    const note = writeCreditNote(facts);
    expect(note.head).toEqual([
      "Credit note no. CN10421-1",
      "Date 21 November 2026",
      "For invoice no. 10421 of 2 November 2026",
    ]);
    expect(note.recipient).toEqual(["Kim Person", "2 Road"]);
    expect(note.rows.map(([name, , , gross]) => [name, gross?.replaceAll(/\s/g, " ")])).toEqual([
      ["Goods returned or not delivered", "R325.00"],
      ["Delivery and price adjustments", "R100.00"],
    ]);
    expect(note.sums).toEqual([
      ["Subtotal excl. VAT", "R369.57"],
      ["VAT 15%", "R55.43"],
      ["Total refunded", "R425.00"],
    ]);
  });

  test("shows no VAT for a shop without VAT", () => {
    const note = writeCreditNote({ ...facts, vatBps: 0 });
    expect(note.sums).toEqual([["Total refunded", "R425.00"]]);
  });
});
