import { cardGateway } from "../../gateways/card/card-gateway.ts";
import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aNotification, settled, signed, stateOf } from "../../testing/card-notifications.ts";
import { aGuestOrder, type TestShop, test } from "../../testing/shop-test.ts";
import { verifyNotification } from "./card-notification.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const office = (shop: TestShop) => shop.as(shop.people.admin);

/** What the dashboard asks the office to do, and the list that its link opens. */
async function tasks(shop: TestShop) {
  const admin = await office(shop);
  const { notifications } = await admin.dashboard.work();
  const { rows } = await admin.notifications.list({ state: "parked" });
  return { ...notifications, ids: rows.map(({ id }) => id) };
}

describe("a payment that the provider confirms and no order can take", () => {
  // shows T207
  test.for([
    ["for another merchant", { merchant_id: "10004002" }, 1400_00],
    ["without a number", { pf_payment_id: "" }, 1400_00],
    ["with an unknown status", { payment_status: "SETTLED" }, 1400_00],
    ["of an unknown order", { m_payment_id: randomUUID() }, 1400_00],
    ["of an amount that cannot be read", { amount_gross: "1.4e3" }, 0],
  ] as const)(
    "%s is a task with its amount until the office settles it",
    async (given, { shop }) => {
      const [, changes, amount] = given;
      const order = await aGuestOrder(shop);
      const before = await tasks(shop);

      const { id } = await settled(shop, signed(aNotification(order, changes)));

      expect(await tasks(shop)).toEqual({
        count: before.count + 1,
        sum: before.sum + amount,
        ids: [id, ...before.ids],
      });
      const admin = await office(shop);
      expect(await admin.notifications.byId({ id })).toMatchObject({
        amount: amount === 0 ? null : amount,
        needsSomebody: true,
      });
      expect(await stateOf(shop, order.uuid)).toBe("placed");

      await admin.notifications.handle({ id, as: "refunded" });
      expect(await tasks(shop)).toEqual(before);
      expect(await admin.notifications.byId({ id })).toMatchObject({
        handledAs: "refunded",
        needsSomebody: false,
      });
      await expect(admin.notifications.handle({ id, as: "recorded" })).rejects.toMatchObject({
        cause: { code: "notification.settled" },
      });
    },
  );

  // shows T207
  test("signed with another passphrase than ours is one, and is recorded once the setting is right", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const before = await tasks(shop);
    const body = signed(aNotification(order), "what the provider's page says");
    const { id } = await settled(shop, body);
    expect(await tasks(shop)).toEqual({
      count: before.count + 1,
      sum: before.sum + order.total,
      ids: [id, ...before.ids],
    });
    expect(await stateOf(shop, order.uuid)).toBe("placed");

    const { payfast } = shop;
    const corrected = cardGateway("za", {
      stripe: null,
      payfast: {
        ...payfast,
        world: (of) => ({ ...payfast.world(of), passphrase: "what the provider's page says" }),
      },
    });
    const admin = await shop.as(shop.people.admin, { card: corrected });
    expect(await admin.notifications.replay({ id })).toMatchObject({ state: "applied" });
    expect(await stateOf(shop, order.uuid)).toBe("paid");
    expect(await tasks(shop)).toEqual(before);
  });

  // shows T207
  test("under the number of another payment is one task, however often it is told", async ({
    shop,
  }) => {
    const [first, second] = [await aGuestOrder(shop), await aGuestOrder(shop)];
    const { pf_payment_id: used } = await settled(shop, signed(aNotification(first)));
    const body = signed(aNotification(second, { pf_payment_id: used ?? "" }));
    const before = await tasks(shop);

    expect(await settled(shop, body)).toMatchObject({ state: "rejected" });
    expect(await settled(shop, body)).toMatchObject({ state: "noted" });

    const { count, sum } = await tasks(shop);
    expect({ count, sum }).toEqual({ count: before.count + 1, sum: before.sum + second.total });
  });

  // shows T207
  test("waits while the provider does not answer, and is not asked about again", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const before = await tasks(shop);
    shop.provider.mood = "fails";
    const wrong = aNotification(order, { merchant_id: "10004002" });
    const { id, state } = await settled(shop, signed(wrong));
    expect(state).toBe("parked");

    shop.provider.mood = "says VALID";
    await verifyNotification({ ...shop.deps, log: silent }, id);
    const asked = shop.provider.asked.length;
    shop.provider.mood = "says INVALID";
    const admin = await office(shop);
    expect(await admin.notifications.replay({ id })).toMatchObject({ state: "rejected" });
    shop.provider.mood = "says VALID";

    expect(shop.provider.asked).toHaveLength(asked);
    expect((await tasks(shop)).count).toBe(before.count + 1);
    await admin.notifications.handle({ id, as: "not-ours" });
  });

  test("can be checked again after it was settled by mistake", async ({ shop }) => {
    const order = await aGuestOrder(shop);
    const wrong = aNotification(order, { merchant_id: "10004002" });
    const { id } = await settled(shop, signed(wrong));
    const admin = await office(shop);
    await admin.notifications.handle({ id, as: "not-ours" });
    const before = await tasks(shop);
    await admin.notifications.replay({ id });
    expect((await tasks(shop)).count).toBe(before.count + 1);
    await admin.notifications.handle({ id, as: "refunded" });
  });
});

