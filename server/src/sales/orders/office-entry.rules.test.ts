import { describe, expect, test } from "vitest";
import { timesOfPayment } from "./office-entry.rules.ts";

const noon = (day: number) => `2026-10-${String(day).padStart(2, "0")}T10:00:00.000Z`;
const placed = { placedAt: noon(3), undoneAt: null, movedAt: null };
const now = noon(30);

describe("an EFT counts", () => {
  test("at noon of its day, not before its order and not after it was recorded", () => {
    expect(timesOfPayment(noon(9), placed, now)).toEqual({
      receivedAt: noon(9),
      paidAt: noon(9),
    });
    expect(timesOfPayment(noon(1), placed, now).receivedAt).toBe(noon(3));
    expect(timesOfPayment(noon(31), placed, now).receivedAt).toBe(noon(30));
  });

  test("not before a payment of its order was undone", () => {
    const again = { ...placed, undoneAt: noon(20), movedAt: noon(20) };
    expect(timesOfPayment(noon(9), again, now)).toEqual({
      receivedAt: noon(20),
      paidAt: noon(20),
    });
  });

  test("on its day where other money came later, with which the order is paid", () => {
    const part = { ...placed, movedAt: noon(12) };
    expect(timesOfPayment(noon(9), part, now)).toEqual({ receivedAt: noon(9), paidAt: noon(12) });
  });
});
