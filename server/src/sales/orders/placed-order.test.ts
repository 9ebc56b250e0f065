import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aGuestOrder, products, type TestShop, test } from "../../testing/shop-test.ts";

const countOrders = async ({ deps }: TestShop) =>
  (await deps.db.selectFrom("projection.order_state").select("order_id").execute()).length;

describe("a repeated order", () => {
  // shows R15, S7.25, T18
  test("is placed once by concurrent requests", async ({ shop }) => {
    const { guest, request } = await aGuestOrder(shop);
    const before = await countOrders(shop);
    const again = { ...request, commandId: randomUUID() };

    const answers = await Promise.all(Array.from({ length: 20 }, () => guest.orders.save(again)));

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await countOrders(shop)).toBe(before + 1);
  });

  // shows R15, T18
  test("with a different body is refused", async ({ shop }) => {
    const { guest, request } = await aGuestOrder(shop);
    await expect(
      guest.orders.save({ ...request, deliveryNotes: "Ring twice" }),
    ).rejects.toMatchObject({ code: "CONFLICT", cause: { code: "request.reused-key" } });
  });

  test("from an API client is recognised by its Idempotency-Key, and is a new order without one", async ({
    shop,
  }) => {
    const { request } = await aGuestOrder(shop);
    const { commandId: _id, ...payload } = request;
    const save = async (headers: Record<string, string>, changes: object = {}) =>
      shop.app.inject({
        method: "POST",
        url: "/trpc/orders.save",
        headers,
        payload: { ...payload, ...changes },
      });
    const key = { "idempotency-key": randomUUID() };

    const first = await save(key);
    expect(first.statusCode, first.body).toBe(200);
    expect((await save(key)).body).toBe(first.body);
    expect((await save(key, { deliveryNotes: "Ring twice" })).statusCode).toBe(409);
    expect((await save({})).body).not.toBe(first.body);
    expect((await save({ "idempotency-key": "order-77" })).json()).toMatchObject({
      error: { data: { fieldErrors: { commandId: expect.any(String) } } },
    });
  });

  // shows R15, T18
  test("by another user is refused without details of the first", async ({ shop }) => {
    const { request } = await aGuestOrder(shop);
    const kim = await shop.as(shop.people.kim);
    await expect(kim.orders.save(request)).rejects.toMatchObject({
      cause: { code: "request.reused-key" },
    });
  });

  test("gets the same answer after the product was hidden", async ({ shop, superuser }) => {
    const { guest, request, uuid } = await aGuestOrder(shop);
    const hide = (is: boolean) =>
      superuser
        .updateTable("product")
        .set({ hide: is })
        .where("id", "=", products.bottle)
        .execute();

    await hide(true);
    try {
      expect(await guest.orders.save(request)).toMatchObject({ uuid });
    } finally {
      await hide(false);
    }
  });
});

describe("the link to an order", () => {
  // shows R20, T23
  test("shows the contents of the order without names and addresses", async ({ shop }) => {
    const { guest, uuid } = await aGuestOrder(shop);
    const shown = JSON.stringify([
      await guest.orders.byUuid({ uuid }),
      await guest.orders.checkPaid({ uuid }),
      await guest.orders.paymentForm({ uuid }),
    ]);
    for (const secret of ["Thandi", "Nkosi", "Long Street", "0821234567", "thandi@"])
      expect(shown).not.toContain(secret);
  });

  // shows R20, T23
  test("with another id is not found", async ({ shop }) => {
    const { guest } = await aGuestOrder(shop);
    await expect(guest.orders.byUuid({ uuid: randomUUID() })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
