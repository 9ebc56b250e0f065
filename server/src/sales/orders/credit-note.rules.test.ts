import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { goodsOfRefund } from "@portal/shared/sales/orders/order-money.ts";
import type { OrderCommand } from "./order-commands.ts";
import { orderDecider } from "./order.decider.ts";
import { type CreditNoteFacts, documentsOf, writeCreditNote } from "./order-documents.rules.ts";
import type { OrderEvent } from "./order.events.ts";
import { leftOf } from "./order.rules.ts";

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
    refundId: `r${amount}`,
    amount,
    productAmount,
    units: 0,
    method: "eft",
    reasonId: null,
  },
});
const undone = (amount: number): OrderEvent => ({
  type: "PaymentUndone",
  data: { orderId, paymentId: `p${amount}`, method: "eft", amount },
});
const historyOf = (...events: OrderEvent[]) => [placed, ...events].map((event) => ({ event, at }));
const documents = (...events: OrderEvent[]) => documentsOf(historyOf(...events));
const notesOf = (...events: OrderEvent[]) => documents(...events).creditNotes;
const invoice = { number: "10421", at };

describe("credit notes", () => {
  test("are numbered within their order, one for each refund", () => {
    const notes = notesOf(received(total), paid, refunded(250, 250), refunded(100, 0));
    const own = { at, reason: "refund", invoice };
    expect(notes).toEqual([
      { ...own, nth: 1, number: "CN10421-1", amount: 250, goods: 250 },
      { ...own, nth: 2, number: "CN10421-2", amount: 100, goods: 0 },
    ]);
  });

  test("are not issued for overpayments, nor before an order is paid", () => {
    expect(notesOf(received(total + 40), paid, refunded(40, 0))).toEqual([]);
    expect(notesOf(received(300), refunded(300, 0))).toEqual([]);
    // Half of this refund is overpayment.
    expect(notesOf(received(total + 40), paid, refunded(80, 0))).toMatchObject([{ amount: 40 }]);
  });

  // shows T143
  test("of an order that is paid again after an undone payment are for all of its second invoice", () => {
    const again = [received(total), paid, undone(total), received(total), paid];
    const { invoices, creditNotes } = documents(...again, refunded(total, 1000));
    expect(invoices).toEqual([
      { nth: 1, number: "10421", at, amount: total },
      { nth: 2, number: "10421-2", at, amount: total },
    ]);
    expect(creditNotes).toMatchObject([
      { number: "CN10421-1", amount: total, reason: "payment-undone", invoice },
      { number: "CN10421-2", amount: total, reason: "refund", invoice: { number: "10421-2" } },
    ]);
  });

  // shows T143
  test("are the fall of the amount due, where a refund is of goods and of an overpayment", () => {
    const { due, notes } = afterEach(received(1200), paid, refunded(150, 100), refunded(50, 0));
    expect(due).toEqual([1100, 1100, 1000, 1000]);
    expect(notes).toEqual([0, 0, 100, 100]);
  });

  // shows T143
  test("take back the invoice of an order that is unpaid again, and a refund of the rest needs none", () => {
    const parts = [received(600), received(500), paid, undone(500)];
    expect(notesOf(...parts)).toMatchObject([{ amount: total, reason: "payment-undone" }]);
    expect(notesOf(...parts, refunded(600, 0))).toHaveLength(1);
  });

  // shows T143
  test("and invoices add up to the amount due of a paid order after every event of a random history", () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { minLength: 1, maxLength: 25 }), (commands) => {
        const facts: OrderEvent[] = [placed];
        let state = orderDecider.evolve(orderDecider.initialState, placed);
        let issued: ReturnType<typeof documentsOf> = { invoices: [], creditNotes: [] };
        for (const command of commands) {
          for (const event of decided(command, state)) {
            facts.push(event);
            state = orderDecider.evolve(state, event);
            const soFar = documentsOf(facts.map((fact) => ({ event: fact, at })));
            // Documents are only added.
            expect(soFar.invoices.slice(0, issued.invoices.length)).toEqual(issued.invoices);
            expect(soFar.creditNotes.slice(0, issued.creditNotes.length)).toEqual(
              issued.creditNotes,
            );
            issued = soFar;
            const balance = sumOf(soFar.invoices) - sumOf(soFar.creditNotes);
            if (state.status === "unplaced") throw new Error("the order was placed");
            expect(balance).toBe(state.isPaid ? state.due : 0);
            for (const { amount } of soFar.invoices) expect(amount).toBe(total);
            for (const { amount, goods } of soFar.creditNotes) {
              expect(amount).toBeGreaterThan(0);
              expect(goods).toBeLessThanOrEqual(amount);
            }
            const isWhole = state.isPaid && state.refunded === 0;
            expect(!isWhole || balance === Math.min(total, state.received)).toBe(true);
          }
        }
      }),
      { numRuns: 5000 },
    );
  });
});

