import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { firstDayOf, lastDayOf, monthsThrough } from "@portal/shared/platform/calendar.ts";
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
import { paidInAnotherYear, paidToMembersFile } from "./tax-certificates.rules.ts";
import { listCertificateFacts, listTaxedPayments } from "./tax-certificates.queries.ts";

const memberId = 3;
const years = {
  2026: ["2025-03-01", "2026-02-28"],
  2027: ["2026-03-01", "2027-02-28"],
  2028: ["2027-03-01", "2028-02-29"],
  2029: ["2028-03-01", "2029-02-28"],
} as const;
const price = 32_500;
const now = "2027-01-15T12:00:00.000Z";

/** The facts of the member's certificate, as the file has them. */
async function factsOf(db: Database, year: keyof typeof years, member = memberId) {
  const reader = readOnly(db);
  const calendar = await getCalendar(reader, "za");
  const [from, to] = years[year];
  const period = { from, to };
  const payments = await listTaxedPayments(reader, calendar, period);
  const of = { memberIds: [member], payments, period };
  const [facts] = await listCertificateFacts(reader, calendar, of);
  const differing = paidInAnotherYear(payments, period).filter((each) => each.memberId === member);
  return { ...facts, differing };
}

/** A member's lines of the file of a month, after the check that the last one has the sums of all. */
async function paidInMonth(db: Database, month: string, member: number) {
  const reader = readOnly(db);
  const calendar = await getCalendar(reader, "za");
  const period = { from: firstDayOf(month), to: lastDayOf(month) };
  const payments = await listTaxedPayments(reader, calendar, period);
  const [, ...lines] = paidToMembersFile(payments, {
    period,
    names: {},
    taxNumbers: new Map(),
    currency: "ZAR",
  })
    .trim()
    .split("\r\n");
  const cents = (line: string, at: number) => Math.round(Number(line.split(",")[at]) * 100);
  const total = lines.at(-1) ?? "";
  const rows = lines.slice(0, -1);
  for (const column of [5, 6, 7])
    expect(cents(total, column)).toBe(rows.reduce((sum, line) => sum + cents(line, column), 0));
  return rows.filter((line) => line.startsWith(`${member},`));
}

const boughtIn = async (db: Database, year: keyof typeof years) =>
  (await factsOf(db, year)).goodsBought;

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

