import { orderWorks } from "@portal/shared/sales/orders/order-terms.ts";
import { type OfficeOrders } from "@portal/shared/sales/orders/office-orders.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { aGuestOrder, payByBank, test as shopTest } from "../../testing/shop-test.ts";

/** Seven orders, of which the first two are paid. */
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
  test("returns the total for each filter", async ({ shop, orders: { list } }) => {
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

    const { uuid, total } = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, uuid, total);
    const later = [8, 3, 5, 8, 0, 3, 3, 0, 0];
    expect(await totals()).toEqual(later);
  });

  test("counts the orders of each work view as its list does", async ({
    shop,
    orders: { list },
  }) => {
    const admin = await shop.as(shop.people.admin);
    const { "to-pay": toPay, ...works } = await admin.orders.counts();
    expect(toPay).toBe((await list({ state: "placed" })).total);
    expect(toPay).toBeGreaterThan(0);
    expect(works["to-ship"]).toBeGreaterThan(0);
    for (const work of orderWorks) expect(works[work]).toBe((await list({ work })).total);
    for (const { state, toShip, parcel, collected } of (await list({})).rows)
      expect([toShip, parcel, collected]).toEqual([state === "paid", null, false]);
  });

  test.for(["placedAt", "orderNumber", "total"] as const)(
    "sorted by %s has every order on exactly one page, in both directions",
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

  test("counts the orders of a period, including its first and last day", async ({
    superuser,
    orders: { list },
  }) => {
    const { total } = await list({});
    await sql`update projection.order_state
      set placed_at = timestamptz '2020-02-28T22:00:00Z' + order_number % 4 * interval '12 hours'`.execute(
      superuser,
    );
    const { rows } = await sql<{ day: string; orders: number }>`
      select (placed_at at time zone 'Africa/Johannesburg')::date as day, count(*)::integer as orders
      from projection.order_state group by 1 order by 1`.execute(superuser);
    expect(rows.map(({ day }) => day)).toEqual(["2020-02-29", "2020-03-01"]);
    for (const { day, orders } of rows)
      expect((await list({ from: day, to: day })).total).toBe(orders);
    expect((await list({ from: "2020-02-29", to: "2020-03-01" })).total).toBe(total);
    expect((await list({ to: "2020-02-28" })).total).toBe(0);
    expect((await list({ from: "2020-03-02" })).total).toBe(0);
  });

  test("counts up to a thousand or the end of the page, and can be paged beyond that", async ({
    superuser,
    orders: { list },
  }) => {
    const before = await list({ pageSize: 100 });
    expect(before.isCapped).toBe(false);
    await sql`insert into projection.order_state select copy.* from (
        select "order" from projection.order_state "order" limit 1
      ) one cross join generate_series(1, 1030) n
      cross join jsonb_populate_record(null::projection.order_state, to_jsonb(one."order")
        || jsonb_build_object('order_id', gen_random_uuid(), 'order_number', 100000 + n)) copy`.execute(
      superuser,
    );
    const all = before.total + 1030;
    const counts = async (page: number) => {
      const { rows, ...counted } = await list({ page, pageSize: 100 });
      return { rows: rows.length, ...counted };
    };
    expect(await counts(1)).toEqual({ rows: 100, total: 1000, isCapped: true });
    expect(await counts(10)).toEqual({ rows: 100, total: 1000, isCapped: true });
    expect(await counts(11)).toEqual({ rows: all - 1000, total: all, isCapped: false });
    expect(await counts(12)).toEqual({ rows: 0, total: all, isCapped: false });
    await sql`delete from projection.order_state where order_number > 100000`.execute(superuser);
  });

  test("counts each order of somebody who both bought and sold it once, up to four thousand", async ({
    superuser,
    orders: { list },
  }) => {
    const member = await superuser
      .selectFrom("projection.member")
      .innerJoin("account", "account.id", "projection.member.user_id")
      .select(["account.id", "account.first_name", "account.last_name"])
      .orderBy("account.id")
      .executeTakeFirstOrThrow();
    const search = `${member.last_name} ${member.first_name}`;
    const before = await list({ search });
    const add = (from: number, through: number) =>
      sql`insert into projection.order_state select copy.* from (
          select "order" from projection.order_state "order" limit 1
        ) one cross join generate_series(${from}::integer, ${through}::integer) n
        cross join jsonb_populate_record(null::projection.order_state, to_jsonb(one."order")
          || jsonb_build_object('order_id', gen_random_uuid(), 'order_number', 200000 + n,
            'buyer_id', ${member.id}::integer, 'seller_id', ${member.id}::integer)) copy`.execute(
        superuser,
      );
    const counts = async (page: number) => {
      const { rows, ...counted } = await list({ search, page, pageSize: 100 });
      return { rows: rows.length, ...counted };
    };
    await add(1, 1030);
    const some = before.total + 1030;
    expect(await counts(1)).toEqual({ rows: 100, total: some, isCapped: false });
    expect(await counts(11)).toEqual({ rows: some - 1000, total: some, isCapped: false });

    await add(1031, 4030);
    const all = before.total + 4030;
    expect(await counts(1)).toEqual({ rows: 100, total: 1000, isCapped: true });
    expect(await counts(41)).toEqual({ rows: all - 4000, total: all, isCapped: false });
    expect(await counts(42)).toEqual({ rows: 0, total: all, isCapped: false });
    await sql`delete from projection.order_state where order_number > 200000`.execute(superuser);
    expect(await list({ search })).toEqual(before);
  });

  test("finds orders by part of the name of a buyer, seller or guest's recipient", async ({
    orders: { list },
  }) => {
    const [listed] = (await list({})).rows;
    const found = async (search: string) => (await list({ search })).total;
    const { total } = await list({});
    expect(listed?.sellerName).toEqual(expect.any(String));
    expect(await found(String(listed?.sellerName).toUpperCase().slice(1, -1))).toBe(total);
    const lastNameFirst = String(listed?.sellerName).split(" ").toReversed().join(" ");
    expect(await found(lastNameFirst)).toBe(total);
    expect(await found("nobody is called so")).toBe(0);
    expect(await found("%")).toBe(0);
    expect(await found(String(listed?.orderNumber))).toBe(1);
  });
});
