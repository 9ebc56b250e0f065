import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createInlineProjector } from "../../projections/live/inline-projector.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { networkStream } from "../../network/members/network.events.ts";
import { createCatalogue, defineEvent } from "../../platform/ledger/event-catalogue.ts";
import { createLedger } from "../../platform/ledger/ledger.ts";
import { aCommand } from "../../testing/lamps.ts";
import { aGuestOrder, test, type TestShop } from "../../testing/shop-test.ts";

/** The present events, and one that only a later release knows. */
const laterCatalogue = createCatalogue(
  ...ledgerCatalogue.definitions,
  defineEvent("DistributorPraised", z.object({ userId: z.int() })),
);

type GuestOrder = Awaited<ReturnType<typeof aGuestOrder>>;

/** The same order again, as a browser sends it. */
function orderAgain({ app }: TestShop, { request, uniqueId }: GuestOrder) {
  const payload = { ...request, uniqueId, commandId: randomUUID() };
  return app.inject({ method: "POST", url: "/trpc/orders.save", payload });
}

const ready = ({ app }: TestShop) => app.inject({ url: "/readyz" });
const serves = async ({ app }: TestShop) =>
  (await app.inject({ url: "/servez" })).statusCode === 200;

describe("a portal that accepts no commands says why", () => {
  // shows T112
  test("when its projections are too far behind", async ({ shop, superuser }) => {
    const order = await aGuestOrder(shop);
    const head = await shop.deps.db
      .selectFrom("ledger_head")
      .select("position")
      .executeTakeFirstOrThrow();
    const lagBehind = (lag: number) =>
      sql`update projection.checkpoint set position = ${head.position - lag}`.execute(superuser);

    await lagBehind(501);
    const [health, refused] = [await ready(shop), await orderAgain(shop, order)];
    const { body: metrics } = await shop.app.inject({ url: "/metrics" });
    const isServing = await serves(shop);
    await lagBehind(0);

    expect(health.statusCode).toBe(503);
    expect(health.json()).toMatchObject({
      ready: false,
      reason:
        "The figures are more than 500 events behind the ledger. No changes are accepted until they are rebuilt.",
      projections: { orders: { lag: 501 } },
    });
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({
      error: { data: { reason: "ledger.projections-behind" } },
    });
    expect(metrics).toMatch(/^database_up 1$/m);
    expect(metrics).toMatch(/^portal_ready 0$/m);
    // No other process would do better, so proxies keep asking this one.
    expect(isServing).toBe(true);
    expect((await ready(shop)).statusCode).toBe(200);
    expect((await orderAgain(shop, order)).statusCode).toBe(200);
  });

  // shows R70
  test("but stays ready while an event has stopped a projection and orders go on", async ({
    shop,
    superuser,
  }) => {
    const order = await aGuestOrder(shop);
    const failWith = (failure: string | null) =>
      sql`update projection.checkpoint
        set failure = ${failure}, failed_position = case when ${failure}::text is not null then position + 1 end
        where name = 'orders'`.execute(superuser);

    await failWith("cannot be folded");
    const [health, again] = [await ready(shop), await orderAgain(shop, order)];
    await failWith(null);

    expect(health.statusCode).toBe(200);
    expect(health.json()).toMatchObject({
      ready: true,
      isCurrent: false,
      projections: { orders: { failed: true } },
    });
    expect(again.statusCode).toBe(200);
  });

  // shows T113
  test("when a newer release that runs beside it has written events that it cannot read", async ({
    shop,
    pool,
  }) => {
    const order = await aGuestOrder(shop);
    const newer = createLedger({
      pool,
      catalogue: laterCatalogue,
      projector: createInlineProjector(),
    });
    const praise = { type: "DistributorPraised", data: { userId: shop.people.anna } };
    const { positions } = await newer.execute(aCommand(), async () => ({
      events: [{ streamId: networkStream, event: praise }],
      answer: null,
    }));

    const [health, refused] = [await ready(shop), await orderAgain(shop, order)];

    // A process of the newer release takes its place.
    expect(await serves(shop)).toBe(false);
    await newer.close();
    expect(health.statusCode).toBe(503);
    expect(health.json()).toEqual({
      ready: false,
      reason: `A newer release has written events that this program cannot read (DistributorPraised, version 1, at position ${positions[0]}). No changes are accepted until it is updated.`,
    });
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({
      error: {
        message: "We are updating the shop. Try again in a few minutes.",
        data: { reason: "ledger.newer-release" },
      },
    });
  });
});
