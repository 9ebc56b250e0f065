import { randomUUID } from "node:crypto";
import { describe, expect, vi } from "vitest";
import { verifyNotification } from "../../sales/payments/card-notification.actions.ts";
import { cardGateway } from "../../gateways/card/card-gateway.ts";
import { payfastGateway } from "../../gateways/card/payfast-gateway.ts";
import {
  aNotification,
  inbox,
  notify,
  settled,
  signed,
  stateOf,
} from "../../testing/card-notifications.ts";
import { aGuestOrder, providerIp, test } from "../../testing/shop-test.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

describe("sandbox payments", () => {
  const payfast = payfastGateway({
    mode: "live",
    merchantId: "20000200",
    merchantKey: "k",
    passphrase: "live-secret",
    baseUrl: "http://127.0.0.1:1",
    publicUrl: "https://shop.test",
    ownUrl: () => "",
    allowedCidrs: [`${providerIp}/28`],
    sourceHosts: [],
    resolveHost: () => Promise.reject(new Error("no lookup expected")),
  });
  const live = cardGateway("za", { payfast, stripe: null });
  const sandboxMerchant = { merchant_id: "10000100" };

  // shows R8, S9.18, T8
  test("never pay a live order", async ({ shop }) => {
    const { request, total } = await aGuestOrder(shop);
    const guest = await shop.as(null, { card: live });
    const { uuid } = await guest.orders.save({ ...request, commandId: randomUUID() });
    const forged = signed(aNotification({ uuid, total }, sandboxMerchant), "jt7NOE43FZPn");
    const { id } = await settled(shop, forged);

    await verifyNotification({ ...shop.deps, card: live, log: silent }, id);

    expect((await inbox(shop)).find((record) => record.id === id)).toMatchObject({
      state: "rejected",
      reason: "wrong signature",
    });
    expect(await stateOf(shop, uuid)).toBe("placed");
  });
});

describe("live payments", () => {
  // shows R8, T8
  test("never come from an account of the sandbox, and pay no order of it", async ({ shop }) => {
    const { uuid, total } = await aGuestOrder(shop);
    const ofLive = aNotification({ uuid, total }, { merchant_id: "20000200" });
    expect(await settled(shop, signed(ofLive, "live-secret"))).toMatchObject({ state: "rejected" });
    // Even if both accounts had the same passphrase.
    expect(await settled(shop, signed(ofLive))).toMatchObject({
      state: "rejected",
      reason: "wrong merchant ID",
    });
    expect(await stateOf(shop, uuid)).toBe("placed");
  });
});

describe("a provider", () => {
  test("that denies it has the notification rejected", async ({ shop }) => {
    const order = await aGuestOrder(shop);
    shop.provider.mood = "says INVALID";
    const verdict = await settled(shop, signed(aNotification(order)));
    shop.provider.mood = "says VALID";

    expect(verdict).toMatchObject({
      state: "rejected",
      reason: "the provider did not send this notification",
    });
    expect(await stateOf(shop, order.uuid)).toBe("placed");
  });

  // shows R10, T10
  test.for(["fails", "says nonsense"] as const)(
    "that %s is asked again, and nothing is paid until it confirms",
    async (mood, { shop }) => {
      const order = await aGuestOrder(shop);
      shop.provider.mood = mood;
      const { id, state } = await settled(shop, signed(aNotification(order)));
      shop.provider.mood = "says VALID";
      expect(state).toBe("parked");
      expect(await stateOf(shop, order.uuid)).toBe("placed");

      expect(await verifyNotification({ ...shop.deps, log: silent }, id)).toBe(true);
      expect(await stateOf(shop, order.uuid)).toBe("paid");
    },
  );
});

describe("a provider that hangs", () => {
  // shows R10, T10
  test("does not delay the answer to a notification, which pays once the provider confirms", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    shop.provider.mood = "hangs";
    const { statusCode } = await notify(shop, signed(aNotification(order)));
    expect(statusCode).toBe(200);
    expect((await inbox(shop)).at(-1)).toMatchObject({ state: "received" });

    await vi.waitFor(() => expect(shop.provider.asked.at(-1)).toContain(order.uuid));
    shop.provider.hangUp();
    shop.provider.mood = "says VALID";
    const parked = await vi.waitFor(async () => {
      const [record] = await inbox(shop, order.uuid);
      if (record?.state !== "parked") throw new Error("no verdict yet");
      return record;
    });
    expect(parked.reason).toMatch(/^the provider did not answer/);
    expect(await stateOf(shop, order.uuid)).toBe("placed");
    expect(await verifyNotification({ ...shop.deps, log: silent }, parked.id)).toBe(true);
    expect(await stateOf(shop, order.uuid)).toBe("paid");
  });
});

// shows R11, T11
describe("a body that is not a notification", () => {
  test.for([
    ["an order that is no text", Buffer.from("m_payment_id=\xff", "latin1")],
    ["a NUL", "m_payment_id=\0"],
    ["5,000 fields", "a=1&".repeat(5000)],
    ["only __proto__", "__proto__=1"],
  ] as const)("(%s) is stored and rejected", async ([, body], { shop }) => {
    expect(await settled(shop, body)).toMatchObject({ state: "rejected" });
  });

  test.for([
    ["too large", "a=".padEnd(70_000, "1"), "application/x-www-form-urlencoded", 413],
    ["JSON", "{}", "application/json", 415],
    ["XML", "<a/>", "text/xml", 415],
    ["plain text", "a=1", "text/plain", 415],
  ] as const)("(%s) is not accepted", async ([, body, type, status], { shop }) => {
    const before = (await inbox(shop)).length;
    const response = await notify(shop, body, { headers: { "content-type": type } });
    expect(response.statusCode).toBe(status);
    expect(await inbox(shop)).toHaveLength(before);
  });

  test("with compression is not decompressed", async ({ shop }) => {
    const response = await notify(shop, "a=1", { headers: { "content-encoding": "gzip" } });
    expect(response.statusCode).toBe(415);
  });
});
