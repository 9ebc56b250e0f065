import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { addDays, firstDayOf, nextMonth, lastDayOf } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { listCents, getCalendar } from "../../money/statements/closing.queries.ts";
import { getStatement } from "../../money/statements/statement.queries.ts";
import { statementDocument } from "../../money/statements/statement-documents.ts";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import { readOnly } from "../../platform/db/database.ts";
import { rebuildProjections } from "../../projections/rebuild/rebuild.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { aNotification, settled, signed } from "../../testing/card-notifications.ts";
import { append } from "../../testing/projection-ledger.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, type TestShop, test as base } from "../../testing/shop-test.ts";
import { bottles, refunded, sold, someOrderId } from "../../testing/some-facts.ts";
import { aWaitingPayout } from "../../testing/waiting-payouts.ts";
import { countSales } from "../reports/sales-count.actions.ts";
import { findSalesDrift } from "../reports/sales-drift.queries.ts";

const today = shopDay();
const closedMonth = today.slice(0, 7);
const openMonth = nextMonth(closedMonth);
const openDay = firstDayOf(openMonth);
const lastDay = addDays(openDay, -1);
/** On the day after the month, when it is closed and everything late is recorded. */
const later = () => `${openDay}T12:00:00.000Z`;
const goods = 4 * 325_00;

const officeLater = ({ as, people }: TestShop) =>
  as(people.admin, { now: later, session: { ...aConfirmedSession(), passwordAt: later() } });

/** Uploads a transaction of the bank of today that names the order, and matches it. */
async function aMatchedLine(shop: TestShop, order: { orderNumber: number; total: number }) {
  const description = `RH${order.orderNumber} ${randomUUID()}`;
  const { deps, people, app } = shop;
  const { token } = await deps.sessions.start({
    userId: people.admin,
    device: "",
    withPassword: true,
  });
  const uploaded = await app.inject({
    method: "POST",
    url: "/office/bank-statements?name=bank.csv",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(
      `Date,Amount,Description\n${today},${(order.total / 100).toFixed(2)},${description}`,
    ),
  });
  expect(uploaded.json()).toMatchObject({ data: { added: 1 } });
  const admin = await officeLater(shop);
  const lineId = (await admin.bankLines.list({ search: description })).rows[0]?.id ?? 0;
  const uses = [{ orderNumber: order.orderNumber, amount: order.total }];
  await admin.bankLines.use({ commandId: randomUUID(), lineId, uses });
  return lineId;
}

/** A shop whose month is closed, with orders that something happens to afterwards. */
async function aMonth(shop: TestShop) {
  const { deps } = shop;
  const paid = async (code?: string) => {
    const order = await aGuestOrder(shop, code);
    await payByBank(shop, order.uuid, order.total);
    return order;
  };
  const payout = await aWaitingPayout(shop, "ben");
  const toRefund = await paid("BEN");
  const toReassign = await paid("BEN");
  const ofHouse = await paid();
  const toUndo = await aGuestOrder(shop, "CARA");
  const undoneLine = await aMatchedLine(shop, toUndo);
  const toMoveLine = await aGuestOrder(shop, "CARA");
  const movedLine = await aMatchedLine(shop, toMoveLine);
  await append(
    deps.ledger,
    sold({ number: 900_001, sellerId: shop.people.ben, lines: [bottles(2)] }),
    atNoon(today),
  );
  const unpaid = {
    eft: await aGuestOrder(shop, "BEN"),
    line: await aGuestOrder(shop, "ANNA"),
    card: await aGuestOrder(shop, "BEN"),
    cancelled: await aGuestOrder(shop, "BEN"),
    moved: await aGuestOrder(shop, "ANNA"),
  };
  await countSales(deps.db);
  const admin = await officeLater(shop);
  await admin.statements.close({
    commandId: randomUUID(),
    month: closedMonth,
    accepts: [...monthSteps],
  });
  await countSales(deps.db);
  const before = await figuresOf(shop);
  return { payout, toRefund, toReassign, ofHouse, toUndo, undoneLine, movedLine, unpaid, before };
}

const test = base.extend("month", { scope: "file" }, ({ shop }) => aMonth(shop));

const atNoon = (day: string) => `${day}T12:00:00.000Z`;

