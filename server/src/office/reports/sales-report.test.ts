import type { SalesReportInput } from "@portal/shared/office/reports/sales-report.ts";
import { firstDayOf } from "@portal/shared/platform/calendar.ts";
import { exclVat } from "@portal/shared/platform/money.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
  test as base,
} from "../../testing/shop-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { countSales } from "./sales-count.actions.ts";

const today = shopDay();
const yearAgo = `${Number(today.slice(0, 4)) - 1}-01-01`;
const always = { from: yearAgo, to: "2099-12-31" };

async function ownOrder(shop: TestShop, userId: number, quantity: number) {
  const buyer = await shop.as(userId);
  const { id: addressId } = await buyer.addresses.save(aRecipient);
  const lines = [{ productId: products.bottle, quantity }];
  return buyer.orders.save({ commandId: randomUUID(), sections: [{ addressId, lines }] });
}

/** Ben sold four to a guest, one of them refunded; Sam two to himself; a house sale of four to a guest; one order is unpaid. */
const test = base.extend("sales", { scope: "file" }, async ({ shop }) => {
  const { sam, kim } = shop.people;
  const bens = await aGuestOrder(shop, "BEN");
  await payByBank(shop, bens.uuid, bens.total);
  const sams = await ownOrder(shop, sam, 2);
  await payByBank(shop, sams.uuid, sams.total);
  const houses = await aGuestOrder(shop);
  await payByBank(shop, houses.uuid, houses.total);
  await ownOrder(shop, kim, 1);
  const admin = await shop.as(shop.people.admin);
  await admin.orders.refund({
    commandId: randomUUID(),
    uuid: bens.uuid,
    amount: 325_00,
    productAmount: 325_00,
    units: 1,
    method: "eft",
    reason: "broken",
  });
  await countSales(shop.deps.db);
  return { bens, sams, houses };
});

const report = async (shop: TestShop, asked: Partial<SalesReportInput> = {}) =>
  (await shop.as(shop.people.admin)).reports.sales({ ...always, ...asked });

