import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { grantCredit } from "../../testing/grant-credit.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { changeNetwork } from "../../testing/shop-people.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
  test,
} from "../../testing/shop-test.ts";

const entries = async ({ deps }: TestShop, uuid: string) => {
  const rows = await deps.db
    .selectFrom("projection.commission_entry")
    .select(["beneficiary_id", "amount"])
    .where("order_id", "=", uuid)
    .orderBy("position")
    .orderBy("entry_no")
    .execute();
  const sums = new Map<number, number>();
  for (const { beneficiary_id, amount } of rows)
    sums.set(beneficiary_id, (sums.get(beneficiary_id) ?? 0) + amount);
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0));
};

const audit = async ({ deps }: TestShop, target: string) =>
  deps.db
    .selectFrom("audit_entry")
    .select(["action", "actor_id"])
    .where("target", "=", target)
    .orderBy("id")
    .execute();

async function anOrderOf(shop: TestShop, userId: number) {
  const api = await shop.as(userId);
  const { id: addressId } = await api.addresses.save(aRecipient);
  const lines = [{ productId: products.bottle, quantity: 1 }];
  const order = await api.orders.save({
    commandId: randomUUID(),
    sections: [{ addressId, lines }],
  });
  return { ...order, api };
}

describe("a bank transfer", () => {
  test("pays the order once the total is received, and the admin is audited", async ({ shop }) => {
    const { uuid, total } = await aGuestOrder(shop, "ANNA");

    expect(await payByBank(shop, uuid, total - 1)).toEqual({ uuid, state: "placed" });
    expect(await payByBank(shop, uuid, 1)).toEqual({ uuid, state: "paid" });

    expect(await entries(shop, uuid)).toEqual({ [shop.people.anna]: 22_609 });
    expect(await audit(shop, uuid)).toEqual([
      { action: "order.eft-recorded", actor_id: shop.people.admin },
      { action: "order.eft-recorded", actor_id: shop.people.admin },
    ]);
  });

  // shows R59, T77
  test("with a repeated command id is recorded once", async ({ shop }) => {
    const { uuid, total, guest } = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    const transfer = {
      commandId: randomUUID(),
      uuid,
      amount: total,
      reference: "RH",
      receivedOn: shopDay(),
    };

    await Promise.all([1, 2, 3].map(() => admin.orders.recordEft(transfer)));

    expect(await guest.orders.byUuid({ uuid })).toMatchObject({ received: total });
    expect(await audit(shop, uuid)).toHaveLength(1);
    await expect(admin.orders.recordEft({ ...transfer, amount: 1 })).rejects.toMatchObject({
      cause: { code: "request.reused-key" },
    });
  });

  test("below the total leaves the rest for a card payment", async ({ shop }) => {
    const { uuid, total, guest } = await aGuestOrder(shop);
    await payByBank(shop, uuid, 400_00);
    const { fields } = await guest.orders.paymentForm({ uuid });
    expect(fields).toContainEqual({ name: "amount", value: "1000.00" });
    expect(total).toBe(1400_00);
  });
});

describe("a card form", () => {
  test.for([
    [false, "http://shop.test"],
    [true, "http://office.shop.test"],
  ] as const)(
    "leads back to the host where the payment began, on the portal %s",
    async ([isOfficeHost, site], { shop }) => {
      const { uuid } = await aGuestOrder(shop);
      const settings = { ...shop.deps.shop, officeUrl: "http://office.shop.test" };
      const buyer = await shop.as(null, { isOfficeHost, shop: settings });
      const { fields } = await buyer.orders.paymentForm({ uuid });
      const valueOf = (field: string) => fields.find(({ name }) => name === field)?.value;
      expect(valueOf("return_url")).toBe(`${site}/orders/pay/${uuid}/payfast-success`);
      expect(valueOf("cancel_url")).toBe(`${site}/orders/pay/${uuid}`);
      expect(valueOf("notify_url")).toBe("http://shop.test/api/purchase/payfast-notify/");
    },
  );

  // shows T12
  test("asks for the outstanding amount, also after a refund", async ({ shop }) => {
    const { uuid, guest } = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    const asked = async () =>
      (await guest.orders.paymentForm({ uuid })).fields.find(({ name }) => name === "amount")
        ?.value;
    await payByBank(shop, uuid, 400_00);
    expect(await asked()).toBe("1000.00");
    await admin.orders.refund({
      commandId: randomUUID(),
      uuid,
      amount: 400_00,
      productAmount: 0,
      units: 0,
      ...({ method: "eft", reason: "changed their mind" } as const),
    });
    expect(await asked()).toBe("1400.00");
    expect(await guest.orders.byUuid({ uuid })).toMatchObject({
      received: 400_00,
      refunded: 400_00,
    });
  });

  // shows R16, T19
  test("is refused for a paid or cancelled order", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin);
    const paid = await aGuestOrder(shop);
    await payByBank(shop, paid.uuid, paid.total);
    await expect(paid.guest.orders.paymentForm({ uuid: paid.uuid })).rejects.toMatchObject({
      cause: { code: "order.already-paid" },
    });

    const cancelled = await aGuestOrder(shop);
    await admin.orders.cancel({ commandId: randomUUID(), uuid: cancelled.uuid });
    await expect(
      cancelled.guest.orders.paymentForm({ uuid: cancelled.uuid }),
    ).rejects.toMatchObject({
      cause: { code: "order.not-payable" },
    });
  });
});