/** Every figure of the closed month that a person or program can ask for. */
async function figuresOf(shop: TestShop) {
  const { people } = shop;
  await countSales(shop.deps.db);
  const admin = await officeLater(shop);
  const ofMonth = { from: firstDayOf(closedMonth), to: lastDay };
  const reports = [];
  for (const groupBy of ["product", "level", "person", "region", "month"] as const)
    reports.push((await admin.reports.sales({ ...ofMonth, groupBy })).rows);
  const { totals, late } = await admin.reports.sales(ofMonth);
  const graph = await admin.reports.salesGraph({ ...ofMonth, step: "day", series: "product" });
  const { sales } = await admin.dashboard.get({ period: "30-days" });
  const db = readOnly(shop.deps.db);
  const calendar = await getCalendar(db, "za");
  const ofMembers = [];
  for (const name of ["anna", "ben", "cara"] as const) {
    const memberId = people[name];
    const own = await shop.as(memberId, { now: later });
    const months = await own.wallet.months();
    const { total, sum } = await own.wallet.entries({ month: closedMonth });
    const statements = await admin.statements.months({ memberId });
    const on = (day: string) => admin.statements.balanceOn({ memberId, day });
    ofMembers.push({
      name,
      statement: statementDocument(
        await getStatement(db, calendar, { memberId, month: closedMonth }),
      ),
      chart: months.find(({ month }) => month === closedMonth),
      entries: { total, sum },
      listed: statements.months.find(({ month }) => month === closedMonth),
      balances: [await on(today), await on(lastDay)],
    });
  }
  return {
    reports,
    totals,
    late,
    file: await salesFile(shop, ofMonth),
    graph: graph.points,
    dashboard: {
      days: sales.days.filter(({ day }) => day < openDay),
      before: sales.before,
      daysBefore: sales.daysBefore,
      month: sales.month.before,
      yesterday: sales.yesterday,
    },
    ofMembers,
    cents: (await listCents(db, calendar)).find(({ month }) => month === closedMonth),
  };
}

