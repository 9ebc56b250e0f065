import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  test,
  type TestShop,
} from "../../testing/shop-test.ts";
import { type WalletCommand, walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";

/** 4 × R325.00 and one parcel; a distributor pays the list price. */
const total = 140_000;

async function anOrderOf(shop: TestShop, userId: number) {
  const person = await shop.as(userId);
  const { id: addressId } = await person.addresses.save(aRecipient);
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 4 }] }];
  const order = await person.orders.save({ commandId: randomUUID(), sections });
  return { person, ...order };
}

async function grant(shop: TestShop, userId: number, amount: number): Promise<void> {
  const ask: WalletCommand = { type: "GrantCredit", userId, amount, reasonId: null };
  const { ledger, now } = shop.deps;
  const command = { commandId: randomUUID(), request: ask, metadata: {}, occurredAt: now() };
  await ledger.execute(command, async (streams) => {
    const wallet = await streams.load(walletStream(userId), walletDecider, walletEvents);
    const events = wallet.decide(ask);
    return {
      events: events.map((event) => ({ streamId: walletStream(userId), event })),
      answer: null,
    };
  });
}

const refusedAs = (code: string) => ({ cause: { code } });
const pay = (uuid: string, amount?: number) => ({
  commandId: randomUUID(),
  uuid,
  ...(amount !== undefined && { amount }),
});

describe("paying with store credit", () => {
  test("lowers the amount due, and pays the order once it covers the total", async ({ shop }) => {
    const { kim } = shop.people;
    await grant(shop, kim, 50_000);
    const { person, uuid } = await anOrderOf(shop, kim);
    expect(await person.orders.creditFor({ uuid })).toEqual({
      available: 50_000,
      storeCredit: 50_000,
      usable: 50_000,
      commission: 0,
      currency: "ZAR",
    });

    expect(await person.orders.payWithCredit(pay(uuid))).toEqual({
      uuid,
      state: "placed",
      paidWithCredit: 50_000,
    });
    expect(await person.orders.byUuid({ uuid })).toMatchObject({ received: 50_000 });
    await expect(person.orders.payWithCredit(pay(uuid))).rejects.toMatchObject(
      refusedAs("wallet.credit-too-small"),
    );

    await grant(shop, kim, 200_000);
    await expect(person.orders.payWithCredit(pay(uuid, 90_001))).rejects.toMatchObject(
      refusedAs("order.not-payable"),
    );
    expect(await person.orders.payWithCredit(pay(uuid))).toMatchObject({
      state: "paid",
      paidWithCredit: total - 50_000,
    });
    await expect(person.orders.payWithCredit(pay(uuid))).rejects.toMatchObject(
      refusedAs("order.already-paid"),
    );
    expect(await person.orders.creditFor({ uuid })).toBeNull();
  });

  // shows R17, T21
  test("is refused for an order of another user", async ({ shop }) => {
    const { kim, lone, admin } = shop.people;
    await grant(shop, kim, 10_000);
    const { uuid } = await anOrderOf(shop, lone);
    for (const other of [kim, admin]) {
      const person = await shop.as(other);
      await expect(person.orders.payWithCredit(pay(uuid))).rejects.toMatchObject(
        refusedAs("order.unknown"),
      );
      expect(await person.orders.creditFor({ uuid })).toBeNull();
    }
  });

  // shows R17, T21
  test("spends the credit once across twenty concurrent orders", async ({ shop }) => {
    const { lone } = shop.people;
    await grant(shop, lone, total);
    const orders = await Promise.all(Array.from({ length: 20 }, () => anOrderOf(shop, lone)));
    const answers = await Promise.allSettled(
      orders.map(({ person, uuid }) => person.orders.payWithCredit(pay(uuid, total))),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { creditAccount } = await shop.deps.db
      .selectFrom("projection.wallet")
      .select("credit_account as creditAccount")
      .where("user_id", "=", lone)
      .executeTakeFirstOrThrow();
    expect(creditAccount).toBe(0);
  });

  test("converts only as much of a member's commission as the order needs", async ({ shop }) => {
    const { cara } = shop.people;
    const sale = await aGuestOrder(shop, "CARA");
    await payByBank(shop, sale.uuid, sale.total);
    // A level 3 earns 10% of R1,130.43.
    const earned = 11_304;
    const { person, uuid } = await anOrderOf(shop, cara);
    await grant(shop, cara, 1_000);
    const { payable, storeCredit } = await person.wallet.mine();
    expect({ payable, storeCredit }).toEqual({ payable: earned, storeCredit: 1_000 });
    expect(await person.orders.creditFor({ uuid })).toMatchObject({
      available: payable + storeCredit,
      storeCredit,
      usable: earned + 1_000,
      commission: earned,
    });

    // The person agreed to no commission, so none may replace the missing store credit.
    const unasked = { ...pay(uuid, 1_001), commission: 0 };
    await expect(person.orders.payWithCredit(unasked)).rejects.toMatchObject(
      refusedAs("wallet.commission-not-confirmed"),
    );
    expect(await person.wallet.mine()).toMatchObject({ payable, storeCredit });

    await person.orders.payWithCredit(pay(uuid));
    expect(await person.wallet.mine()).toMatchObject({
      accrued: earned,
      unpaid: earned,
      credit: earned,
      balance: 0,
    });
    await expect(person.wallet.requestPayout({ commandId: randomUUID() })).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^wallet\./) },
    });

    // Cancelling restores everything as store credit, also what was paid with commission.
    await person.orders.cancel({ commandId: randomUUID(), uuid });
    const again = await anOrderOf(shop, cara);
    expect(await person.orders.creditFor({ uuid: again.uuid })).toMatchObject({
      usable: earned + 1_000,
    });
  });
});

