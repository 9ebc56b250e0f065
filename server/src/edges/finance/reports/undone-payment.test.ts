import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { defaultPlan } from "../../../network/commissions/commission-plan.events.ts";
import { simulateForOffice } from "../../../projections/simulation/simulate-plan.actions.ts";
import { aConfirmedSession } from "../../../testing/busy-shop.ts";
import { shopDay } from "../../../testing/shop-day.ts";
import {
  aRecipient,
  products,
  test as shopTest,
  type TestShop,
} from "../../../testing/shop-test.ts";
import { captureFinance } from "../finance-test.ts";

const test = shopTest.extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  return finance;
});

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const price = 270_000;

/** A guest's order of R2,700 with Cara's code. */
async function anOrder(shop: TestShop) {
  const uniqueId = randomUUID();
  const guest = await shop.as(null);
  const { id: addressId } = await guest.addresses.save({ ...aRecipient, uniqueId });
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 8 }] }];
  const order = { commandId: randomUUID(), uniqueId, sections, distributorCode: "CARA" };
  return guest.orders.save(order);
}

/** Two transactions of a bank statement, both for this order. */
async function twoLinesFor(shop: TestShop, orderNumber: number): Promise<number[]> {
  const { admin: userId } = shop.people;
  const { token } = await shop.deps.sessions.start({ userId, device: "", withPassword: true });
  const amount = (price / 100).toFixed(2);
  const key = `RH${orderNumber} ${randomUUID()}`;
  const rows = ["one", "other"].map((each) => `${shopDay()},${amount},${key} ${each}`);
  await shop.app.inject({
    method: "POST",
    url: "/office/bank-statements?name=november.csv",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(["Date,Amount,Description", ...rows].join("\n")),
  });
  const listed = await (await shop.as(userId)).bankLines.list({ search: key });
  return listed.rows.map(({ id }) => id);
}

describe("after one of two payments of an order was undone", () => {
  // shows T130
  test("every way to ask for the figures gives the same ones", async ({ shop, finance }) => {
    const admin = await shop.as(shop.people.admin, { session: aConfirmedSession() });
    const order = await anOrder(shop);
    expect(order.total).toBe(price);
    const lineIds = await twoLinesFor(shop, order.orderNumber);
    expect(lineIds).toHaveLength(2);
    for (const [knownPayments, lineId] of lineIds.entries()) {
      const uses = [{ orderNumber: order.orderNumber, amount: price, knownPayments }];
      await admin.bankLines.use({ commandId: randomUUID(), lineId, uses });
    }
    await admin.bankLines.undo({ commandId: randomUUID(), lineId: lineIds[0] ?? 0 });

    const { rows } = await admin.orders.list({ search: String(order.orderNumber) });
    expect(rows).toMatchObject([{ state: "paid", received: price }]);
    const live = memberRows(await finance.json("totals"));
    expect(live.find(({ memberId }) => memberId === shop.people.cara)).toMatchObject({
      units: 8,
      commissionable: 226_087,
      accrued: 22_609,
    });
    const head = await shop.deps.db
      .selectFrom("ledger_head")
      .select("recorded_at as recordedAt")
      .executeTakeFirstOrThrow();

    expect(await finance.json("totals", "--as-of", shopDay())).toEqual(live);
    expect(await finance.json("totals", "--known-at", head.recordedAt)).toEqual(live);

    const plan = await finance.file("plan.json", JSON.stringify(defaultPlan));
    const earned = live.map(({ memberId, accrued }) => ({ memberId, accrued }));
    const simulated = memberRows(
      Reflect.get(Object(await finance.json("simulate", "--plan", plan)), "members"),
    );
    expect(simulated.map(({ memberId, actual: accrued }) => ({ memberId, accrued }))).toEqual(
      earned,
    );
    expect(simulated.filter(({ delta }) => delta !== 0)).toEqual([]);

    const { id } = await admin.commissionPlan.simulate({
      plan: defaultPlan,
      from: "2020-01-01",
      to: shopDay(),
    });
    await simulateForOffice({ ...shop.deps, log: silent }, id);
    const commission = live.reduce((sum, { accrued = 0 }) => sum + accrued, 0);
    expect(await admin.commissionPlan.simulation({ id })).toMatchObject({
      state: "ready",
      sales: 226_087,
      actual: commission,
      simulated: commission,
    });
  });
});

type Row = Readonly<{ memberId: number; accrued?: number; actual?: number; delta?: number }>;

function memberRows(document: unknown): Row[] {
  return Array.isArray(document) ? document : [];
}
