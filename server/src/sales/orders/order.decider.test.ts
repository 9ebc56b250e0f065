import { describe, test } from "vitest";
import { specify } from "../../testing/decider-spec.ts";
import type { OrderCommand, PlaceOrder, RecordPayment } from "./order-commands.ts";
import { orderDecider } from "./order.decider.ts";
import type { OfficeEntry } from "./office-entry.rules.ts";
import type { OrderEvent, OrderSection } from "./order.events.ts";

const given = specify(orderDecider);

const typedReason = "0190a0e0-0000-7000-8000-000000000001";
const orderId = "5b0f7f0e-3f0e-4c57-9d2b-0a53f6f2a001";
const bottles = {
  productId: 94,
  quantity: 3,
  listPrice: 32_500,
  unitPrice: 32_500,
  commissionPrice: 32_500,
};
const parcel = {
  productId: 142,
  quantity: 1,
  listPrice: 10_000,
  unitPrice: 10_000,
  commissionPrice: 0,
};
const sections: OrderSection[] = [{ addressId: 5, lines: [bottles, parcel] }];
const order = {
  orderId,
  orderNumber: 7001,
  buyerId: 9,
  sellerId: 101,
  region: "za",
  currency: "ZAR",
  vatBps: 1500,
  live: true,
  sections,
  deliveryService: "ECO",
} as const;
const total = 107_500;

const place: PlaceOrder = { type: "PlaceOrder", ...order };
const placed: OrderEvent = { type: "OrderPlaced", data: { ...order, sections, total } };

const wrongTotal: OrderEvent = {
  type: "OrderPlaced",
  data: { ...order, sections, total: total - 1 },
};

const payment = {
  orderId,
  paymentId: "pf-1",
  method: "card",
  amount: total,
  fee: 2500,
  reference: "RH7001",
  referenceId: null,
} as const;
const pay: RecordPayment = { type: "RecordPayment", ...payment };
const received: OrderEvent = { type: "PaymentReceived", data: payment };
const paid: OrderEvent = { type: "OrderPaid", data: { orderId } };

const refund = {
  orderId,
  refundId: "ref-1",
  amount: 32_500,
  productAmount: 32_500,
  units: 1,
  method: "eft",
  reasonId: typedReason,
} as const;
const refunded: OrderEvent = { type: "PaymentRefunded", data: refund };
const refundedWhole: OrderEvent = {
  type: "PaymentRefunded",
  data: { ...refund, refundId: "ref-2", amount: total, productAmount: 97_500, units: 3 },
};
const cancelled: OrderEvent = { type: "OrderCancelled", data: { orderId, reasonId: typedReason } };
const cancel = { type: "CancelOrder", orderId, reasonId: typedReason } as const;

describe("placing an order", () => {
  test("adds up its lines", () => given().when(place).thenHappened(placed));
  test("requires a line", () =>
    given()
      .when({ ...place, sections: [] })
      .thenRefused("order.empty"));
  test("is refused for an existing order", () =>
    given(placed).when(place).thenRefused("order.already-placed"));
  test("with a total of zero pays it too", () => {
    const free = [{ addressId: null, lines: [{ ...bottles, unitPrice: 0, commissionPrice: 0 }] }];
    given()
      .when({ ...place, sections: free })
      .thenHappened(
        { type: "OrderPlaced", data: { ...order, sections: free, total: 0 } },
        { type: "OrderPaid", data: { orderId } },
      );
  });
});