describe("cancelling", () => {
  // shows R18, T22
  test("is limited to the buyer's own unpaid orders", async ({ shop }) => {
    const { uuid, total, api } = await anOrderOf(shop, shop.people.kim);
    const lone = await shop.as(shop.people.lone);
    const ask = () => ({ commandId: randomUUID(), uuid });

    await expect(lone.orders.cancel(ask())).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await api.orders.cancel(ask())).toEqual({ uuid, state: "cancelled" });
    await expect(api.orders.cancel(ask())).rejects.toMatchObject({
      cause: { code: "order.already-cancelled" },
    });

    const paid = await anOrderOf(shop, shop.people.kim);
    await payByBank(shop, paid.uuid, total);
    await expect(
      api.orders.cancel({ commandId: randomUUID(), uuid: paid.uuid }),
    ).rejects.toMatchObject({
      cause: { code: "order.paid-refund-first" },
    });
  });
});

describe("a refund", () => {
  test("reverses its share of the commission, and all of it once everything is refunded", async ({
    shop,
  }) => {
    const { uuid, total } = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, uuid, total);
    const admin = await shop.as(shop.people.admin);
    const refund = (amount: number, productAmount: number, units: number) =>
      admin.orders.refund({
        commandId: randomUUID(),
        uuid,
        amount,
        productAmount,
        units,
        ...({ method: "eft", reason: "broken" } as const),
      });

    expect(await refund(325_00, 325_00, 1)).toMatchObject({ state: "partly-refunded" });
    expect(await entries(shop, uuid)).toEqual({ [shop.people.anna]: 22_609 - 5652 });
    expect(await refund(1075_00, 975_00, 3)).toMatchObject({ state: "refunded" });
    expect(await entries(shop, uuid)).toEqual({});
    await expect(refund(1, 0, 0)).rejects.toMatchObject({
      cause: { code: "order.refund-too-large" },
    });
  });
});

describe("a refund of everything", () => {
  // shows T81
  test("cannot keep commission by naming no goods", async ({ shop }) => {
    const { uuid, total } = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, uuid, total);
    const admin = await shop.as(shop.people.admin);
    const why = { method: "eft", reason: "it came back" } as const;
    const refund = (amount: number, productAmount: number, units: number) =>
      admin.orders.refund({ commandId: randomUUID(), uuid, amount, productAmount, units, ...why });

    await expect(refund(total, 0, 0)).rejects.toMatchObject({
      cause: { code: "order.refund-goods-too-small", field: "productAmount" },
    });
    // Nor in several steps: first the delivery, then a cent of the goods.
    await refund(100_00, 0, 0);
    await expect(refund(1, 0, 0)).rejects.toMatchObject({
      cause: { code: "order.refund-goods-too-small" },
    });
    await expect(refund(total - 100_00, total - 100_00, 3)).rejects.toMatchObject({
      cause: { code: "order.refund-units-missing", field: "units" },
    });
    expect(await refund(total - 100_00, total - 100_00, 4)).toMatchObject({ state: "refunded" });
    expect(await entries(shop, uuid)).toEqual({});
  });
});

describe("a refund to the card", () => {
  // shows T333
  test("is refused for money that came by bank transfer", async ({ shop }) => {
    const { uuid, total } = await aGuestOrder(shop);
    await payByBank(shop, uuid, total);
    const admin = await shop.as(shop.people.admin);
    const why = { method: "card", reason: "it came back" } as const;
    const all = { uuid, amount: total, productAmount: total - 100_00, units: 4 };
    await expect(
      admin.orders.refund({ commandId: randomUUID(), ...all, ...why }),
    ).rejects.toMatchObject({ cause: { code: "order.refund-not-to-card", field: "method" } });
    expect(await admin.orders.detail({ uuid })).toMatchObject({ refunded: 0 });
  });
});