describe("a payment from an address that is not known as the provider's", () => {
  const elsewhere = "198.51.100.9";

  // shows R3, T3, T395
  test("is confirmed by the provider, and recorded once the office accepts the address", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const before = await tasks(shop);
    const { id, checks } = await settled(shop, signed(aNotification(order)), elsewhere);
    expect(checks.filter(({ passed }) => !passed)).toMatchObject([{ check: "source" }]);
    expect(await tasks(shop)).toEqual({
      count: before.count + 1,
      sum: before.sum + order.total,
      ids: [id, ...before.ids],
    });
    const admin = await office(shop);
    expect((await admin.notifications.byId({ id })).reason).toMatch(
      /^198\.51\.100\.9 is not an address of the provider, but the provider confirms the payment/,
    );
    expect(await stateOf(shop, order.uuid)).toBe("placed");

    expect(await admin.notifications.replay({ id, acceptsAddress: true })).toMatchObject({
      state: "applied",
    });
    expect(await stateOf(shop, order.uuid)).toBe("paid");
    expect(await tasks(shop)).toEqual(before);
    const { checks: last } = await admin.notifications.byId({ id });
    expect(last.find(({ check }) => check === "source")).toEqual({
      check: "source",
      passed: true,
      reason: "198.51.100.9 is not an address of the provider, and was accepted",
    });
    const audit = shop.deps.db.selectFrom("audit_entry").select("details");
    expect(await audit.where("target", "=", String(id)).execute()).toEqual([
      { details: { acceptsAddress: true } },
    ]);
  });

  // shows T395
  test("is none where the provider denies it, whatever the office accepts", async ({ shop }) => {
    const order = await aGuestOrder(shop);
    const before = await tasks(shop);
    shop.provider.mood = "says INVALID";
    const { id, state } = await settled(shop, signed(aNotification(order)), elsewhere);
    expect(state).toBe("rejected");
    const admin = await office(shop);
    expect(await admin.notifications.replay({ id, acceptsAddress: true })).toMatchObject({
      state: "rejected",
    });
    shop.provider.mood = "says VALID";
    expect(await stateOf(shop, order.uuid)).toBe("placed");
    expect(await tasks(shop)).toEqual(before);
  });

  // shows T395
  test("with a wrong signature is a forgery, which nobody can accept", async ({ shop }) => {
    const order = await aGuestOrder(shop);
    const asked = shop.provider.asked.length;
    const { id } = await settled(shop, signed(aNotification(order), "another"), elsewhere);
    const admin = await office(shop);
    expect(await admin.notifications.replay({ id, acceptsAddress: true })).toMatchObject({
      state: "rejected",
    });
    expect(shop.provider.asked).toHaveLength(asked);
    expect(await stateOf(shop, order.uuid)).toBe("placed");
  });

  // shows T393
  test.for(["says VALID", "fails"] as const)(
    "stays a task under a new passphrase, where the provider %s",
    async (mood, { shop }) => {
      const order = await aGuestOrder(shop);
      const before = await tasks(shop);
      shop.provider.mood = mood;
      const { id } = await settled(shop, signed(aNotification(order)), elsewhere);
      shop.provider.mood = "says VALID";
      const { payfast } = shop;
      const world: typeof payfast.world = (of) => ({ ...payfast.world(of), passphrase: "new" });
      const card = cardGateway("za", { stripe: null, payfast: { ...payfast, world } });
      await verifyNotification({ ...shop.deps, card, log: silent }, id);
      expect((await tasks(shop)).ids).toEqual([id, ...before.ids]);

      const admin = await shop.as(shop.people.admin, { card });
      expect(await admin.notifications.replay({ id, acceptsAddress: true })).toMatchObject({
        state: "applied",
      });
      expect(await tasks(shop)).toEqual(before);
    },
  );
});

describe("a notification that is no money", () => {
  // shows T207
  test("is no task: denied by the provider, forged, or about a payment that failed", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const before = await tasks(shop);
    shop.provider.mood = "says INVALID";
    expect(await settled(shop, signed(aNotification(order)))).toMatchObject({ state: "rejected" });
    const wrong = signed(aNotification(order, { merchant_id: "10004002" }));
    expect(await settled(shop, wrong)).toMatchObject({ state: "rejected" });
    shop.provider.mood = "says VALID";
    await settled(shop, signed(aNotification(order), "another"), "203.0.113.9");
    const failed = { payment_status: "FAILED", merchant_id: "10004002" };
    await settled(shop, signed(aNotification(order, failed)));

    expect(await tasks(shop)).toEqual(before);
    const applied = await settled(shop, signed(aNotification(order)));
    const admin = await office(shop);
    await expect(
      admin.notifications.handle({ id: applied.id, as: "refunded" }),
    ).rejects.toMatchObject({ cause: { code: "notification.settled" } });
    await expect(
      admin.notifications.handle({ id: 2_000_000_000, as: "refunded" }),
    ).rejects.toMatchObject({ cause: { code: "notification.unknown" } });
  });
});
