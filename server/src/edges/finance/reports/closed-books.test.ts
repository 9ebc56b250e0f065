import { parse } from "csv-parse/sync";
import { describe, expect } from "vitest";
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
    expect(stdout).toContain("of this period 115.00, VAT 15.00");
    expect(await finance.json("vat", "--month", "2026-06")).toMatchObject({
      schedules: [
        { kind: "part-payments", rows: [] },
        {
          kind: "old-overpayments",
          rows: [{ orderNumber: 7004, day: "2026-05-26", gross: 11_500, vat: 1500 }],
          sums: [{ vat: 1500, vatOfPeriod: 0 }],
        },
        { kind: "shipped-unpaid", rows: [] },
      ],
    });
  });
});