async function salesFile(
  { app, deps, people }: TestShop,
  { from, to }: { from: string; to: string },
) {
  const { token } = await deps.sessions.start({
    userId: people.admin,
    device: "",
    withPassword: true,
  });
  const { body, statusCode } = await app.inject({
    url: `/api/sales-report/export?from=${from}&to=${to}&groupBy=person&format=csv`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(statusCode).toBe(200);
  return body;
}

/** What the report of all days says, which has to be complete. */
async function allSales(shop: TestShop) {
  await countSales(shop.deps.db);
  const admin = await officeLater(shop);
  const to = lastDayOf(openMonth);
  const { totals } = await admin.reports.sales({ from: firstDayOf(closedMonth), to });
  const open = await admin.reports.sales({ from: openDay, to });
  return { all: totals[0], open };
}

/** Each kind of fact of the closed month that is recorded late, with what the open month has more by it. */
const lateFacts = [
  {
    kind: "a bank transfer typed with an old date",
    charged: goods,
    lists: ["OrderPaid", today],
    async record(shop: TestShop, { unpaid }: TestMonth) {
      const { uuid, total } = unpaid.eft;
      const admin = await officeLater(shop);
      await admin.orders.recordEft({
        commandId: randomUUID(),
        uuid,
        amount: total,
        reference: "x",
        receivedOn: today,
      });
    },
  },
  {
    kind: "a transaction of the bank",
    charged: goods,
    lists: ["OrderPaid", today],
    record: (shop: TestShop, { unpaid }: TestMonth) => aMatchedLine(shop, unpaid.line),
  },
  {
    kind: "a card notification that arrives late",
    charged: goods,
    lists: ["OrderPaid", today],
    async record(shop: TestShop, { unpaid }: TestMonth) {
      const { state } = await settled(shop, signed(aNotification(unpaid.card)));
      expect(state).toBe("applied");
    },
  },
  {
    kind: "a refund",
    charged: -325_00,
    lists: null,
    async record(shop: TestShop, { toRefund }: TestMonth) {
      await (await officeLater(shop)).orders.refund({
        commandId: randomUUID(),
        uuid: toRefund.uuid,
        amount: 325_00,
        productAmount: 325_00,
        units: 1,
        method: "eft",
        reason: "broken",
      });
    },
  },
  {
    kind: "an imported refund with an earlier date",
    charged: -325_00,
    lists: ["PaymentRefunded", today],
    record: ({ deps }: TestShop) =>
      append(
        deps.ledger,
        [refunded(900_001, { refundId: "late", amount: 325_00, productAmount: 325_00, units: 1 })],
        atNoon(today),
      ),
  },
  {
    kind: "an imported order with an earlier date",
    charged: 3 * 325_00,
    lists: ["OrderPaid", today],
    record: ({ deps, people }: TestShop) =>
      append(
        deps.ledger,
        sold({ number: 900_500, sellerId: people.cara, lines: [bottles(3)] }),
        atNoon(today),
      ),
  },
  {
    kind: "a payment undone",
    charged: 0 - goods,
    lists: null,
    async record(shop: TestShop, { undoneLine }: TestMonth) {
      const admin = await officeLater(shop);
      await admin.bankLines.undo({ commandId: randomUUID(), lineId: undoneLine });
    },
  },
  {
    kind: "an imported undone payment with an earlier date",
    charged: -3 * 325_00,
    lists: ["PaymentUndone", today],
    async record({ deps }: TestShop) {
      const { total } = await deps.db
        .selectFrom("projection.order_state")
        .select("total")
        .where("order_id", "=", someOrderId(900_500))
        .executeTakeFirstOrThrow();
      const undone = { paymentId: "pay-900500", method: "card" as const, amount: total };
      await append(
        deps.ledger,
        [{ type: "PaymentUndone", data: { orderId: someOrderId(900_500), ...undone } }],
        atNoon(today),
      );
    },
  },
  {
    kind: "a payment moved to another order",
    charged: 0,
    lists: ["OrderPaid", today],
    async record(shop: TestShop, { movedLine, unpaid }: TestMonth) {
      const admin = await officeLater(shop);
      await admin.bankLines.undo({ commandId: randomUUID(), lineId: movedLine });
      const { orderNumber, total } = unpaid.moved;
      const uses = [{ orderNumber, amount: total }];
      await admin.bankLines.use({ commandId: randomUUID(), lineId: movedLine, uses });
    },
  },
  {
    kind: "a reassignment",
    charged: 0,
    lists: null,
    async record(shop: TestShop, { toReassign }: TestMonth) {
      const admin = await officeLater(shop);
      await admin.orders.reassign({
        commandId: randomUUID(),
        uuid: toReassign.uuid,
        sellerId: shop.people.anna,
      });
    },
  },
  {
    kind: "a cancellation",
    charged: 0,
    lists: null,
    async record(shop: TestShop, { unpaid }: TestMonth) {
      const { uuid } = unpaid.cancelled;
      const admin = await officeLater(shop);
      await admin.orders.cancel({ commandId: randomUUID(), uuid, reason: "changed their mind" });
    },
  },
  {
    kind: "a payout that was paid earlier",
    charged: 0,
    lists: null,
    async record(shop: TestShop, { payout }: TestMonth) {
      const admin = await officeLater(shop);
      const { id } = payout;
      await admin.payouts.markAsPaid({
        commandId: randomUUID(),
        id,
        paidOn: today,
        confirmHold: true,
      });
    },
  },
  {
    kind: "store credit and its conversion",
    charged: 0,
    lists: null,
    async record(shop: TestShop) {
      const anna = await shop.as(shop.people.anna, { now: later });
      const { payable } = await anna.wallet.mine();
      await anna.wallet.convertToCredit({ commandId: randomUUID(), amount: Math.min(1, payable) });
    },
  },
] as const;

type TestMonth = Awaited<ReturnType<typeof aMonth>>;

// shows T135
describe("what is recorded after its month was closed", () => {
  test.for(lateFacts)(
    "changes no figure of it and is in the next month: $kind",
    async (fact, { shop, month }) => {
      const { all: before, open: openBefore } = await allSales(shop);

      await fact.record(shop, month);

      expect(await figuresOf(shop)).toEqual(month.before);
      const { all, open } = await allSales(shop);
      expect((all?.charged ?? 0) - (before?.charged ?? 0)).toBe(fact.charged);
      expect((open.totals[0]?.charged ?? 0) - (openBefore.totals[0]?.charged ?? 0)).toBe(
        fact.charged,
      );
      const listed = open.late.rows.slice(openBefore.late.count);
      expect(listed.map(({ type, happenedOn, day }) => [type, happenedOn, day])).toEqual(
        fact.lists === null ? [] : [[...fact.lists, openDay]],
      );
      expect(await findSalesDrift(readOnly(shop.deps.db))).toEqual([]);
    },
  );

  test("is on the first day of the next month in the dashboard, and in its statements", async ({
    shop,
    month,
  }) => {
    expect(month).toBeDefined();
    const admin = await officeLater(shop);
    const { sales } = await admin.dashboard.get({ period: "30-days" });
    const { totals } = await admin.reports.sales({ from: openDay, to: openDay });
    expect(sales.today.orders).toBe(totals[0]?.orders);
    for (const name of ["anna", "ben", "cara"] as const) {
      const memberId = shop.people[name];
      const own = await (await shop.as(memberId)).wallet.mine();
      const { closing } = await admin.wallet.statement({ memberId, month: openMonth });
      expect(closing).toMatchObject({ accrued: own.accrued, paid: own.paid, credit: own.credit });
    }
  });

  test("is there again after a rebuild, and counted from scratch", async ({
    shop,
    month,
    ownerUrl,
  }) => {
    const { all } = await allSales(shop);
    const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 3 });
    const { isSwapped } = await rebuildProjections(pool, {});
    await pool.end();

    expect(isSwapped).toBe(true);
    expect(await figuresOf(shop)).toEqual(month.before);
    expect((await allSales(shop)).all).toEqual(all);
  });
});