describe("a payment", () => {
  test("in full pays the order in the same decision", () =>
    given(placed).when(pay).thenHappened(received, paid));
  test("in part does not pay the order", () => {
    const part = { ...payment, amount: total - 1 };
    given(placed)
      .when({ type: "RecordPayment", ...part })
      .thenHappened({ type: "PaymentReceived", data: part });
  });
  test("that completes earlier payments pays the order", () => {
    const part: OrderEvent = {
      type: "PaymentReceived",
      data: { ...payment, paymentId: "eft-1", amount: total - 1 },
    };
    const rest = { ...payment, amount: 1 };
    given(placed, part)
      .when({ type: "RecordPayment", ...rest })
      .thenHappened({ type: "PaymentReceived", data: rest }, paid);
  });
  test("with a known id is recorded once", () =>
    given(placed, received, paid).when(pay).thenNothing());
  test("for a paid order is recorded without paying it again", () => {
    const second = { ...payment, paymentId: "pf-2" };
    given(placed, received, paid)
      .when({ type: "RecordPayment", ...second })
      .thenHappened({ type: "PaymentReceived", data: second });
  });
  test("for a cancelled order is recorded without paying it", () =>
    given(placed, cancelled).when(pay).thenHappened(received));
  test("does not count once it is refunded", () => {
    const back: OrderEvent = {
      type: "PaymentRefunded",
      data: { ...refund, amount: 50_000, productAmount: 0, units: 0 },
    };
    const half: OrderEvent = {
      type: "PaymentReceived",
      data: { ...payment, paymentId: "eft-1", amount: 50_000 },
    };
    const rest = { ...payment, amount: total - 50_000 };
    given(placed, half, back)
      .when({ type: "RecordPayment", ...rest })
      .thenHappened({ type: "PaymentReceived", data: rest });
  });
  test("requires an order", () => given().when(pay).thenRefused("order.unknown"));
});

