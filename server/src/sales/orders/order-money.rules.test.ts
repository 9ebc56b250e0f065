import { expect, test } from "vitest";
import type { OrderEvent } from "./order.events.ts";
import { moneyMovesOf } from "./order-money.rules.ts";

const orderId = "00000000-0000-4000-8000-000000000001";
const paid = (paymentId: string, method: "card" | "eft", changes = {}): OrderEvent => ({
  type: "PaymentReceived",
  data: {
    orderId,
    paymentId,
    method,
    amount: 425_00,
    fee: 0,
    reference: "",
    referenceId: null,
    ...changes,
  },
});
const fact = (event: OrderEvent, actorName: string | null = "Ada Admin") => ({
  event,
  at: "2026-11-02T10:00:00.000Z",
  actorName,
});

test("every payment and refund of an order is listed, with what became of it", () => {
  const history = [
    fact(paid("1089250", "card", { fee: 15_00, reference: "1089250" }), null),
    fact(paid("bank-7", "eft", { referenceId: "words" })),
    fact({
      type: "PaymentUndone",
      data: { orderId, paymentId: "bank-7", method: "eft", amount: 425_00 },
    }),
    fact(paid("bank-7-2", "eft")),
    fact({
      type: "PaymentRefunded",
      data: {
        orderId,
        refundId: "refund-1",
        amount: 100_00,
        productAmount: 100_00,
        units: 0,
        method: "card",
        reasonId: "why",
      },
    }),
  ];
  const textOf = ({ type, data }: OrderEvent) => {
    if (type === "PaymentReceived" && data.referenceId !== null) return "RH1042 M DLAMINI";
    return type === "PaymentRefunded" ? "Arrived broken" : null;
  };
  const standing = [
    { paymentId: "1089250", position: 3, bankLineId: null },
    { paymentId: "bank-7-2", position: 6, bankLineId: 7 },
  ];
  const moves = moneyMovesOf(history, textOf, standing);
  expect(moves.map(({ id, kind, isUndone }) => [id, kind, isUndone])).toEqual([
    ["1089250", "payment", false],
    ["bank-7", "payment", true],
    ["bank-7-2", "payment", false],
    ["refund-1", "refund", false],
  ]);
  expect(moves[0]).toMatchObject({ fee: 15_00, words: "1089250", actorName: null });
  expect(moves[1]).toMatchObject({ words: "RH1042 M DLAMINI", standing: null });
  expect(moves[2]?.standing).toEqual({ position: 6, bankLineId: 7 });
  expect(moves[3]).toMatchObject({ method: "card", amount: 100_00, words: "Arrived broken" });
});
