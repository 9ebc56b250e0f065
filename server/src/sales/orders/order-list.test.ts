import type { OfficeOrders } from "@portal/shared/sales/orders/office-orders.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { countSales } from "../../office/reports/sales-count.actions.ts";
import { aGuestOrder, payByBank, test as shopTest } from "../../testing/shop-test.ts";

/** Seven orders, of which the first two are paid, and none was counted yet. */
const test = shopTest.extend("orders", { scope: "file" }, async ({ shop }) => {
  for (let nth = 0; nth < 7; nth++) {
    const { uuid, total } = await aGuestOrder(shop, "ANNA");
    if (nth < 2) await payByBank(shop, uuid, total);
  }
  const { orders } = await shop.as(shop.people.admin);
  const list = (asked: Partial<OfficeOrders>) => orders.list({ page: 1, pageSize: 20, ...asked });
  return { list };
});

describe("the office's list of orders", () => {
  test("says how many there are, however many of them were counted beforehand", async ({
    shop,
    orders: { list },
  }) => {
    const { db } = shop.deps;
    const totals = async () => {
      const asked: Partial<OfficeOrders>[] = [
        {},
        { state: "paid" },
        { state: "placed" },
        { region: "za" },
        { region: "uk" },
        { method: "eft" },
        { method: "eft", state: "paid" },
        { method: "eft", region: "uk" },
        { method: "card" },
      ];
      const pages = asked.map((each) => list(each));
      return (await Promise.all(pages)).map(({ total }) => total);
    };
    const all = [7, 2, 5, 7, 0, 2, 2, 0, 0];
    expect(await totals()).toEqual(all);

    await countSales(db);
    expect(await db.selectFrom("order_method").selectAll().execute()).toEqual([
      { method: "eft", region: "za", orders: 2 },
    ]);
    expect(await totals()).toEqual(all);
    const { uuid, total } = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, uuid, total);
    const later = [8, 3, 5, 8, 0, 3, 3, 0, 0];
    expect(await totals()).toEqual(later);
    await countSales(db);
    expect(await totals()).toEqual(later);

    // Books that were rebuilt are counted anew.
    await sql`update sales_count set books = 'others'`.execute(db);
    await countSales(db);
    expect(await totals()).toEqual(later);
  });

  test.for(["placedAt", "orderNumber", "total"] as const)(
    "by %s has every order on one of its pages, from whichever end it is found",
    async (by, { orders: { list } }) => {
      for (const direction of ["asc", "desc"] as const) {
        const sort = { by, direction };
        const { rows: whole, total } = await list({ sort });
        const pages = await Promise.all(
          [1, 2, 3, 4].map((page) => list({ sort, page, pageSize: 3 })),
        );
        const numbers = pages.flatMap(({ rows }) => rows.map(({ orderNumber }) => orderNumber));
        expect(whole).toHaveLength(total);
        expect(numbers).toEqual(whole.map(({ orderNumber }) => orderNumber));
        expect(pages.map(({ rows }) => rows.length)).toEqual([3, 3, total - 6, 0]);
      }
    },
  );

  test("finds buyers, sellers and a guest's recipients by a part of their names", async ({
    orders: { list },
  }) => {
    const [listed] = (await list({})).rows;
    const found = async (search: string) => (await list({ search })).total;
    const { total } = await list({});
    expect(listed?.sellerName).toEqual(expect.any(String));
    expect(await found(String(listed?.sellerName).toUpperCase().slice(1, -1))).toBe(total);
    expect(await found("nobody is called so")).toBe(0);
    expect(await found("%")).toBe(0);
    expect(await found(String(listed?.orderNumber))).toBe(1);
  });
});
