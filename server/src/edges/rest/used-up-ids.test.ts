import { createHash, randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { v5 } from "uuid";
import { describe, expect } from "vitest";
import { z } from "zod";
import { publishDuePlans } from "../../network/commissions/commission-plan.actions.ts";
import { defaultPlan } from "../../network/commissions/commission-plan.events.ts";
import { ownCommandId } from "../../platform/ledger/own-command-id.ts";
import { simulateForOffice } from "../../projections/simulation/simulate-plan.actions.ts";
import { quotePlacedOrder } from "../../sales/delivery/delivery-quote.actions.ts";
import { aBusyShop, changesOf } from "../../testing/busy-shop.ts";
import { aNotification, settled, signed, stateOf } from "../../testing/card-notifications.ts";
import { aTransfer, office, silent, test } from "../../testing/proposals-test.ts";
import { procedureInputs } from "../../testing/procedure-inputs.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
} from "../../testing/shop-test.ts";

/** A stranger places an order of their own under a command id that is wanted for something else. */
async function useUp(shop: TestShop, commandId: string): Promise<void> {
  const { guest, request } = await aGuestOrder(shop);
  await guest.orders.save({ ...request, commandId });
}

/** As ids of card payments were made once: from the payment's number, which the provider counts up. */
const formerIdOfPayment = (number: string) =>
  v5(`itn:${number}:COMPLETE`, "5b0f7a52-1c1d-4f0e-9c9b-3f6c2b1f7d10");

/** As ids of an older program's repeatable calls were made once: from the order's public handle. */
function formerIdOfCall(...parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

async function getAsAdmin({ app, deps, people }: TestShop, url: string) {
  const { sessions } = deps;
  const { token } = await sessions.start({
    userId: people.admin,
    device: "",
    withPassword: true,
  });
  return app.inject({ url, headers: { authorization: `Bearer ${token}` } });
}

describe("a command id that was used up in advance", () => {
  // shows T205
  test("does not keep a card payment from being recorded", async ({ shop }) => {
    const order = await aGuestOrder(shop);
    const number = "1089251";
    await useUp(shop, formerIdOfPayment(number));

    const verdict = await settled(shop, signed(aNotification(order, { pf_payment_id: number })));

    expect(verdict).toMatchObject({ state: "applied" });
    expect(await stateOf(shop, order.uuid)).toBe("paid");
  });

  // shows T206
  test("does not keep what two admins agreed on from being carried out", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { uuid, total } = await aGuestOrder(shop);
    const transfer = aTransfer(uuid, total);
    const { id: addressId } = await admin.addresses.save(aRecipient);
    const lines = [{ productId: products.bottle, quantity: 1 }];
    const { proposalId } = await admin.orders.recordEft(transfer);
    await admin.orders.save({ commandId: transfer.commandId, sections: [{ addressId, lines }] });
    const confirmed = await dev.proposals.confirm({ id: String(proposalId) });

    expect(confirmed).toMatchObject({ failure: null });
    expect(await stateOf(shop, uuid)).toBe("paid");
  });

  // shows T206
  test("does not keep a planned commission plan from being published on its day", async ({
    shop,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const plan = { ...defaultPlan, own: { ...defaultPlan.own, "3": 800 } };
    const days = { from: shopDay(), to: shopDay() };
    const { id: simulationId } = await admin.commissionPlan.simulate({ plan, ...days });
    await simulateForOffice({ ...shop.deps, log: silent }, simulationId);
    const { planHash } = await admin.commissionPlan.simulation({ id: simulationId });
    const commandId = randomUUID();
    await useUp(shop, commandId);
    const publishOn = addDays(shopDay(), 30);
    const wanted = { commandId, simulationId, planHash, publishOn, acceptsShareBps: null };
    await admin.commissionPlan.publish(wanted);

    const now = () => `${publishOn}T12:00:00.000Z`;
    await publishDuePlans({ ...shop.deps, log: silent, now });

    const { published } = await admin.commissionPlan.list();
    expect(published[0]).toMatchObject({ plan });
  });

  // shows T205
  test("does not keep an older program from booking the courier", async ({ shop }) => {
    const kim = await shop.as(shop.people.kim);
    const { id: addressId } = await kim.addresses.save(aRecipient);
    const lines = [{ productId: products.bottle, quantity: 1 }];
    const order = { sections: [{ addressId, lines }], deliveryService: "ECO" };
    const { uuid, total } = await kim.orders.save({ commandId: randomUUID(), ...order });
    await payByBank(shop, uuid, total);
    await quotePlacedOrder(shop.deps, uuid);
    const friday = nextFriday();
    const collectionAt = `${friday}T08:00:00.000Z`;
    await useUp(shop, formerIdOfCall("create-shipment", uuid, "1"));
    await useUp(shop, formerIdOfCall("quote-to-collection", uuid, collectionAt, "1"));

    const calls = "/api/the-courier-guy";
    const visit = `collectionDateAndTime=${encodeURIComponent(`${friday} 10:00`)}`;
    const collected = await getAsAdmin(
      shop,
      `${calls}/quote-to-collection?orderId=${uuid}&${visit}`,
    );
    expect(collected.json()).toMatchObject({ data: { collectionDateAndTime: collectionAt } });
    const shipped = await getAsAdmin(shop, `${calls}/create-shipment?orderId=${uuid}`);
    expect(shipped.statusCode).toBe(200);
  });
});

function nextFriday(): string {
  const day = new Date(Date.now() + 7 * 24 * 3600_000);
  day.setUTCDate(day.getUTCDate() + ((12 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}

describe("an id of the server's own commands", () => {
  // shows T25
  test("is another one in the provider's sandbox, and with every name", () => {
    const ids = [
      ownCommandId("card", "live", "1089250"),
      ownCommandId("card", "sandbox", "1089250"),
      ownCommandId("card", "live", "1089251"),
      ownCommandId("decision", "1089250"),
    ];
    expect(ids[0]).toBe("card:live:1089250");
    expect(new Set(ids).size).toBe(ids.length);
  });

  // shows T205, T206
  test("is refused as a client's, by every procedure and header", async ({ shop }) => {
    const changes = changesOf(shop, await aBusyShop(shop));
    const own = ownCommandId("decision", randomUUID());
    const refused: string[] = [];
    for (const { path: name, schema } of procedureInputs) {
      const [router = "", procedure = ""] = name.split(".");
      const input: unknown = Reflect.get(Reflect.get(changes, router) ?? {}, procedure);
      const given = JSON.stringify(input ?? null);
      const stolen = given.replaceAll(/"commandId":"[^"]+"/g, `"commandId":"${own}"`);
      if (stolen === given) continue;
      const issues = z.core.safeParse(schema, JSON.parse(stolen)).error?.issues ?? [];
      expect(
        issues.map(({ path }) => path.at(-1)),
        name,
      ).toEqual(["commandId"]);
      refused.push(name);
    }
    expect(refused).toEqual(expect.arrayContaining(["orders.cancel", "orders.reassignMany"]));

    const { guest, request } = await aGuestOrder(shop);
    await expect(guest.orders.save({ ...request, commandId: own })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
      shop.app.inject({ method: "POST", url, payload, headers });
    const key = { "idempotency-key": own };
    const { commandId: _, ...rest } = request;
    expect((await post("/trpc/orders.save", rest, key)).statusCode).toBe(400);
    const order = { sections: [], uniqueId: request.uniqueId };
    expect((await post("/api/purchase/save", { order }, key)).statusCode).toBe(400);
    const named = { order: { ...order, uuid: own } };
    expect((await post("/api/purchase/save", named)).statusCode).toBe(400);
  });
});
