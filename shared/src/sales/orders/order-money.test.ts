import { expect, test } from "vitest";
import { creditUsed } from "./order-money.ts";

test("store credit that paid an order counts until its payment is undone", () => {
  const step = (type: string, method: "card" | "eft" | "credit" | null, amount: number | null) => ({
    type,
    method,
    amount,
  });
  const placed = step("OrderPlaced", null, null);
  expect(creditUsed([placed])).toBe(0);
  const paid = [
    placed,
    step("PaymentReceived", "credit", 300_00),
    step("PaymentReceived", "eft", 100_00),
  ];
  expect(creditUsed(paid)).toBe(300_00);
  expect(creditUsed([...paid, step("PaymentRefunded", "credit", 350_00)])).toBe(300_00);
  expect(creditUsed([...paid, step("PaymentUndone", "credit", 300_00)])).toBe(0);
  expect(creditUsed([...paid, step("PaymentUndone", "eft", 100_00)])).toBe(300_00);
});