// shows T313
test("a certificate has what was paid in its year, by the day of payment as corrected, whenever it was recorded", async ({
  db,
  pool,
}) => {
  const payee = 7;
  const ledger = createProjectionsLedger(pool);
  onTestFinished(() => ledger.close());
  const at = (events: readonly LedgerEvent[], day: string) =>
    append(ledger, events, `${day}T08:00:00.000Z`);
  await at([distributor(payee, 1, null)], "2026-03-01");
  const payout = { payoutId: "late", userId: payee };
  const money = { commission: 1000, credit: 0, requested: 1000, withheld: 250 };
  await at([{ type: "PayoutRequested", data: { ...payout, ...money } }], "2027-02-27");
  const paidOn = (day: string) => ({ ...payout, paidOn: day, referenceId: null });
  const tax = { amount: 1000, withheld: 250, selfBilledVatBps: null };
  await at([{ type: "PayoutPaid", data: { ...paidOn("2027-02-28"), ...tax } }], "2027-03-02");

  const differing = [{ paidOn: "2027-02-28", postingDate: "2027-03-02", income: 1000 }];
  const none = { income: 0, withheld: 0 };
  const all = { income: 1000, withheld: 250 };
  expect(await factsOf(db, 2027, payee)).toMatchObject({ ...all, differing });
  expect(await factsOf(db, 2028, payee)).toMatchObject({ ...none, differing });
  expect(await paidInMonth(db, "2027-02", payee)).toEqual([
    `${payee},,payout,2027-02-28,2027-03-02,10.00,2.50,7.50,,ZAR`,
  ]);
  expect(await paidInMonth(db, "2027-03", payee)).toEqual([]);
  await at([{ type: "PayoutCorrected", data: paidOn("2027-03-01") }], "2027-03-05");
  expect(await factsOf(db, 2027, payee)).toMatchObject({ ...none, differing: [] });
  expect(await factsOf(db, 2028, payee)).toMatchObject({ ...all, differing: [] });

  // The VAT of a tax invoice, until it is taken back.
  expect((await factsOf(db, 2028, payee)).vat).toBe(0);
  const billed = { payoutId: "billed", userId: payee };
  const gross = { commission: 1150, credit: 0, requested: 1150, withheld: 0 };
  await at([{ type: "PayoutRequested", data: { ...billed, ...gross } }], "2028-03-05");
  const invoice = { amount: 1150, withheld: 0, selfBilledVatBps: 1500, referenceId: null };
  const billedOn = { ...billed, paidOn: "2028-03-06", ...invoice };
  await at([{ type: "PayoutPaid", data: billedOn }], "2028-03-06");
  expect(await factsOf(db, 2029, payee)).toMatchObject({ income: 1150, vat: 150 });
  const wrong = { ...billed, reason: "wrong-rate" } as const;
  await at([{ type: "SelfBilledInvoiceCredited", data: wrong }], "2028-03-07");
  expect(await factsOf(db, 2029, payee)).toMatchObject({ income: 1150, vat: 0 });

  const credit = { userId: payee, amount: 400 };
  await at([{ type: "CommissionConverted", data: credit }], "2027-02-20");
  const leaving = { ...credit, withheld: 100, reason: "account-closed" } as const;
  const out = { ...leaving, paidOn: "2027-02-27" };
  await at([{ type: "CreditPaidOut", data: out }], "2027-03-06");
  expect(await factsOf(db, 2027, payee)).toMatchObject({ income: 400, withheld: 100 });
  expect(await factsOf(db, 2028, payee)).toMatchObject({
    ...all,
    differing: [{ kind: "CreditPaidOut", income: 0, withheld: 100 }],
  });
  expect(await paidInMonth(db, "2027-02", payee)).toEqual([
    `${payee},,turned into store credit,2027-02-20,2027-02-20,4.00,0.00,4.00,,ZAR`,
    `${payee},,store credit paid out,2027-02-27,2027-03-06,0.00,1.00,-1.00,,ZAR`,
  ]);
  expect(await paidInMonth(db, "2027-03", payee)).toEqual([
    `${payee},,payout,2027-03-01,2027-03-02,10.00,2.50,7.50,,ZAR`,
  ]);
});

test("a certificate has no payout that the bank returned, and the years in which registers have it are told", async ({
  db,
  pool,
}) => {
  const payee = 8;
  const ledger = createProjectionsLedger(pool);
  onTestFinished(() => ledger.close());
  const at = (events: readonly LedgerEvent[], day: string) =>
    append(ledger, events, `${day}T08:00:00.000Z`);
  await at([distributor(payee, 1, null)], "2026-03-01");
  const payout = { payoutId: "returned", userId: payee };
  const money = { commission: 1000, credit: 0, requested: 1000, withheld: 250 };
  await at([{ type: "PayoutRequested", data: { ...payout, ...money } }], "2027-02-20");
  const paidAs = { amount: 1000, withheld: 250, selfBilledVatBps: null, referenceId: null };
  const paidOut = { ...payout, ...paidAs, paidOn: "2027-02-25" };
  await at([{ type: "PayoutPaid", data: paidOut }], "2027-02-25");
  expect(await factsOf(db, 2027, payee)).toMatchObject({ income: 1000, withheld: 250 });

  const back = { ...payout, amount: 1000, withheld: 250, bankLineId: 1 };
  await at([{ type: "PayoutReturned", data: back }], "2027-03-02");
  const none = { income: 0, withheld: 0 };
  const differing = [
    { kind: "PayoutReturned", paidOn: "2027-02-25", postingDate: "2027-03-02", income: -1000 },
  ];
  expect(await factsOf(db, 2027, payee)).toMatchObject({ ...none, differing });
  expect(await factsOf(db, 2028, payee)).toMatchObject({ ...none, differing });
});

