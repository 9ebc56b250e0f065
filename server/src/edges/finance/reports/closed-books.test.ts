import { parse } from "csv-parse/sync";
import { describe, expect } from "vitest";
import { z } from "zod";
import { test as base } from "../../../testing/database-test.ts";
import { captureFinance, januaryFile, lateRefund } from "../finance-test.ts";

/** January, closed. */
const test = base.extend("closed", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  await finance.json("close", "--month", "2026-01");
  return finance;
});

const overpaidOrder = "00000000-0000-4000-8000-000000abc004";

/** The line of a second payment of the 26th of January, to be imported after the month. */
const lateOverpayment = JSON.stringify({
  eventId: "00000000-0000-4000-8000-00000000fa02",
  streamId: `order-${overpaidOrder}`,
  streamVersion: 4,
  type: "PaymentReceived",
  schemaVersion: 1,
  occurredAt: "2026-01-26T09:00:00.000Z",
  data: {
    orderId: overpaidOrder,
    paymentId: "late",
    method: "eft",
    amount: 11_500,
    fee: 0,
    reference: "RH7004",
  },
});

const balanceSchema = z.tuple([
  z.object({
    accounts: z.array(
      z.object({ key: z.string(), opening: z.number(), debit: z.number(), credit: z.number() }),
    ),
  }),
]);
const ledgerSchema = z.object({
  opening: z.number(),
  closing: z.number(),
  rows: z.array(
    z.object({
      amount: z.number(),
      yearEnd: z.object({
        from: z.string(),
        to: z.string(),
        account: z.object({ key: z.string() }),
      }),
    }),
  ),
});

describe("the books of a financial year", () => {
  test("have its income and expenses in retained earnings from the next one on", async ({
    closed: finance,
  }) => {
    const march = ["--through", "2026-03"];
    const [{ accounts }] = balanceSchema.parse(await finance.json("trial-balance", ...march));
    expect(
      accounts.map(({ key, opening, debit, credit }) => [key, opening, debit, credit]),
    ).toEqual([
      ["bank", 175_323, 0, 0],
      ["cardClearing", 896_000, 0, 0],
      ["commissionOwed", -71_358, 0, 0],
      ["vatOutput", -150_849, 0, 0],
      ["retainedEarnings", -849_116, 0, 0],
    ]);
    const retained = ["account", "--account", "3200"];
    const ledger = ledgerSchema.parse(await finance.json(...retained, ...march));
    expect([ledger.opening, ledger.closing]).toEqual([0, -849_116]);
    expect(ledger.rows.map(({ amount, yearEnd }) => [yearEnd.account.key, amount])).toEqual([
      ["salesGoods", -1_079_566],
      ["salesDelivery", -113_042],
      ["returnsGoods", 169_565],
      ["returnsDelivery", 17_392],
      // What `totals` has as accrued.
      ["commissionExpense", 156_535],
    ]);
    expect(ledger.rows[0]?.yearEnd).toMatchObject({ from: "2025-03", to: "2026-02" });

    const { stdout, stderr } = await finance.run("trial-balance", ...march);
    expect(stdout).toMatch(/^code +account +opening +debit +credit +balance$/m);
    expect(stdout).toMatch(/^3200 +Retained earnings +-8491\.16 +0\.00 +0\.00 +-8491\.16$/m);
    expect(stderr).toContain("Financial year 2026-03 to 2027-02");
    const text = await finance.run(...retained, "--as-of", "2026-03-01");
    expect(text.stdout).toMatch(
      /2026-03-01 +financial year 2025-03 to 2026-02 +Commission +1565\.35/,
    );
    const february = await finance.run(...retained, "--through", "2026-02");
    expect(february.stdout).toContain("Closing balance 0.00");
  });

  test("have its result as of the months and beside those of a year before", async ({
    closed: finance,
  }) => {
    expect(await finance.json("income", "--through", "2026-01")).toMatchObject({
      from: "2025-03",
      to: "2026-01",
      statements: [{ sums: { result: { amount: 849_116, before: 0 } } }],
    });
    const { stdout } = await finance.run("income", "--from", "2027-01", "--through", "2027-01");
    expect(stdout).toMatch(/^ +Result +0\.00 +8491\.16$/m);
    for (const wrong of [[], ["--through", "2026"], ["--through", "2026-01", "--from", "2026-02"]])
      expect(await finance.run("income", ...wrong)).toMatchObject({ exitCode: 2 });
  });
});

describe("the books of a closed month", () => {
  // shows T286
  test("stay as they are, and what comes late is posted in the next", async ({
    closed: finance,
  }) => {
    const january = ["journal", "--month", "2026-01"];
    const posted = ["trial-balance", "--through", "2026-01"];
    const [journals, balance] = [await finance.json(...january), await finance.json(...posted)];
    expect(journals).toMatchObject({ closed: true, period: "2026-01" });

    await finance.json("import", await finance.file("late.ndjson", lateRefund));

    expect(await finance.json(...january)).toEqual(journals);
    expect(await finance.json(...posted)).toEqual(balance);
    expect(await finance.json("journal", "--month", "2026-02")).toMatchObject({
      closed: false,
      journals: [{ number: "J202602-01", postingDate: "2026-02-01" }],
    });
    const first = ["journal", "--day", "2026-02-01", "--format", "generic-csv"];
    const { stdout } = await finance.run(...first);
    const rows: unknown[] = parse(stdout, { columns: true });
    expect(rows[0]).toMatchObject({
      journal: "J202602-01",
      postingDate: "2026-02-01",
      ownDay: "2026-01-26",
      document: "CN7001-1",
    });
  });

  // shows T293
  test("keep their schedules, and a late overpayment is in that of the month its four months end", async ({
    closed: finance,
  }) => {
    const january = await finance.run("vat", "--month", "2026-01");
    await finance.json("import", await finance.file("late.ndjson", lateOverpayment));

    expect(await finance.run("vat", "--month", "2026-01")).toEqual(january);
    expect(await finance.run("vat", "--month", "2026-04")).toMatchObject({
      stdout: "No documents.\n",
    });
    const { stdout } = await finance.run("vat", "--month", "2026-05");
    expect(stdout).toContain("old-overpayments, in no figure above:");
    expect(stdout).toContain("added in this period 115.00, VAT 15.00");
    expect(await finance.json("vat", "--month", "2026-06")).toMatchObject({
      schedules: [
        { kind: "part-payments", rows: [] },
        {
          kind: "old-overpayments",
          rows: [{ orderNumber: 7004, day: "2026-05-26", gross: 11_500, vat: 1500 }],
          sums: [{ vat: 1500, added: { vat: 0 }, taken: { vat: 0 } }],
        },
        { kind: "shipped-unpaid", rows: [] },
      ],
    });
  });
});
