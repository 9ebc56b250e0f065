import { sql } from "kysely";
import { describe, expect } from "vitest";
import { jobHandlers } from "../../job-handlers.ts";
import { cardGateway } from "../../gateways/card/card-gateway.ts";
import { aNotification, settled, signed, stateOf } from "../../testing/card-notifications.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { aGuestOrder, test } from "../../testing/shop-test.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

describe("the notification log", () => {
  test("shows each notification with the result of every check, and finds it by order or payment", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const fields = aNotification(order, { amount_gross: "1,00", name_first: "Zoë" });
    const { id } = await settled(shop, signed(fields));
    const admin = await shop.as(shop.people.admin);

    const { rows, counts } = await admin.notifications.list({ search: `RH${order.orderNumber}` });
    expect(rows).toMatchObject([
      { id, state: "rejected", orderNumber: order.orderNumber, paymentStatus: "COMPLETE" },
    ]);
    expect(rows[0]?.checks.filter(({ passed }) => !passed)).toMatchObject([{ check: "amount" }]);
    expect(counts.rejected).toBeGreaterThan(0);
    const pfPaymentId = rows[0]?.pfPaymentId ?? "";
    expect((await admin.notifications.list({ search: pfPaymentId })).rows).toMatchObject([{ id }]);
    expect((await admin.notifications.list({ search: "' or 1=1 --" })).rows).toEqual([]);

    const detail = await admin.notifications.byId({ id });
    expect(detail.fields).toEqual([
      ...fields.map(([name, value]) => ({ name, value })),
      { name: "signature", value: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
    expect(detail.peerIp).not.toBe("");
  });

  // shows R1, T1
  test("stores a body that is not a notification as received", async ({ shop }) => {
    const { id } = await settled(shop, "a=1&a=2");
    const admin = await shop.as(shop.people.admin);
    expect(await admin.notifications.byId({ id })).toMatchObject({
      state: "rejected",
      fields: [],
      raw: "a=1&a=2",
      orderNumber: null,
    });
    await expect(admin.notifications.byId({ id: 2 ** 40 })).rejects.toMatchObject({
      cause: { code: "notification.unknown" },
    });
  });

  // shows R3, T3
  test("replays a parked notification once its source is allowed, and pays once", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const { id, state } = await settled(shop, signed(aNotification(order)), "198.51.100.9");
    expect(state).toBe("parked");
    const admin = await shop.as(shop.people.admin);
    expect(await admin.notifications.replay({ id })).toEqual({ id, state: "parked" });
    expect(await stateOf(shop, order.uuid)).not.toBe("paid");

    // The source address is allowed now, as after a change of the setting.
    const { payfast } = shop;
    const mended = await shop.as(shop.people.admin, {
      card: cardGateway("za", {
        stripe: null,
        payfast: {
          ...payfast,
          world: (environment) => ({ ...payfast.world(environment), isSource: async () => true }),
        },
      }),
    });
    expect(await mended.notifications.replay({ id })).toEqual({ id, state: "applied" });
    expect(await stateOf(shop, order.uuid)).toBe("paid");
    await expect(admin.notifications.replay({ id })).rejects.toMatchObject({
      cause: { code: "notification.applied" },
    });
  });

  // shows R10, T10
  test("retries parked notifications automatically, even if another housekeeping task fails", async ({
    shop,
    superuser,
  }) => {
    const order = await aGuestOrder(shop);
    shop.provider.mood = "fails";
    const { state } = await settled(shop, signed(aNotification(order)));
    shop.provider.mood = "says VALID";
    expect(state).toBe("parked");

    await sql`revoke delete on session from portal_app`.execute(superuser);
    const outside = { erasedList: "/dev/null", exportAnchors: async () => {} };
    const context = { ...shop.deps, ...openPostOffice(), ...outside, log: silent };
    await expect(jobHandlers(context).housekeeping({})).rejects.toThrow(
      "some housekeeping tasks failed",
    );
    await sql`grant delete on session to portal_app`.execute(superuser);
    expect(await stateOf(shop, order.uuid)).toBe("paid");
  });
});