describe("store credit of a member who owes commission", () => {
  // shows T413
  test("pays only what is left after it, and wholly once new commission covers it", async ({
    shop,
  }) => {
    const { ben: id, admin } = shop.people;
    const office = await shop.as(admin);
    const sale = await aGuestOrder(shop, "BEN");
    await payByBank(shop, sale.uuid, sale.total);
    const { person, uuid } = await anOrderOf(shop, id);
    const { payable: earned } = await person.wallet.mine();
    expect(earned).toBeGreaterThan(5_000);
    await person.wallet.convertToCredit({ commandId: randomUUID(), amount: earned });
    expect(await person.wallet.mine()).toMatchObject({ owed: 0, usableCredit: earned });
    await office.orders.refund({
      commandId: randomUUID(),
      uuid: sale.uuid,
      amount: sale.total,
      productAmount: sale.total - 100_00,
      units: 4,
      method: "eft",
      reason: "It came back",
    });
    const { owed, balance } = await person.wallet.mine();
    expect(owed).toBe(0 - balance);
    expect(owed).toBeGreaterThan(5_000);
    await grant(shop, id, 700);
    const usable = earned + 700 - owed;
    expect(await person.wallet.mine()).toMatchObject({
      storeCredit: earned + 700,
      usableCredit: usable,
    });
    expect(await person.orders.creditFor({ uuid })).toMatchObject({
      available: usable,
      storeCredit: usable,
      usable,
      commission: 0,
    });
    await expect(person.orders.payWithCredit(pay(uuid, usable + 1))).rejects.toMatchObject(
      refusedAs("wallet.credit-too-small"),
    );
    await person.orders.payWithCredit(pay(uuid));
    expect(await person.wallet.mine()).toMatchObject({ storeCredit: owed, usableCredit: 0 });
    expect(await person.orders.creditFor({ uuid })).toMatchObject({ available: 0, usable: 0 });
    for (const asked of [undefined, 1])
      await expect(person.orders.payWithCredit(pay(uuid, asked))).rejects.toMatchObject(
        refusedAs("wallet.credit-too-small"),
      );

    const next = await aGuestOrder(shop, "BEN");
    await payByBank(shop, next.uuid, next.total);
    expect(await person.wallet.mine()).toMatchObject({ owed: 0, usableCredit: owed });
    expect(await person.orders.payWithCredit(pay(uuid))).toMatchObject({
      paidWithCredit: expect.toSatisfy((amount: number) => amount >= owed),
    });
  });
});

describe("store credit that nearly covers an order", () => {
  test.for([
    [3_00, 5_00],
    [4_99, 5_00],
    [5_00, 5_00],
    [5_01, 5_01],
  ] as const)(
    "leaves what a card can pay: of a rest of %i, %i",
    async ([missing, rest], { shop }) => {
      const { kim } = shop.people;
      const { person, uuid } = await anOrderOf(shop, kim);
      const before = (await person.orders.creditFor({ uuid }))?.available ?? 0;
      await grant(shop, kim, total - missing - before);
      expect(await person.orders.creditFor({ uuid })).toMatchObject({ usable: total - rest });
      await person.orders.payWithCredit(pay(uuid));
      expect(await person.orders.byUuid({ uuid })).toMatchObject({
        received: total - rest,
        card: { available: true, least: 5_00 },
      });
      const { fields } = await person.orders.paymentForm({ uuid });
      expect(fields.find(({ name }) => name === "amount")?.value).toBe((rest / 100).toFixed(2));
    },
  );

  test("pays what it can of a rest that no card can pay", async ({ shop }) => {
    const { kim } = shop.people;
    const { person, uuid } = await anOrderOf(shop, kim);
    await payByBank(shop, uuid, total - 3_00);
    const left = (await person.orders.creditFor({ uuid }))?.available ?? 0;
    await grant(shop, kim, 1_00 - left);
    expect(await person.orders.creditFor({ uuid })).toMatchObject({ usable: 1_00 });
    expect(await person.orders.byUuid({ uuid })).toMatchObject({ card: { available: false } });
    await expect(person.orders.paymentForm({ uuid })).rejects.toMatchObject(
      refusedAs("order.too-little-for-card"),
    );
  });
});