describe("the sales report", () => {
  test("adds up units, unit value, commissionable value and money, less refunds", async ({
    shop,
    sales,
  }) => {
    const { totals, unitValues, behind } = await report(shop);
    const charged = sales.bens.total + sales.sams.total + sales.houses.total - 3 * 100_00 - 325_00;
    const inclVat = charged + 300_00;
    const exclVatOf = (gross: number) => exclVat(gross, 1500);
    const exclVatOfAll =
      exclVatOf(sales.bens.total) -
      exclVatOf(325_00) +
      exclVatOf(sales.sams.total) +
      exclVatOf(sales.houses.total);
    expect(totals).toEqual([
      {
        currency: "ZAR",
        orders: 3,
        units: 9,
        totalSales: 9 * 282_61,
        charged,
        delivery: 300_00,
        refunds: 325_00,
        // A line of four at R325.00 is rounded as a whole; Sam's two count before his margin.
        commissionable: 2 * 1130_43 + 565_22 - 282_61,
        inclVat,
        exclVat: exclVatOfAll,
        vat: inclVat - exclVatOfAll,
      },
    ]);
    expect(unitValues).toEqual([{ region: "za", currency: "ZAR", unitValue: 282_61 }]);
    expect(behind).toBe(0);
  });

  test("groups by product, with delivery apart", async ({ shop, sales }) => {
    expect(sales).toBeDefined();
    const { rows, total, delivery, totals } = await report(shop, { groupBy: "product" });
    expect(total).toBe(1);
    expect(rows).toMatchObject([
      { key: String(products.bottle), name: "Original 50ml", orders: 3, units: 9, delivery: 0 },
    ]);
    expect(delivery).toMatchObject([
      { currency: "ZAR", orders: 3, units: 0, charged: 0, delivery: 300_00, inclVat: 300_00 },
    ]);
    for (const figure of ["exclVat", "vat", "inclVat"] as const)
      expect((rows[0]?.[figure] ?? 0) + (delivery[0]?.[figure] ?? 0)).toBe(totals[0]?.[figure]);
    expect((await report(shop, { groupBy: "level" })).delivery).toEqual([]);
    const ofBottles = { groupBy: "product", productId: products.bottle } as const;
    expect((await report(shop, ofBottles)).delivery).toEqual([]);
  });

  test("groups by level, person, region and month", async ({ shop, sales }) => {
    expect(sales).toBeDefined();
    const { ben, sam } = shop.people;
    const byLevel = await report(shop, {
      groupBy: "level",
      sort: { by: "name", direction: "asc" },
    });
    expect(byLevel.rows.map(({ key, units }) => [key, units])).toEqual([
      ["0", 4],
      ["2", 3],
      ["4", 2],
    ]);
    const byPerson = await report(shop, { groupBy: "person" });
    expect(byPerson.rows).toMatchObject([
      { key: "0", name: null, memberLevel: null, units: 4 },
      { key: String(ben), name: "Ben Person", memberLevel: 2, units: 3 },
      { key: String(sam), name: "Sam Person", memberLevel: 4, units: 2 },
    ]);
    const byRegion = await report(shop, { groupBy: "region" });
    expect(byRegion.rows).toMatchObject([{ key: "za", currency: "ZAR", units: 9 }]);
    const byMonth = await report(shop, { groupBy: "month" });
    expect(byMonth.rows.reduce((sum, { units }) => sum + units, 0)).toBe(9);
    expect(byMonth.rows[0]?.key).toMatch(/^\d{4}-\d\d-01$/);
  });

  test("filters by buyer, seller, product, method and region", async ({ shop, sales }) => {
    expect(sales).toBeDefined();
    const unitsOf = async (asked: Partial<SalesReportInput>) => {
      const { totals, rows } = await report(shop, asked);
      const total = totals.reduce((sum, { units }) => sum + units, 0);
      expect(rows.reduce((sum, { units }) => sum + units, 0)).toBe(total);
      return total;
    };
    for (const groupBy of ["product", "level", "person", "region", "month"] as const) {
      expect(await unitsOf({ groupBy, role: "stockist" })).toBe(2);
      expect(await unitsOf({ groupBy, role: "guest" })).toBe(7);
      expect(await unitsOf({ groupBy, sellerId: shop.people.ben })).toBe(3);
      expect(await unitsOf({ groupBy, sellerId: shop.people.cara })).toBe(0);
      expect(await unitsOf({ groupBy, productId: products.bottle })).toBe(9);
      expect(await unitsOf({ groupBy, productId: products.dear })).toBe(0);
      expect(await unitsOf({ groupBy, method: "eft" })).toBe(9);
      expect(await unitsOf({ groupBy, method: "card" })).toBe(0);
      expect(await unitsOf({ groupBy, region: "uk" })).toBe(0);
    }
  });

  test("covers exactly the requested days, including partial months", async ({
    shop,
    sales,
    superuser,
  }) => {
    expect(sales).toBeDefined();
    await sql`update sales_person_day set day = '2024-02-29' where seller_id = ${shop.people.ben}`.execute(
      superuser,
    );
    const ben = { groupBy: "person", sellerId: undefined } as const;
    const unitsOf = async (from: string, to: string) => {
      const { rows } = await report(shop, { ...ben, from, to });
      return rows.reduce((sum, { units }) => sum + units, 0);
    };
    expect(await unitsOf("2024-02-29", "2024-02-29")).toBe(3);
    expect(await unitsOf("2024-02-10", "2024-03-09")).toBe(3);
    // February alone is read from whole months, which have none yet.
    expect(await unitsOf("2024-02-01", "2024-02-29")).toBe(0);
    expect(await unitsOf("2024-01-15", "2024-02-28")).toBe(0);
  });

  test("searches names literally, sorts, and pages", async ({ shop, sales }) => {
    expect(sales).toBeDefined();
    const namesOf = async (asked: Partial<SalesReportInput>) => {
      const { rows } = await report(shop, { groupBy: "person", ...asked });
      return rows.map(({ name }) => name);
    };
    expect(await namesOf({ search: "bEN p" })).toEqual(["Ben Person"]);
    expect(await namesOf({ search: "%" })).toEqual([]);
    expect(await namesOf({ sort: { by: "units", direction: "asc" } })).toEqual([
      "Sam Person",
      "Ben Person",
      null,
    ]);
    expect(await namesOf({ page: 2, pageSize: 1, sort: { by: "name", direction: "asc" } })).toEqual(
      ["Sam Person"],
    );
  });

  test("rejects invalid days, and periods that end before they begin", async ({ shop }) => {
    for (const asked of [
      { from: "2026-02-30" },
      { from: "1026-02-01" },
      { from: "2026-02-02", to: "2026-02-01" },
      { sort: { by: "1; drop table account", direction: "asc" } },
    ])
      await expect(report(shop, asked as never)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("the sales of a period that has not ended", () => {
  const november = { from: "2016-11-01", to: "2016-11-30" };
  /** Already the 22nd in Johannesburg, not yet in UTC. */
  const now = "2016-11-21T22:30:00.000Z";

  test("are compared with as many days of the previous one, to the cent", async ({ shop }) => {
    const soldOn = async (receivedOn: string) => {
      const placedAt = `${receivedOn}T06:00:00.000Z`;
      const { uuid, total } = await aGuestOrder(shop, "CARA", { now: () => placedAt });
      const bookkeeper = await shop.as(shop.people.admin, { now: () => now });
      const recorded = await bookkeeper.orders.recordEft({
        commandId: randomUUID(),
        uuid,
        amount: total,
        reference: uuid,
        receivedOn,
      });
      expect(recorded).toMatchObject({ state: "paid", proposalId: null });
      return total - 100_00;
    };
    const first = await soldOn("2016-10-01");
    const last = await soldOn("2016-10-22");
    await soldOn("2016-10-23");
    const charged = await soldOn("2016-11-10");
    await countSales(shop.deps.db);
    const admin = await shop.as(shop.people.admin, { now: () => now });

    const { totals, before } = await admin.reports.sales({ ...november, groupBy: "level" });
    expect(totals).toMatchObject([{ orders: 1, charged }]);
    expect(before).toMatchObject({
      from: "2016-10-01",
      to: "2016-10-22",
      totals: [{ orders: 2, units: 8, totalSales: 8 * 282_61, charged: first + last }],
    });
    const seller = { sellerId: shop.people.ben };
    expect((await admin.reports.sales({ ...november, ...seller })).before.totals).toEqual([]);
    const graph = await admin.reports.salesGraph({ ...november, step: "month" });
    expect(graph.before).toMatchObject({
      from: "2016-10-01",
      to: "2016-10-22",
      points: [{ day: "2016-10-01", orders: 2, charged: first + last }],
    });
    const later = await (await shop.as(shop.people.admin)).reports.sales(november);
    expect(later.before).toMatchObject({ to: "2016-10-31", totals: [{ orders: 3 }] });
  });
});

describe("the sales graph", () => {
  // shows S2.46
  test("has the sales of each step, by level or product, and of the previous period", async ({
    shop,
    sales,
  }) => {
    expect(sales).toBeDefined();
    const admin = await shop.as(shop.people.admin);
    const days = { from: today, to: "2099-12-31", step: "month" } as const;
    const wide = { ...days, to: `${Number(today.slice(0, 4)) + 1}-12-31`, from: yearAgo };
    const byLevel = await admin.reports.salesGraph(wide);
    expect(byLevel).toMatchObject({ currency: "ZAR", unitValue: 282_61, behind: 0 });
    expect(byLevel.points.map(({ key, units }) => [key, units])).toEqual([
      [0, 4],
      [2, 3],
      [4, 2],
    ]);
    expect(byLevel.before.points).toEqual([]);
    const byProduct = await admin.reports.salesGraph({ ...wide, series: "product" });
    expect(byProduct.names).toEqual([{ key: products.bottle, name: "Original 50ml" }]);
    expect(byProduct.points).toMatchObject([{ key: products.bottle, units: 9 }]);
    await expect(
      admin.reports.salesGraph({ ...wide, from: "2020-01-01", step: "day" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("the VAT of the sales report", () => {
  test("is that of the documents, also of refunded delivery, a price reduction and an overpayment", async ({
    shop,
    sales,
  }) => {
    expect(sales).toBeDefined();
    const admin = await shop.as(shop.people.admin);
    const period = { from: firstDayOf(today.slice(0, 7)), to: today };
    const compared = async () => {
      await countSales(shop.deps.db);
      const { totals } = await report(shop, period);
      const { groups } = await admin.books.vat(period);
      const sumOf = (figure: "net" | "vat" | "gross") =>
        groups.reduce((sum, group) => sum + group[figure], 0);
      const { exclVat: net, vat, inclVat: gross } = totals[0] ?? {};
      expect({ net, vat, gross }).toEqual({
        net: sumOf("net"),
        vat: sumOf("vat"),
        gross: sumOf("gross"),
      });
    };
    await compared();
    const refund = async (uuid: string, amount: number, productAmount: number, units: number) => {
      const method = "eft" as const;
      const given = { uuid, amount, productAmount, units, method, reason: "broken" };
      await admin.orders.refund({ commandId: randomUUID(), ...given });
      await compared();
    };
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
    await refund(order.uuid, order.total, order.total - 100_00, 4);
    const reduced = await aGuestOrder(shop, "BEN");
    await payByBank(shop, reduced.uuid, reduced.total);
    await refund(reduced.uuid, 30_01, 0, 0);
    await refund(reduced.uuid, 325_03, 325_00, 1);
    const over = await aGuestOrder(shop, "BEN");
    await payByBank(shop, over.uuid, over.total);
    await payByBank(shop, over.uuid, 7_77);
    await refund(over.uuid, 17_77, 0, 0);
  });
});