describe("a refund", () => {
  const paidOrder = given(placed, received, paid);
  const ask = { type: "RefundPayment", ...refund } as const;
  const tooFewGoods = "order.refund-goods-too-small";
  const dataOf = ({
    type: _,
    ...data
  }: typeof ask | Extract<OrderCommand, { type: "RefundPayment" }>) => data;

  test("covers goods and their price", () => paidOrder.when(ask).thenHappened(refunded));
  test("of everything is accepted", () => {
    const { data } = refundedWhole;
    paidOrder.when({ type: "RefundPayment", ...data, reasonId: null }).thenHappened({
      type: "PaymentRefunded",
      data: { ...data, reasonId: null },
    });
  });
  test("of everything must include all goods and units", () => {
    const all = { ...ask, amount: total, productAmount: 97_500, units: 3 };
    paidOrder.when({ ...all, productAmount: 0, units: 0 }).thenRefused(tooFewGoods);
    paidOrder.when({ ...all, productAmount: 97_499 }).thenRefused(tooFewGoods);
    paidOrder.when({ ...all, units: 2 }).thenRefused("order.refund-units-missing");
  });
  // shows T81
  test("above delivery and overpayment must include goods", () => {
    const delivery = { ...ask, amount: 10_000, productAmount: 0, units: 0 };
    paidOrder.when(delivery).thenHappened({ type: "PaymentRefunded", data: dataOf(delivery) });
    paidOrder.when({ ...delivery, amount: 10_001 }).thenRefused(tooFewGoods);
    const more = { ...delivery, amount: 10_001, productAmount: 1 };
    paidOrder.when(more).thenHappened({ type: "PaymentRefunded", data: dataOf(more) });

    const excess: OrderEvent = {
      type: "PaymentReceived",
      data: { ...payment, paymentId: "pf-2", amount: 500 },
    };
    const overpaid = given(placed, received, paid, excess);
    const both = { ...delivery, amount: 10_500 };
    overpaid.when(both).thenHappened({ type: "PaymentRefunded", data: dataOf(both) });
    overpaid.when({ ...both, amount: 10_501 }).thenRefused(tooFewGoods);
  });
  test("in several steps cannot leave goods sold but unpaid", () => {
    const delivery = { ...refund, refundId: "ref-3", amount: 10_000, productAmount: 0, units: 0 };
    const afterDelivery = given(placed, received, paid, {
      type: "PaymentRefunded",
      data: delivery,
    });
    afterDelivery.when({ ...ask, amount: 1, productAmount: 0, units: 0 }).thenRefused(tooFewGoods);
    afterDelivery
      .when({ ...ask, amount: 97_500, productAmount: 97_499, units: 3 })
      .thenRefused(tooFewGoods);
  });
  test("of the remaining amount must include the goods that earlier refunds left out", () => {
    const unnamed: OrderEvent = {
      type: "PaymentRefunded",
      data: { ...refund, refundId: "ref-0", amount: total - 100, productAmount: 0, units: 0 },
    };
    const last = { ...ask, amount: 100, productAmount: 97_500, units: 3 };
    const old = given(placed, received, paid, unnamed);
    old.when({ ...last, productAmount: 100 }).thenRefused(tooFewGoods);
    old.when(last).thenHappened({ type: "PaymentRefunded", data: dataOf(last) });
  });
  test("with a known id is refused", () =>
    given(placed, received, paid, refunded).when(ask).thenRefused("order.refund-repeated"));
  test.each([
    ["money than was paid", { ...ask, amount: total + 1 }],
    ["goods than money", { ...ask, amount: 32_499 }],
    ["goods than were sold", { ...ask, amount: total, productAmount: 97_501 }],
    ["units than were sold", { ...ask, units: 4 }],
  ])("is refused for more %s", (_what, tooMuch) =>
    paidOrder.when(tooMuch).thenRefused("order.refund-too-large"),
  );
  test("counts together with earlier refunds", () =>
    given(placed, received, paid, refunded)
      .when({ ...ask, refundId: "ref-3", amount: 65_001, productAmount: 65_001, units: 2 })
      .thenRefused("order.refund-too-large"));
  // shows T333
  test("to the card is at most what came in by card and has not gone back", () => {
    const toCard = { ...ask, method: "card" } as const;
    const byEft = { ...payment, paymentId: "eft-1", method: "eft" } as const;
    const notToCard = "order.refund-not-to-card";
    given(placed, { type: "PaymentReceived", data: byEft }, paid)
      .when(toCard)
      .thenRefused(notToCard);

    const card: OrderEvent = { type: "PaymentReceived", data: { ...payment, amount: 40_000 } };
    const rest: OrderEvent = {
      type: "PaymentReceived",
      data: { ...byEft, amount: total - 40_000 },
    };
    const mixed = given(placed, card, rest, paid);
    const all = { ...toCard, amount: 40_000, productAmount: 32_500 };
    mixed.when(all).thenHappened({ type: "PaymentRefunded", data: dataOf(all) });
    mixed.when({ ...all, amount: 40_001 }).thenRefused(notToCard);
    const next = { ...toCard, refundId: "ref-3", amount: 1, productAmount: 1, units: 0 };
    const gone: OrderEvent = { type: "PaymentRefunded", data: dataOf(all) };
    given(placed, card, rest, paid, gone).when(next).thenRefused(notToCard);
    const elsewhere = { ...next, method: "eft" } as const;
    given(placed, card, rest, paid, gone)
      .when(elsewhere)
      .thenHappened({ type: "PaymentRefunded", data: dataOf(elsewhere) });
  });
  // shows T333
  test("to the card that the ledger has of an order paid by transfer still counts", () => {
    const byEft = { ...payment, paymentId: "eft-1", method: "eft" } as const;
    const imported = { ...refund, method: "card" } as const;
    const next = { ...ask, refundId: "ref-3" };
    given(placed, { type: "PaymentReceived", data: byEft }, paid, {
      type: "PaymentRefunded",
      data: imported,
    })
      .when(next)
      .thenHappened({ type: "PaymentRefunded", data: dataOf(next) });
  });
  // shows T350
  test("of store credit is paid to no bank account and no card", () => {
    const byCredit = { ...payment, paymentId: "credit-1", method: "credit" } as const;
    const onlyCredit = "order.refund-only-credit";
    const whole = { ...ask, amount: total, productAmount: 97_500, units: 3 };
    const asCredit = { ...whole, method: "credit" } as const;
    const ofCredit = given(placed, { type: "PaymentReceived", data: byCredit }, paid);
    ofCredit.when({ ...whole, amount: 1, productAmount: 0, units: 0 }).thenRefused(onlyCredit);
    ofCredit.when(whole).thenRefused(onlyCredit);
    ofCredit.when(asCredit).thenHappened({ type: "PaymentRefunded", data: dataOf(asCredit) });
  });
  // shows T350
  test.each(["eft", "card"] as const)(
    "to the bank or card is at most what came by %s and has not gone back",
    (way) => {
      const byCredit: OrderEvent = {
        type: "PaymentReceived",
        data: { ...payment, paymentId: "credit-1", method: "credit", amount: total - 40_000 },
      };
      const rest: OrderEvent = {
        type: "PaymentReceived",
        data: { ...payment, method: way, amount: 40_000 },
      };
      const mixed = given(placed, byCredit, rest, paid);
      const all = { ...ask, amount: 40_000 };
      mixed.when(all).thenHappened({ type: "PaymentRefunded", data: dataOf(all) });
      mixed.when({ ...all, amount: 40_001 }).thenRefused("order.refund-only-credit");
      const gone: OrderEvent = { type: "PaymentRefunded", data: dataOf(all) };
      const next = { ...ask, refundId: "ref-3", amount: 1, productAmount: 1, units: 0 };
      const afterwards = given(placed, byCredit, rest, paid, gone);
      for (const method of ["eft", "card"] as const)
        afterwards
          .when({ ...next, method })
          .thenRefused(
            method === "card" && way === "eft"
              ? "order.refund-not-to-card"
              : "order.refund-only-credit",
          );
      const asCredit = { ...next, method: "credit" } as const;
      afterwards.when(asCredit).thenHappened({ type: "PaymentRefunded", data: dataOf(asCredit) });
    },
  );
  // shows T350
  test("by transfer that the ledger has of an order paid by credit still counts", () => {
    const byCredit = { ...payment, paymentId: "credit-1", method: "credit" } as const;
    const asCredit = { ...ask, refundId: "ref-3", method: "credit" } as const;
    given(placed, { type: "PaymentReceived", data: byCredit }, paid, refunded)
      .when(asCredit)
      .thenHappened({ type: "PaymentRefunded", data: dataOf(asCredit) });
  });
  test("before the order is paid covers money but no goods", () => {
    const part = given(placed, {
      type: "PaymentReceived",
      data: { ...payment, amount: 50_000 },
    });
    part.when(ask).thenRefused("order.refund-too-large");
    const moneyOnly = { ...refund, productAmount: 0, units: 0 };
    part
      .when({ type: "RefundPayment", ...moneyOnly })
      .thenHappened({ type: "PaymentRefunded", data: moneyOnly });
  });
});

