import { describe, expect } from "vitest";
import { test as base } from "../../../testing/database-test.ts";
import { captureFinance, januaryFile, readJanuaryTotals } from "../finance-test.ts";

const test = base.extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  return finance;
});

describe("finance explain", () => {
  test("finds an order by number, reference or uuid", async ({ finance }) => {
    const byNumber = await finance.json("explain", "--order", "7003");

    expect(await finance.json("explain", "--order", "rh7003")).toEqual(byNumber);
    expect(
      await finance.json("explain", "--order", "00000000-0000-4000-8000-000000ABC003"),
    ).toEqual(byNumber);
    expect(byNumber).toMatchObject({
      order: { orderNumber: 7003 },
      steps: [
        { type: "OrderPlaced" },
        { type: "PaymentReceived" },
        {
          type: "OrderPaid",
          tree: [
            { userId: 103, level: 2 },
            { userId: 101, level: 1 },
          ],
        },
        { type: "PaymentRefunded" },
      ],
    });
  });

  test("shows how every amount is calculated", async ({ finance }) => {
    const { stdout } = await finance.run("explain", "--order", "7003");

    expect(stdout.replaceAll("\u00a0", " ")).toContain(
      [
        "  member 103  own  R127.17",
        "    Own sale by a level 2: 15% of the value.",
        "    R847.83 × 1500 ÷ 10000 = 127174500 ÷ 10000 cents, rounded half away from zero to 12717",
      ].join("\n"),
    );
  });

  test.for([
    ["9999", "There is no order 9999."],
    [
      "00000000-0000-4000-8000-0000000000ff",
      "There is no order 00000000-0000-4000-8000-0000000000ff.",
    ],
  ] as const)("refuses %s", async ([order, sentence], { finance }) => {
    const { exitCode, stderr } = await finance.run("explain", "--order", order);

    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: `${sentence}\n` });
  });
});

describe("finance statement", () => {
  test("goes from the opening to the closing balance by every entry and payout", async ({
    finance,
  }) => {
    const january = Object(
      await finance.json("statement", "--member", "103", "--month", "2026-01"),
    );
    const february = Object(
      await finance.json("statement", "--member", "103", "--month", "2026-02"),
    );

    const accrued = january.entries.map((entry: { amount: number }) => entry.amount);
    expect(january.opening).toMatchObject({ accrued: 0, balance: 0 });
    expect(accrued.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(69_238);
    expect(january.movements).toMatchObject([
      { type: "CommissionConverted", credit: 42_500 },
      { type: "PayoutPaid", paid: 64_999, credit: -42_500, cash: 22_499, reference: "EFT-2" },
    ]);
    expect(january.closing).toEqual({
      accrued: 69_238,
      paid: 64_999,
      unpaid: 4239,
      credit: 0,
      balance: 4239,
    });
    expect(february).toMatchObject({ opening: january.closing, entries: [], movements: [] });
  });

  test("refuses a user who is not a member", async ({ finance }) => {
    const { exitCode, stderr } = await finance.run(
      "statement",
      "--member",
      "9",
      "--month",
      "2026-01",
    );

    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "There is no member 9.\n" });
  });
});

describe("finance simulate", () => {
  const present = {
    own: { "1": 2000, "2": 1500, "3": 1000 },
    upline: { "1": { "2": 500, "3": 500 }, "2": { "3": 500 } },
    leader: 1000,
  };

  test("gives the actual commission for the plan in force", async ({ finance }) => {
    const plan = await finance.file("present.json", JSON.stringify(present));

    const result = Object(await finance.json("simulate", "--plan", plan));

    expect(result.cost.delta).toBe(0);
    expect(result.members).toHaveLength(8);
    expect(result.members[0]).toMatchObject({ memberId: 101, actual: 23_427, simulated: 23_427 });
  });

  test("gives every member's gain and loss under another plan, only in its period", async ({
    finance,
  }) => {
    const other = { ...present, own: { ...present.own, "3": 2000 } };
    const plan = await finance.file("other.json", JSON.stringify(other));

    const whole = Object(await finance.json("simulate", "--plan", plan));
    const after = Object(await finance.json("simulate", "--plan", plan, "--from", "2026-02-01"));
    const totals = JSON.parse(await readJanuaryTotals());

    const ofLevelThree = totals.find((row: { memberId: number }) => row.memberId === 106);
    expect(whole.members.find((row: { memberId: number }) => row.memberId === 106)).toMatchObject({
      actual: ofLevelThree.accrued,
      simulated: 2 * ofLevelThree.accrued,
    });
    expect(after.cost).toEqual({ actual: 0, simulated: 0, delta: 0 });
  });

  test("reverses refunds after the period for sales in it", async ({ finance }) => {
    const other = { ...present, own: { ...present.own, "2": 500 } };
    const plan = await finance.file("refunded.json", JSON.stringify(other));
    const day = ["--from", "2026-01-08", "--to", "2026-01-08"];
    const before = Object(
      await finance.json("simulate", "--plan", plan, ...day, "--as-of", "2026-01-16"),
    );
    const after = Object(await finance.json("simulate", "--plan", plan, ...day));

    // Order 7003 is of that day, and was partly refunded on the 17th, under either plan.
    const refunded = Object(await finance.json("explain", "--order", "7003"));
    expect(refunded.steps.at(-1)).toMatchObject({ type: "PaymentRefunded" });
    for (const figure of ["actual", "simulated"])
      expect(after.cost[figure]).toBeLessThan(before.cost[figure]);
    expect(after.sales).toBeLessThan(before.sales);
  });

  test.for([
    ["{", "is not JSON."],
    [JSON.stringify({ ...present, leader: 20_000 }), ": leader: Enter 10000 or less."],
  ] as const)("refuses the plan %s", async ([text, sentence], { finance }) => {
    const plan = await finance.file("wrong.json", text);

    const { exitCode, stderr } = await finance.run("simulate", "--plan", plan);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
