import { remindersMax } from "@portal/shared/money/payment-reminders.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  obstacleOf,
  planReminders,
  type ReminderCandidate,
  skippedByReason,
} from "./payment-reminder.rules.ts";

const now = "2026-11-21T10:00:00.000Z";
const order: ReminderCandidate = {
  orderId: "a",
  orderNumber: 10_421,
  isLive: true,
  isUnpaid: true,
  placedAt: "2026-11-10T10:00:00.000Z",
  addressHash: "anna",
  hasStopped: false,
  wasRemindedToday: false,
};

describe("an order", () => {
  test.for([
    [{}, null],
    [{ isLive: false }, "not-live"],
    [{ isUnpaid: false }, "not-unpaid"],
    [{ placedAt: "2026-11-20T10:00:00.000Z" }, null],
    [{ placedAt: "2026-11-20T10:00:00.001Z" }, "too-new"],
    [{ placedAt: now }, "too-new"],
    [{ addressHash: null }, "no-address"],
    [{ hasStopped: true }, "opted-out"],
    [{ wasRemindedToday: true }, "reminded-today"],
    [{ isUnpaid: false, hasStopped: true, wasRemindedToday: true }, "not-unpaid"],
  ] as const)("with %j has the obstacle %s", ([changes, obstacle]) => {
    expect(obstacleOf({ ...order, ...changes }, now)).toBe(obstacle);
  });
});

describe("a press", () => {
  test("reminds of the oldest order of an address, and names the others", () => {
    const newer = {
      ...order,
      orderId: "b",
      orderNumber: 10_500,
      placedAt: "2026-11-15T10:00:00.000Z",
    };
    const plan = planReminders([newer, order, { ...order, orderId: "c", addressHash: "ben" }], now);
    expect(plan.due.map(({ orderId }) => orderId)).toEqual(["a", "c"]);
    expect(skippedByReason(plan.skipped)).toEqual([
      { reason: "same-address", orders: 1, orderNumbers: [10_500] },
    ]);
  });

  test(`sends ${remindersMax} at most, the oldest first, and counts the rest`, () => {
    const many = Array.from({ length: remindersMax + 7 }, (_, nth) => ({
      ...order,
      orderId: `order-${nth}`,
      orderNumber: 20_000 - nth,
      addressHash: `address-${nth}`,
    }));
    const { due, skipped, leftOver } = planReminders(many, now);
    expect([due.length, skipped.length, leftOver]).toEqual([remindersMax, 0, 7]);
    expect(due[0]?.orderNumber).toBe(20_000 - remindersMax - 6);
  });

  test("names five orders of a reason", () => {
    const paid = Array.from({ length: 9 }, (_, nth) => ({
      orderNumber: nth,
      reason: "not-unpaid" as const,
    }));
    expect(skippedByReason(paid)).toEqual([
      { reason: "not-unpaid", orders: 9, orderNumbers: [0, 1, 2, 3, 4] },
    ]);
  });
});

const hour = 3_600_000;
const pressed = fc.record({
  hours: fc.integer({ min: 0, max: 30 }),
  chosen: fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 1 }),
});

// shows T296
test("whatever the sequence of presses, no order and no address gets two a day, and every order has one answer", () => {
  fc.assert(
    fc.property(
      fc.array(pressed, { maxLength: 25 }),
      fc.array(fc.constantFrom("anna", "ben", "cara", null), { minLength: 8, maxLength: 8 }),
      (presses, addresses) => {
        const sent: { orderId: string; addressHash: string; day: string }[] = [];
        let at = Date.parse(now);
        for (const { hours, chosen } of presses) {
          at += hours * hour;
          const instant = new Date(at).toISOString();
          const day = instant.slice(0, 10);
          const ofDay = sent.filter((each) => each.day === day);
          const candidates = chosen.map((nth): ReminderCandidate => {
            const [orderId, addressHash] = [`order-${nth}`, addresses[nth] ?? null];
            return {
              ...order,
              orderId,
              orderNumber: nth,
              placedAt: new Date(Date.parse(now) - nth * 12 * hour).toISOString(),
              addressHash,
              wasRemindedToday: ofDay.some(
                (each) => each.orderId === orderId || each.addressHash === addressHash,
              ),
            };
          });
          const plan = planReminders(candidates, instant);
          expect(plan.due.length + plan.skipped.length + plan.leftOver).toBe(chosen.length);
          sent.push(...plan.due.map(({ orderId, addressHash }) => ({ orderId, addressHash, day })));
        }
        for (const key of ["orderId", "addressHash"] as const)
          expect(new Set(sent.map((each) => `${each.day} ${each[key]}`)).size).toBe(sent.length);
      },
    ),
  );
});