describe("a refund of an order that store credit paid", () => {
  // shows T350
  test("goes to a bank account only as far as money came in", async ({ shop }) => {
    const { kim } = shop.people;
    const { uuid, total, api } = await anOrderOf(shop, kim);
    await grantCredit(shop, kim, total - 40_00);
    await api.orders.payWithCredit({ commandId: randomUUID(), uuid });
    await payByBank(shop, uuid, 40_00);
    const admin = await shop.as(shop.people.admin);
    const refund = (method: "eft" | "credit", amount: number, goods = 0, units = 0) =>
      admin.orders.refund({
        commandId: randomUUID(),
        uuid,
        amount,
        productAmount: goods,
        units,
        method,
        reason: "it came back",
      });
    const refused = { cause: { code: "order.refund-only-credit", field: "method" } };

    await expect(refund("eft", total, total - 100_00, 1)).rejects.toMatchObject(refused);
    await expect(refund("eft", 40_01)).rejects.toMatchObject(refused);
    expect(await admin.orders.detail({ uuid })).toMatchObject({ refunded: 0 });
    expect(await refund("eft", 40_00)).toMatchObject({ state: "partly-refunded" });
    await expect(refund("eft", 1)).rejects.toMatchObject(refused);
    expect(await refund("credit", 60_00)).toMatchObject({ state: "partly-refunded" });
    const wallet = await shop.deps.db
      .selectFrom("projection.wallet")
      .select("credit_account as credit")
      .where("user_id", "=", kim)
      .executeTakeFirstOrThrow();
    expect(wallet).toEqual({ credit: 60_00 });
  });
});

describe("a refund into store credit", () => {
  test("is refused for a guest, who has no account", async ({ shop }) => {
    const { uuid, total } = await aGuestOrder(shop);
    await payByBank(shop, uuid, total);
    const admin = await shop.as(shop.people.admin);
    await expect(
      admin.orders.refund({
        commandId: randomUUID(),
        uuid,
        amount: 1,
        productAmount: 0,
        units: 0,
        ...({ method: "credit", reason: "kindness" } as const),
      }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("reassigning", () => {
  // shows R18, T22
  test("moves the sale to the other member once, even if repeated", async ({ shop }) => {
    const { uuid, total } = await aGuestOrder(shop, "BEN");
    await payByBank(shop, uuid, total);
    const admin = await shop.as(shop.people.admin);
    const { anna, ben, cara } = shop.people;
    expect(await entries(shop, uuid)).toEqual({ [ben]: 16_956, [anna]: 5652 });

    const commandId = randomUUID();
    await Promise.all(
      [1, 2, 3].map(() => admin.orders.reassign({ commandId, uuid, sellerId: cara })),
    );
    await admin.orders.reassign({ commandId: randomUUID(), uuid, sellerId: cara });

    expect(await entries(shop, uuid)).toEqual({ [cara]: 11_304, [ben]: 5652, [anna]: 5652 });
  });

  test("requires an active member", async ({ shop }) => {
    const { uuid } = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    const to = (sellerId: number) =>
      admin.orders.reassign({ commandId: randomUUID(), uuid, sellerId });
    const refusal = { cause: { code: "network.unknown-member" } };

    await expect(to(shop.people.kim)).rejects.toMatchObject(refusal);
    await changeNetwork(shop.deps, { type: "DeactivateMember", userId: shop.people.cara });
    await expect(to(shop.people.cara)).rejects.toMatchObject(refusal);
    await changeNetwork(shop.deps, { type: "ReactivateMember", userId: shop.people.cara });
  });
});

describe("the lists of orders", () => {
  test("show buyers their own orders, and the office all orders by number, name or state", async ({
    shop,
  }) => {
    const { uuid, orderNumber, api } = await anOrderOf(shop, shop.people.lone);
    const admin = await shop.as(shop.people.admin);

    const mine = await api.orders.mine({});
    const recipients = [`${aRecipient.recipientFirstName} ${aRecipient.recipientLastName}`];
    expect(mine).toMatchObject({
      total: 1,
      rows: [{ uuid, orderNumber, state: "placed", recipients }],
    });
    const kim = await shop.as(shop.people.kim);
    expect((await kim.orders.mine({})).rows).not.toContainEqual(expect.objectContaining({ uuid }));

    const spellings = [
      `RH${orderNumber}`,
      `rh ${orderNumber}`,
      `${orderNumber}`,
      "lone pers",
      "lone@",
    ];
    for (const search of spellings)
      expect(await admin.orders.list({ search })).toMatchObject({
        rows: [{ uuid, buyerName: "Lone Person" }],
      });
    expect(await admin.orders.list({ search: "100%" })).toEqual({
      rows: [],
      total: 0,
      isCapped: false,
    });
    const paid = await admin.orders.list({ state: "paid", pageSize: 100 });
    expect(paid.rows.every(({ state }) => state === "paid")).toBe(true);
  });

  test("are paged in the requested sort order", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin);
    const sort = { by: "orderNumber", direction: "asc" } as const;
    const { total } = await admin.orders.list({});

    const numbers: number[] = [];
    for (let page = 1; numbers.length < total; page++) {
      const { rows } = await admin.orders.list({ page, pageSize: 3, sort });
      numbers.push(...rows.map(({ orderNumber }) => orderNumber));
    }

    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(new Set(numbers).size).toBe(total);
  });
});