describe("cancelling", () => {
  test("ends an unpaid order", () => given(placed).when(cancel).thenHappened(cancelled));
  test("is refused the second time", () =>
    given(placed, cancelled).when(cancel).thenRefused("order.already-cancelled"));
  test("a paid order is refused", () =>
    given(placed, received, paid).when(cancel).thenRefused("order.paid-refund-first"));
  test("a partly refunded order is refused", () =>
    given(placed, received, paid, refunded).when(cancel).thenRefused("order.paid-refund-first"));
  test("is accepted once everything is refunded", () =>
    given(placed, received, paid, refundedWhole).when(cancel).thenHappened(cancelled));
  test("refunds spent store credit", () => {
    const credit: OrderEvent = {
      type: "PaymentReceived",
      data: { ...payment, paymentId: "credit-1", method: "credit", amount: 20_000 },
    };
    given(placed, credit)
      .when(cancel)
      .thenHappened(
        {
          type: "PaymentRefunded",
          data: {
            orderId,
            refundId: `cancelled-${orderId}`,
            amount: 20_000,
            productAmount: 0,
            units: 0,
            method: "credit",
            reasonId: null,
          },
        },
        cancelled,
      );
  });
});

describe("reassigning", () => {
  const reassign = { type: "ReassignOrder", orderId, sellerId: 102 } as const;
  const reassigned: OrderEvent = { type: "OrderReassigned", data: { orderId, sellerId: 102 } };

  test("assigns the sale to another seller", () => {
    given(placed).when(reassign).thenHappened(reassigned);
    given(placed, received, paid).when(reassign).thenHappened(reassigned);
  });
  test("to no seller makes it a house sale", () => {
    const house = { orderId, sellerId: null };
    given(placed)
      .when({ type: "ReassignOrder", ...house })
      .thenHappened({ type: "OrderReassigned", data: house });
  });
  test("to the current seller changes nothing", () =>
    given(placed, reassigned).when(reassign).thenNothing());
  test("a cancelled order is refused", () =>
    given(placed, cancelled).when(reassign).thenRefused("order.already-cancelled"));
});