/** The amount due, and the sum of the credit notes, after each of the events. */
function afterEach(...events: OrderEvent[]) {
  const due: number[] = [];
  const notes: number[] = [];
  let state = orderDecider.evolve(orderDecider.initialState, placed);
  for (const [index, event] of events.entries()) {
    state = orderDecider.evolve(state, event);
    due.push(state.status === "unplaced" ? 0 : state.due);
    notes.push(sumOf(notesOf(...events.slice(0, index + 1))));
  }
  return { due, notes };
}

function sumOf(documentList: readonly Readonly<{ amount: number }>[]): number {
  return documentList.reduce((sum, { amount }) => sum + amount, 0);
}

type AnyCommand = Readonly<{
  kind: "pay" | "undo" | "refund" | "cancel" | "credit";
  amount: number;
  share: number;
  pick: number;
}>;
const anyCommand: fc.Arbitrary<AnyCommand> = fc.record({
  kind: fc.constantFrom("pay", "pay", "undo", "refund", "refund", "credit", "cancel"),
  amount: fc.oneof(fc.constant(total), fc.integer({ min: 1, max: 1500 })),
  share: fc.nat(100),
  pick: fc.nat(5),
});

let ids = 0;

/** What the command does to the order; nothing where it is refused. */
function decided(
  { kind, amount, share, pick }: AnyCommand,
  state: ReturnType<typeof orderDecider.evolve>,
): readonly OrderEvent[] {
  if (state.status === "unplaced") return [];
  const left = leftOf(state);
  const own = { orderId, amount, fee: 0, reference: "" };
  const some = Math.min(amount, left.amount);
  const { least, most } = goodsOfRefund(left, some);
  const goods = least + Math.floor(((most - least) * share) / 100);
  const commands = {
    pay: { type: "RecordPayment", ...own, paymentId: `eft-${ids++}`, method: "eft" },
    credit: { type: "RecordPayment", ...own, paymentId: `credit-${ids++}`, method: "credit" },
    undo: { type: "UndoPayment", orderId, paymentId: state.payments[pick]?.paymentId ?? "" },
    cancel: { type: "CancelOrder", orderId, reasonId: null },
    refund: {
      type: "RefundPayment",
      orderId,
      refundId: `refund-${ids++}`,
      amount: some,
      productAmount: goods,
      units: goods > 0 && goods === left.goods ? left.units : 0,
      method: "eft",
      reasonId: null,
    },
  } satisfies Record<AnyCommand["kind"], OrderCommand>;
  if (kind === "refund" && some <= 0) return [];
  try {
    return orderDecider.decide(commands[kind], state);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

describe("the text of a credit note", () => {
  const facts: CreditNoteFacts = {
    region: "za",
    currency: "ZAR",
    vatBps: 1500,
    invoiceNumber: "10421",
    total: 660_000,
    supplier: { name: "Rhizo", address: ["1 Street"], vatNo: "4000000000", companyNo: null },
    recipient: { name: "Kim Person", address: ["2 Road"], vatNo: null },
    number: "CN10421-1",
    day: "21 November 2026",
    invoiceDay: "2 November 2026",
    amount: 42_500,
    goods: 32_500,
    reason: "refund",
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

  test("says so where it takes back the invoice of an undone payment", () => {
    const note = writeCreditNote({ ...facts, goods: 0, reason: "payment-undone" });
    expect(note.rows.map(([name]) => name)).toEqual([
      "Invoice cancelled, the payment was not for this order",
    ]);
    expect(note.sums.at(-1)).toEqual(["Total credited", "R425.00"]);
  });

  // shows T314
  test("of an invoice from before the registration has neither VAT nor a VAT number", () => {
    const note = writeCreditNote({ ...facts, vatBps: null });
    expect(note.columns).toEqual(["Description", "Total"]);
    expect(note.rows.map((row) => row.length)).toEqual([2, 2]);
    expect(note.sums).toEqual([["Total refunded", "R425.00"]]);
    expect(JSON.stringify(note)).not.toContain("VAT");
  });

  test("in the USA takes back the sales tax of its invoice, and has no VAT number", () => {
    const note = writeCreditNote({ ...facts, region: "usa", vatBps: 800 });
    expect(note.columns).toEqual(["Description", "Value", "Sales tax", "Total"]);
    expect(note.sums.map(([name]) => name)).toEqual([
      "Subtotal excl. sales tax",
      "Sales tax 8%",
      "Total refunded",
    ]);
    expect(JSON.stringify(note)).not.toContain("VAT");
  });

  test.for<[string, Partial<CreditNoteFacts>]>([
    ["in the USA", { region: "usa", vatBps: 0 }],
    ["without registration", { vatBps: null }],
  ])("shows no VAT for a shop %s, as its invoice", ([, changes]) => {
    const note = writeCreditNote({ ...facts, ...changes });
    expect(note.columns).toEqual(["Description", "Total"]);
    expect(note.sums).toEqual([["Total refunded", "R425.00"]]);
    expect(JSON.stringify(note)).not.toContain("VAT");
  });
});
