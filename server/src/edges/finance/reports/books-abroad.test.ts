import type pg from "pg";
import { afterEach, describe, expect } from "vitest";
import { test } from "../../../testing/database-test.ts";
import type { Session } from "../cli/command.ts";
import { type CapturedFinance, captureFinance, line, placed } from "../finance-test.ts";

type Abroad = Session["region"] & Readonly<{ vatBps: number; orderNumber: number }>;

const unitValue = 28_261;
const unitedKingdom: Abroad = {
  region: "uk",
  currency: "GBP",
  timeZone: "Europe/London",
  unitValue,
  vatBps: 2000,
  orderNumber: 7911,
};
const unitedStates: Abroad = {
  region: "usa",
  currency: "USD",
  timeZone: "America/New_York",
  unitValue,
  vatBps: 0,
  orderNumber: 7912,
};

/** In one database, so each region has an order of its own. */
const open: CapturedFinance[] = [];
afterEach(async () => {
  for (const finance of open.splice(0)) await finance.close();
});

/** An order of 325.00 that was paid with 400.00 in an instant. */
async function overpaidAt(
  pool: pg.Pool,
  { vatBps, orderNumber, ...settings }: Abroad,
  occurredAt: string,
): Promise<CapturedFinance> {
  const finance = await captureFinance(pool, settings);
  open.push(finance);
  const { region, currency } = settings;
  const orderId = `00000000-0000-4000-8000-00000000${orderNumber}`;
  const order = { ...placed.data, orderId, orderNumber, region, currency, vatBps, sellerId: null };
  const payment = { paymentId: "first", method: "eft", amount: 40_000, fee: 0, reference: "" };
  const lineOf = (nth: number, type: string, data: object) =>
    line(
      `${orderNumber % 100}${nth}0`,
      `order-${orderId}`,
      type,
      { orderId, ...data },
      { occurredAt },
    );
  const lines = [
    lineOf(1, "OrderPlaced", order),
    lineOf(2, "PaymentReceived", payment),
    lineOf(3, "OrderPaid", {}),
  ];
  await finance.json("import", await finance.file("order.ndjson", `${lines.join("\n")}\n`));
  return finance;
}

const noon = "2026-02-02T12:00:00.000Z";

describe("the books of a shop in the United Kingdom", () => {
  test("have the boxes of its VAT return and no schedule of another law", async ({ pool }) => {
    const finance = await overpaidAt(pool, unitedKingdom, noon);

    const { stdout } = await finance.run("vat", "--month", "2026-02");

    expect(stdout).toContain("VAT return (United Kingdom): box 1 54.17, box 6 271");
    expect(stdout).not.toContain("VAT201");
    expect(await finance.json("vat", "--month", "2026-07")).toMatchObject({
      schedules: [
        { kind: "part-payments", rows: [] },
        { kind: "shipped-unpaid", rows: [] },
      ],
    });
  });
});

describe("the books of a shop in the United Kingdom in summer", () => {
  test("post on the day in London", async ({ pool }) => {
    const last = { ...unitedKingdom, orderNumber: 7914 };
    const finance = await overpaidAt(pool, last, "2026-03-31T23:30:00.000Z");

    const { stdout } = await finance.run("journal", "--month", "2026-04", "--format", "xero");

    expect(stdout).toContain("J202604-01,01/04/2026,Bank,1200,No VAT,400.00,");
  });
});

describe("the books of a shop in the USA", () => {
  test("post on the day in New York, and name the month to Xero", async ({ pool }) => {
    const finance = await overpaidAt(
      pool,
      { ...unitedStates, orderNumber: 7913 },
      "2026-09-01T03:00:00.000Z",
    );

    const { stdout } = await finance.run("journal", "--month", "2026-08", "--format", "xero");

    expect(stdout).toContain("J202608-31,31 Aug 2026,Bank,1200,Tax Exempt,400.00,");
    const sage = await finance.run("journal", "--month", "2026-08", "--format", "sage");
    expect(sage.stdout).toContain("J202608-31,08/31/2026,");
  });

  test("have neither a VAT return nor schedules", async ({ pool }) => {
    const finance = await overpaidAt(pool, unitedStates, noon);

    const { stdout } = await finance.run("vat", "--month", "2026-02");

    expect(stdout).toMatch(/0% +standard +1 × invoice +USD +325.00 +325.00 +0.00/);
    expect(stdout).not.toMatch(/VAT|return/);
    expect((await finance.run("vat", "--month", "2026-02", "--documents")).stdout).toMatch(
      /Sales tax(?!.*VAT)/s,
    );
    const explained = await finance.run("explain", "--order", String(unitedStates.orderNumber));
    expect(explained.stdout).toContain("excl. 0% sales tax");
    expect(explained.stdout).not.toContain("VAT");
    expect(await finance.json("vat", "--month", "2026-07")).toMatchObject({ schedules: [] });
  });
});