describe("delivery", () => {
  const quote = { orderId, service: "ECO", quoteNumber: "Q1", rate: 9900 };
  const collection = {
    orderId,
    service: "ECO",
    collectionReference: "C1",
    collectionAt: "2026-05-01T08:00:00.000Z",
  };
  const shipment = { orderId, service: "ECO", waybill: "W1" };
  const steps = [
    [
      { type: "QuoteDelivery", ...quote },
      { type: "DeliveryQuoted", data: quote },
    ],
    [
      { type: "BookCollection", ...collection },
      { type: "CollectionBooked", data: collection },
    ],
    [
      { type: "CreateShipment", orderId, service: "ECO", waybills: ["W1"] },
      { type: "ShipmentCreated", data: shipment },
    ],
  ] as const;

  test.each(steps)("is arranged by $type, once even if repeated", (command, event) => {
    given(placed).when(command).thenHappened(event);
    given(placed, event).when(command).thenNothing();
  });
  test.each(steps)("$type requires a placed order that is not cancelled", (command) => {
    given().when(command).thenRefused("order.unknown");
    given(placed, cancelled).when(command).thenRefused("order.already-cancelled");
  });

  test("of a visit at the time that is booked already books nothing, and at another time does", () => {
    const booked = { type: "CollectionBooked", data: collection } as const;
    const again = { ...collection, collectionReference: "C2" };
    const later = { ...again, collectionAt: "2026-05-02T08:00:00.000Z" };
    given(placed, booked)
      .when({ type: "BookCollection", ...again })
      .thenNothing();
    given(placed, booked)
      .when({ type: "BookCollection", ...later })
      .thenHappened({ type: "CollectionBooked", data: later });
  });

  const shipped = (waybill: string): OrderEvent => {
    return { type: "ShipmentCreated", data: { ...shipment, waybill } };
  };
  const ship = (...waybills: string[]) =>
    ({ type: "CreateShipment", orderId, service: "ECO", waybills }) as const;
  test("of several parcels is one step, repeated for all if one waybill changes", () => {
    given(placed).when(ship("W1", "W2")).thenHappened(shipped("W1"), shipped("W2"));
    const first = [placed, shipped("W1"), shipped("W2")] as const;
    given(...first)
      .when(ship("W1", "W2"))
      .thenNothing();
    given(...first)
      .when(ship("W3", "W2"))
      .thenHappened(shipped("W3"), shipped("W2"));
  });
  test("replaces waybills only if the former ones are given", () => {
    const first = [placed, shipped("W1")] as const;
    given(...first)
      .when({ ...ship("W2"), former: ["W1"] })
      .thenHappened(shipped("W2"));
    for (const former of [[], ["W3"]])
      given(...first)
        .when({ ...ship("W2"), former })
        .thenRefused("courier.already-shipped");
    given(placed)
      .when({ ...ship("W2"), former: ["W1"] })
      .thenRefused("courier.already-shipped");
  });
});