test("a certificate has no repayment and no return that was undone, also of another year", async ({
  db,
  pool,
}) => {
  const payee = 11;
  const ledger = createProjectionsLedger(pool);
  onTestFinished(() => ledger.close());
  const at = (events: readonly LedgerEvent[], day: string) =>
    append(ledger, events, `${day}T08:00:00.000Z`);
  await at([distributor(payee, 1, null)], "2026-03-01");
  const payout = { payoutId: "undone", userId: payee };
  const money = { commission: 1000, credit: 0, requested: 1000, withheld: 250 };
  await at([{ type: "PayoutRequested", data: { ...payout, ...money } }], "2027-01-20");
  const paidAs = { amount: 1000, withheld: 250, selfBilledVatBps: null, referenceId: null };
  await at(
    [{ type: "PayoutPaid", data: { ...payout, ...paidAs, paidOn: "2027-01-25" } }],
    "2027-01-25",
  );
  const whole = { income: 1000, withheld: 250 };
  const repaid = { userId: payee, amount: 600, bankLineId: 1 };
  await at([{ type: "CommissionRepaid", data: repaid }], "2027-02-02");
  expect(await factsOf(db, 2027, payee)).toMatchObject({ income: 400, withheld: 250 });
  await at([{ type: "CommissionRepaymentUndone", data: repaid }], "2027-03-02");
  const undoneRepayment = {
    kind: "CommissionRepaymentUndone",
    paidOn: "2027-02-02",
    postingDate: "2027-03-02",
    income: 600,
  };
  expect(await factsOf(db, 2027, payee)).toMatchObject({ ...whole, differing: [undoneRepayment] });

  const back = { ...payout, amount: 1000, withheld: 250, bankLineId: 2 };
  await at([{ type: "PayoutReturned", data: back }], "2027-02-25");
  expect(await factsOf(db, 2027, payee)).toMatchObject({ income: 0, withheld: 0 });
  await at([{ type: "PayoutReturnUndone", data: back }], "2027-03-03");
  const undoneReturn = {
    kind: "PayoutReturnUndone",
    paidOn: "2027-01-25",
    postingDate: "2027-03-03",
    income: 1000,
  };
  const differing = [undoneRepayment, undoneReturn];
  expect(await factsOf(db, 2027, payee)).toMatchObject({ ...whole, differing });
  expect(await factsOf(db, 2028, payee)).toMatchObject({ income: 0, withheld: 0, differing });
});

test.for([
  ["paid back", 9, { type: "CommissionRepaid", data: { userId: 9, amount: 600, bankLineId: 1 } }],
  ["paid back with store credit", 10, { type: "CreditSetOff", data: { userId: 10, amount: 600 } }],
] as const)(
  "a certificate has less income in the year in which commission was %s, and the tax as it was withheld",
  async ([, payee, back], { db, pool }) => {
    const ledger = createProjectionsLedger(pool);
    onTestFinished(() => ledger.close());
    const at = (events: readonly LedgerEvent[], day: string) =>
      append(ledger, events, `${day}T08:00:00.000Z`);
    await at([distributor(payee, 1, null)], "2026-03-01");
    const payout = { payoutId: `reversed-${payee}`, userId: payee };
    const money = { commission: 1000, credit: 0, requested: 1000, withheld: 250 };
    await at([{ type: "PayoutRequested", data: { ...payout, ...money } }], "2027-02-20");
    const paidAs = { amount: 1000, withheld: 250, selfBilledVatBps: null, referenceId: null };
    const paidOut = { ...payout, ...paidAs, paidOn: "2027-02-25" };
    await at([{ type: "PayoutPaid", data: paidOut }], "2027-02-25");
    const granted = { userId: payee, amount: 600, reasonId: null };
    await at([{ type: "CreditGranted", data: granted }, back], "2027-03-02");

    expect(await factsOf(db, 2027, payee)).toMatchObject({
      income: 1000,
      withheld: 250,
      differing: [],
    });
    expect(await factsOf(db, 2028, payee)).toMatchObject({
      income: -600,
      withheld: 0,
      differing: [],
    });
  },
);
