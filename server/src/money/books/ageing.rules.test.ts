import { ageBands } from "@portal/shared/money/owed.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agedCommissionFile, ageOn, agesOf, unpaidOrdersFile } from "./ageing.rules.ts";

const lastDay = "2026-01-31";
const none = { to7: 0, to30: 0, to60: 0, over60: 0 };

describe("what was owed at the end of a month", () => {
  test.each([
    ["2026-01-31", "to7"],
    ["2026-01-24", "to7"],
    ["2026-01-23", "to30"],
    ["2026-01-01", "to30"],
    ["2025-12-31", "to60"],
    ["2025-12-02", "to60"],
    ["2025-12-01", "over60"],
    ["2020-01-01", "over60"],
  ] as const)("of %s is %s", (day, age) => {
    expect(ageOn(lastDay, day)).toBe(age);
  });

  test("is laid on the newest commission, because payouts settle the oldest", () => {
    const earned = [
      { day: "2026-01-30", amount: 300 },
      { day: "2026-01-10", amount: 500 },
      { day: "2025-11-01", amount: 900 },
    ];
    expect(agesOf(300, earned, lastDay)).toEqual({ ...none, to7: 300 });
    expect(agesOf(700, earned, lastDay)).toEqual({ ...none, to7: 300, to30: 400 });
    expect(agesOf(1700, earned, lastDay)).toEqual({ to7: 300, to30: 500, to60: 0, over60: 900 });
    for (const carried of [0, -250]) expect(agesOf(carried, earned, lastDay)).toEqual(none);
  });

  test("has the whole balance in its ages, to the cent", () => {
    const anyEarned = fc.array(
      fc.record({ daysAgo: fc.nat(400), amount: fc.integer({ min: 1, max: 1_000_000 }) }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(anyEarned, fc.nat(10_000), (some, share) => {
        const earned = some
          .toSorted((one, other) => one.daysAgo - other.daysAgo)
          .map(({ daysAgo, amount }) => ({ day: addDays(lastDay, -daysAgo), amount }));
        const total = earned.reduce((sum, { amount }) => sum + amount, 0);
        const balance = Math.floor((total * share) / 10_000);
        const ages = agesOf(balance, earned, lastDay);
        expect(ageBands.reduce((sum, age) => sum + ages[age], 0)).toBe(balance);
        const older = agesOf(balance, earned, addDays(lastDay, 1000));
        expect(older).toEqual({ ...none, over60: balance });
      }),
    );
  });

  test("is listed by order and by member, and no name is a formula", () => {
    const order = {
      orderId: "00000000-0000-4000-8000-000000000001",
      orderNumber: 7014,
      placedOn: "2026-01-02",
      currency: "ZAR",
      outstanding: 31_000,
    } as const;
    expect(unpaidOrdersFile([order], lastDay)).toBe(
      "\uFEFForder,placed,age,currency,outstanding\r\n7014,2026-01-02,8 to 30 days,ZAR,310.00\r\n",
    );
    const balance = { userId: 3, currency: "ZAR", balance: 500, ages: { ...none, to7: 500 } };
    const file = agedCommissionFile([
      { ...balance, name: "=HYPERLINK(1)", currency: "ZAR" },
      { ...balance, userId: 4, name: null, currency: "ZAR", balance: -20, ages: none },
    ]);
    expect(file.split("\r\n").slice(1, 3)).toEqual([
      "3,'=HYPERLINK(1),ZAR,5.00,5.00,0.00,0.00,0.00",
      "4,Erased,ZAR,-0.20,0.00,0.00,0.00,0.00",
    ]);
  });
});