describe("correcting a recipient", () => {
  const change = { orderId, section: 1, addressId: 6, placeChanged: true };
  const correct = { type: "CorrectRecipient", formerAddressId: 5, ...change } as const;
  const corrected: OrderEvent = { type: "RecipientCorrected", data: change };

  test("changes one section, based on its current address", () => {
    given(placed).when(correct).thenHappened(corrected);
    const back = { ...change, addressId: 7 };
    given(placed, corrected)
      .when({ ...correct, ...back, formerAddressId: 6 })
      .thenHappened({ type: "RecipientCorrected", data: back });
  });
  test("is accepted after payment, and leaves the amounts unchanged", () => {
    const givenBack: OrderEvent = {
      type: "PaymentRefunded",
      data: {
        orderId,
        refundId: "r1",
        amount: total,
        productAmount: 97_500,
        units: 3,
        method: "eft",
        reasonId: typedReason,
      },
    };
    given(placed, received, paid).when(correct).thenHappened(corrected);
    given(placed, received, paid, corrected)
      .when({ type: "RefundPayment", ...givenBack.data })
      .thenHappened(givenBack);
  });
  test("is refused if the address changed meanwhile", () => {
    given(placed, corrected).when(correct).thenRefused("edit.changed-meanwhile");
  });
  test("is refused for an unknown section", () => {
    given(placed)
      .when({ ...correct, section: 2 })
      .thenRefused("order.unknown-address");
  });
  test("requires a placed order that is not cancelled", () => {
    given().when(correct).thenRefused("order.unknown");
    given(placed, cancelled).when(correct).thenRefused("order.recipient-over");
  });
  test("to another place invalidates the courier quote", () => {
    const quote = { orderId, service: "ECO", quoteNumber: "Q1", rate: 9900 };
    const quoted: OrderEvent = { type: "DeliveryQuoted", data: quote };
    const ask = { type: "QuoteDelivery", ...quote } as const;
    given(placed, quoted, corrected).when(ask).thenHappened(quoted);
    const samePlace: OrderEvent = {
      type: "RecipientCorrected",
      data: { ...change, placeChanged: false },
    };
    given(placed, quoted, samePlace).when(ask).thenNothing();
  });
});

describe("an order with several delivery services", () => {
  const toCollect = { addressId: null, lines: [bottles] };
  const collectedPart = { ...toCollect, deliveryService: "COL" };
  const [sent] = sections;
  const mixed = { ...order, sections: [collectedPart, sent!], total: total + 97_500 };

  test("records a section's service only if it differs from the order's", () => {
    const own = { ...sent!, deliveryService: "ECO" };
    given()
      .when({ ...place, sections: [collectedPart, own], deliveryService: null })
      .thenHappened({ type: "OrderPlaced", data: mixed });
  });
  test("is for collection only if all sections are", () => {
    given()
      .when({ ...place, sections: [collectedPart], deliveryService: null })
      .thenHappened({
        type: "OrderPlaced",
        data: { ...order, sections: [toCollect], deliveryService: "COL", total: 97_500 },
      });
  });
  test("is marked ready to collect once, after payment", () => {
    const ready = { type: "MarkReadyToCollect", orderId } as const;
    const isReady: OrderEvent = { type: "ReadyToCollect", data: { orderId } };
    const mixedPlaced: OrderEvent = { type: "OrderPlaced", data: mixed };
    const all: OrderEvent = {
      type: "PaymentReceived",
      data: { ...payment, amount: mixed.total },
    };
    given(mixedPlaced).when(ready).thenRefused("order.not-fully-paid");
    given(mixedPlaced, all, paid).when(ready).thenHappened(isReady);
    given(mixedPlaced, all, paid, isReady).when(ready).thenNothing();
    given(mixedPlaced, cancelled).when(ready).thenRefused("order.already-cancelled");
    given(placed, received, paid).when(ready).thenRefused("order.not-collected");
    given().when(ready).thenRefused("order.unknown");
  });
});

