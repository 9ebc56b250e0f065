import { expect, onTestFinished } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import type { LedgerEvent } from "../../projections/ledger-catalogue.ts";
import { test } from "../../testing/database-test.ts";
import { append, createProjectionsLedger } from "../../testing/projection-ledger.ts";
import {
  bottles,
  distributor,
  parcel,
  placedOrder,
  refunded,
  someOrderId,
} from "../../testing/some-facts.ts";
import { getCalendar } from "./closing.queries.ts";
import { taxPackCsv } from "./statement-documents.ts";
import { getTaxPack } from "./statement.queries.ts";

test("a tax year adds up from its opening to its closing balance where a member's debt was written off", async ({
  db,
  pool,
}) => {
  const userId = 3;
  const ledger = createProjectionsLedger(pool);
  onTestFinished(() => ledger.close());
  const at = (events: readonly LedgerEvent[], day: string) =>
    append(ledger, events, `${day}T08:00:00.000Z`);
  const orderId = someOrderId(1);
  const money = {
    method: "eft",
    amount: 107_500,
    fee: 0,
    reference: "",
    referenceId: null,
  } as const;
  await at([distributor(userId, 1, null)], "2026-02-01");
  await at(
    [
      placedOrder(1, { sellerId: userId, lines: [bottles(3), parcel] }),
      { type: "PaymentReceived", data: { orderId, paymentId: "first", ...money } },
      { type: "OrderPaid", data: { orderId } },
    ],
    "2026-02-02",
  );
  const reader = readOnly(db);
  const calendar = await getCalendar(reader, "za");
  const packOf = (year: number) =>
    getTaxPack(reader, calendar, {
      memberId: userId,
      year,
      region: "za",
      now: "2026-06-15T12:00:00Z",
    });
  const { earned } = await packOf(2026);
  expect(earned).toBeGreaterThan(0);
  const payout = { payoutId: "all", userId };
  const asked = { commission: earned, credit: 0, requested: earned, withheld: 100 };
  await at([{ type: "PayoutRequested", data: { ...payout, ...asked } }], "2026-03-02");
  const paidAs = { amount: earned, withheld: 100, selfBilledVatBps: null, referenceId: null };
  await at(
    [{ type: "PayoutPaid", data: { ...payout, ...paidAs, paidOn: "2026-03-02" } }],
    "2026-03-02",
  );
  await at(
    [refunded(1, { refundId: "r", amount: 107_500, productAmount: 97_500, units: 3 })],
    "2026-04-01",
  );
  await at(
    [{ type: "CommissionRepaid", data: { userId, amount: 50, bankLineId: null } }],
    "2026-04-02",
  );
  await at([{ type: "CommissionWrittenOff", data: { userId, amount: earned - 50 } }], "2026-05-01");

  const pack = await packOf(2027);
  expect(pack).toMatchObject({ earned: -earned, cash: earned - 150, writtenOff: earned - 50 });
  expect(pack.months.map(({ closing }) => closing.balance)).toEqual([0, 50 - earned, 0, 0]);
  for (const { opening, closing, ...figures } of pack.months)
    expect(
      opening.balance +
        figures.earned -
        figures.cash -
        figures.withheld -
        figures.converted +
        figures.writtenOff,
    ).toBe(closing.balance);

  const [headings, ...lines] = taxPackCsv(pack)
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  expect(headings?.slice(2)).toEqual([
    "opening balance",
    "commission earned",
    "paid out",
    "tax withheld",
    "turned into store credit",
    "written off",
    "closing balance",
    "closed",
  ]);
  for (const line of lines) {
    const [opening = 0, gained = 0, paid = 0, tax = 0, credit = 0, off = 0, closing = 0] = line
      .slice(2, 9)
      .map((text) => Math.round(Number(text) * 100));
    expect(opening + gained - paid - tax - credit + off).toBe(closing);
  }
  expect(lines).toHaveLength(5);
});
