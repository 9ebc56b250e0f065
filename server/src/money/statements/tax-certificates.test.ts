import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { monthsThrough } from "@portal/shared/platform/calendar.ts";
import { expect, onTestFinished } from "vitest";
import type { LedgerEvent } from "../../projections/ledger-catalogue.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
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
import { closeProjections } from "./closing.actions.ts";
import { getCalendar } from "./closing.queries.ts";
import { readRegister } from "./commission-register.queries.ts";
import { hasMoved } from "./commission-register.rules.ts";
import { getTaxPack } from "./statement.queries.ts";
import { listCertificateFacts } from "./tax-certificates.queries.ts";

const memberId = 3;
const years = { 2026: ["2025-03-01", "2026-02-28"], 2027: ["2026-03-01", "2027-02-28"] } as const;
const price = 32_500;
const now = "2027-01-15T12:00:00.000Z";

async function boughtIn(db: Database, year: keyof typeof years): Promise<number> {
  const reader = readOnly(db);
  const calendar = await getCalendar(reader, "za");
  const of = { memberId, year, region: "za", now } as const;
  const pack = await getTaxPack(reader, calendar, of);
  const [from, to] = years[year];
  const [facts] = await listCertificateFacts(reader, calendar, [pack], { from, to });
  return facts?.goodsBought ?? 0;
}

const amount = 3 * price + 10_000;
const method = "eft" as const;
const paid = (number: number, paymentId: string): LedgerEvent[] => {
  const orderId = someOrderId(number);
  const money = { method, amount, fee: 0, reference: "", referenceId: null };
  return [
    { type: "PaymentReceived", data: { orderId, paymentId, ...money } },
    { type: "OrderPaid", data: { orderId } },
  ];
};
const undone = (number: number, paymentId: string): LedgerEvent => ({
  type: "PaymentUndone",
  data: { orderId: someOrderId(number), paymentId, method, amount },
});
const refundedBottles = (number: number, refundId: string, units: number) =>
  refunded(number, { refundId, amount: units * price, productAmount: units * price, units });

// shows T356
test("the goods that a member bought in a tax year stay as they were once its months are closed", async ({
  db,
  pool,
}) => {
  const ledger = createProjectionsLedger(pool);
  onTestFinished(() => ledger.close());
  const at = (events: readonly LedgerEvent[], day: string) =>
    append(ledger, events, `${day}T08:00:00.000Z`);
  const buy = (number: number) => [
    placedOrder(number, { sellerId: memberId, lines: [bottles(3), parcel] }),
    ...paid(number, "first"),
  ];
  await at([distributor(memberId, 1, null)], "2025-03-01");
  await at(buy(1), "2025-06-01");
  await at([refundedBottles(1, "r1", 1)], "2025-07-01");
  await at(buy(2), "2026-02-20");
  await at([undone(2, "first")], "2026-02-21");
  expect(await boughtIn(db, 2026)).toBe(2 * price);
  await at(paid(2, "again"), "2026-02-22");
  expect(await boughtIn(db, 2026)).toBe(5 * price);
  expect(await boughtIn(db, 2027)).toBe(0);

  for (const month of monthsThrough("2025-06", "2026-02"))
    await closeProjections(
      { db, ledger, region: "za" },
      { commandId: randomUUID(), request: month, metadata: {}, occurredAt: now },
      { month, accepts: monthSteps },
    );
  await at([refundedBottles(2, "r2", 3)], "2026-03-02");
  await at([refundedBottles(1, "late", 1)], "2026-02-27");
  expect(await boughtIn(db, 2027)).toBe(-4 * price);
  await at([undone(1, "first")], "2026-03-03");
  expect(await boughtIn(db, 2027)).toBe(-5 * price);
  await at(paid(1, "again"), "2026-03-04");
  expect(await boughtIn(db, 2027)).toBe(-4 * price);
  expect(await boughtIn(db, 2026)).toBe(5 * price);
});

// shows T390
test("tax withheld of paid-out store credit is in the register of its month, whatever else the month has", async ({
  db,
  pool,
}) => {
  const leaver = 5;
  const ledger = createProjectionsLedger(pool);
  onTestFinished(() => ledger.close());
  const at = (events: readonly LedgerEvent[], day: string) =>
    append(ledger, events, `${day}T08:00:00.000Z`);
  await at([distributor(leaver, 1, null)], "2026-03-02");
  await at(
    [placedOrder(9, { sellerId: leaver, lines: [bottles(3), parcel] }), ...paid(9, "first")],
    "2026-03-03",
  );
  const reader = readOnly(db);
  const isLeaver = ({ userId }: { userId: number }) => userId === leaver;
  const calendar = await getCalendar(reader, "za");
  const earned = (await readRegister(reader, calendar, "2026-03")).find(isLeaver)?.own ?? 0;
  expect(earned).toBeGreaterThan(3);
  const withheld = Math.floor(earned / 4);
  const money = { userId: leaver, amount: earned };
  await at([{ type: "CommissionConverted", data: money }], "2026-03-04");
  const leaving = { ...money, withheld, paidOn: "2026-06-03", reason: "account-closed" } as const;
  await at([{ type: "CreditPaidOut", data: leaving }], "2026-06-03");

  const rows = (await readRegister(reader, calendar, "2026-06")).filter(isLeaver);
  expect(rows).toMatchObject([{ userId: leaver, paid: 0, withheld, closing: 0 }]);
  expect(rows.every(hasMoved)).toBe(true);
});