describe("an event that contradicts the history", () => {
  test.each([
    ["a second placing", [placed], placed, "order.already-placed"],
    ["a wrong total", [], wrongTotal, "order.wrong-total"],
    ["a payment without an order", [], received, "order.unknown"],
    ["a repeated payment", [placed, received], received, "order.payment-repeated"],
    ["paid below the total", [placed], paid, "order.not-fully-paid"],
    ["paid twice", [placed, received, paid], paid, "order.already-paid"],
    ["paid after cancellation", [placed, received, cancelled], paid, "order.not-payable"],
    ["a refund without a payment", [placed], refunded, "order.refund-too-large"],
    ["a repeated refund", [placed, received, refunded], refunded, "order.refund-repeated"],
    ["cancelled while paid", [placed, received, paid], cancelled, "order.paid-refund-first"],
    ["cancelled twice", [placed, cancelled], cancelled, "order.already-cancelled"],
  ] as const)("is refused: %s", (_what, history, event, code) =>
    given(...history)
      .whenHappening(event)
      .thenRefused(code),
  );
});

describe("undoing a payment", () => {
  const eft = { ...payment, paymentId: "eft-1", method: "eft" } as const;
  const record = { type: "RecordPayment", ...eft } as const;
  const transferred: OrderEvent = { type: "PaymentReceived", data: eft };
  const undo = { type: "UndoPayment", orderId, paymentId: "eft-1" } as const;
  const undone: OrderEvent = {
    type: "PaymentUndone",
    data: { orderId, paymentId: "eft-1", method: "eft", amount: total },
  };
  const second: OrderEvent = { type: "PaymentReceived", data: { ...eft, paymentId: "eft-2" } };
  const refundedExcess: OrderEvent = {
    type: "PaymentRefunded",
    data: { ...refund, amount: total, productAmount: 0, units: 0 },
  };
  test("leaves an order that can be paid again", () => {
    given(placed, transferred, paid).when(undo).thenHappened(undone);
    given(placed, transferred, paid, undone)
      .when({ ...record, paymentId: "eft-2" })
      .thenHappened(second, paid);
  });
  test("works once, and the payment id stays used", () => {
    given(placed, transferred, paid, undone).when(undo).thenRefused("order.unknown-payment");
    given(placed, transferred, paid, undone).when(record).thenNothing();
    given(placed).when(undo).thenRefused("order.unknown-payment");
  });
  test("keeps the order paid if other payments cover it", () => {
    given(placed, transferred, paid, second, undone)
      .when({ ...record, paymentId: "eft-3", amount: 1 })
      .thenHappened({ type: "PaymentReceived", data: { ...eft, paymentId: "eft-3", amount: 1 } });
  });
  // shows T142
  test("is for bank transfers alone: money of the card provider and store credit moved by themselves", () => {
    const credit: OrderEvent = {
      type: "PaymentReceived",
      data: { ...eft, paymentId: "credit-1", method: "credit" },
    };
    given(placed, received, paid)
      .when({ ...undo, paymentId: "pf-1" })
      .thenRefused("order.undo-not-eft");
    given(placed, credit, paid)
      .when({ ...undo, paymentId: "credit-1" })
      .thenRefused("order.undo-not-eft");
  });
  test("is accepted for a cancelled order, and refused once goods or the money itself were refunded", () => {
    given(placed, cancelled, transferred).when(undo).thenHappened(undone);
    given(placed, transferred, paid, refunded).when(undo).thenRefused("order.undo-refunded");
    given(placed, transferred, refundedExcess).when(undo).thenRefused("order.undo-refunded");
  });
  test("is accepted after a second payment was refunded: what came in once went back, so nothing is paid", () => {
    given(placed, transferred, paid, second, refundedExcess).when(undo).thenHappened(undone);
    given(placed, transferred, paid, second, refundedExcess, undone)
      .when({ ...record, paymentId: "eft-3" })
      .thenHappened({ type: "PaymentReceived", data: { ...eft, paymentId: "eft-3" } }, paid);
  });
});

describe("a transfer that the office records", () => {
  const eft = { ...payment, paymentId: "eft-1", method: "eft" } as const;
  const entry = {
    receivedOn: "2026-11-22",
    placedOn: "2026-11-20",
    today: "2026-11-26",
    same: { onThisOrder: 0, onOthers: 0 },
    knownPayments: undefined,
  };
  const record = (changes: Partial<OfficeEntry> = {}) =>
    ({ type: "RecordPayment", ...eft, entry: { ...entry, ...changes } }) as const;
  const transferred: OrderEvent = { type: "PaymentReceived", data: eft };

  // shows T140
  test("is dated between its order and today", () => {
    for (const receivedOn of ["2026-11-20", "2026-11-26"])
      given(placed).when(record({ receivedOn })).thenHappened(transferred, paid);
    for (const receivedOn of ["0001-01-01", "1900-01-01", "2025-11-22", "2026-11-19"])
      given(placed).when(record({ receivedOn })).thenRefused("order.payment-before-order");
    for (const receivedOn of ["2026-11-27", "2099-01-01"])
      given(placed).when(record({ receivedOn })).thenRefused("order.payment-in-future");
  });

  // shows T144
  test("for a paid order needs a person who knows all its payments", () => {
    const history = [placed, received, paid];
    given(...history)
      .when(record())
      .thenRefused("order.second-payment");
    given(...history)
      .when(record({ knownPayments: 0 }))
      .thenRefused("order.second-payment");
    given(...history)
      .when(record({ knownPayments: 1 }))
      .thenHappened(transferred);
  });

  // shows T144
  test("that looks like a recorded one needs a person who knows them", () => {
    const same = { onThisOrder: 1, onOthers: 1 };
    given(placed).when(record({ same })).thenRefused("order.second-payment");
    given(placed)
      .when(record({ same, knownPayments: 1 }))
      .thenRefused("order.second-payment");
    given(placed)
      .when(record({ same, knownPayments: 2 }))
      .thenHappened(transferred, paid);
  });

  // shows T144
  test("for an order that costs nothing is asked about too, and payments of other methods are not", () => {
    const free = {
      ...order,
      sections: [{ addressId: null, lines: [{ ...bottles, unitPrice: 0 }] }],
    };
    const history: OrderEvent[] = [
      { type: "OrderPlaced", data: { ...free, total: 0 } },
      { type: "OrderPaid", data: { orderId } },
    ];
    given(...history)
      .when(record())
      .thenRefused("order.second-payment");
    given(...history)
      .when(record({ knownPayments: 0 }))
      .thenHappened(transferred);
    given(...history)
      .when(pay)
      .thenHappened(received);
  });
});

describe("an order whose goods are out", () => {
  const eft: OrderEvent = {
    type: "PaymentReceived",
    data: { ...payment, paymentId: "eft-1", method: "eft" },
  };
  const undone: OrderEvent = {
    type: "PaymentUndone",
    data: { orderId, paymentId: "eft-1", method: "eft", amount: total },
  };
  const undo = { type: "UndoPayment", orderId, paymentId: "eft-1", isOut: true } as const;

  // shows T146
  test("is left unpaid by a person who knows, and is asked about only then", () => {
    given(placed, eft, paid).when(undo).thenRefused("order.undo-sent");
    given(placed, eft, paid)
      .when({ ...undo, mayBeOut: true })
      .thenHappened(undone);
    const second: OrderEvent = {
      type: "PaymentReceived",
      data: { ...payment, paymentId: "eft-2", method: "eft" },
    };
    given(placed, eft, paid, second).when(undo).thenHappened(undone);
  });

  // shows T146
  test("cannot be cancelled unpaid before the goods are back", () => {
    const out = { ...cancel, isOut: true };
    given(placed, eft, paid, undone).when(out).thenRefused("order.sent-unpaid");
    given(placed, eft, paid, undone)
      .when({ ...out, mayBeOut: true })
      .thenHappened(cancelled);
    given(placed, received, paid, refundedWhole).when(out).thenHappened(cancelled);
  });
});
