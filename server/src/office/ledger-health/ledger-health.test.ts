import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import {
  aGuestOrder,
  payByBank,
  type TestShop,
  test as shopTest,
} from "../../testing/shop-test.ts";
import type { Disks } from "../../platform/files/disks.ts";
import { countSales } from "../reports/sales-count.actions.ts";
import { watchOnce } from "./watch-ledger.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const test = shopTest.extend("look", { scope: "file" }, async ({ ownerUrl }, { onCleanup }) => {
  const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 5 });
  onCleanup(() => pool.end());
  return (now = new Date().toISOString(), disks: Disks = async () => []) =>
    watchOnce({ pool, now: () => now, log: silent, disks, signal: new AbortController().signal });
});

const office = (shop: TestShop) => shop.as(shop.people.admin);

async function sell(shop: TestShop, code: string) {
  const order = await aGuestOrder(shop, code);
  await payByBank(shop, order.uuid, order.total);
  return order;
}

/** Requests the checks and carries them out, as the page and a worker do. */
async function checkNow(shop: TestShop, look: () => Promise<void>) {
  const admin = await office(shop);
  await admin.ledgerHealth.checkNow();
  expect((await admin.ledgerHealth.get()).isWanted).toBe(true);
  await look();
  const health = await admin.ledgerHealth.get();
  expect(health.isWanted).toBe(false);
  return health;
}

describe("ledger health", () => {
  test("shows no results before the first check", async ({ shop }) => {
    const admin = await office(shop);
    expect(await admin.ledgerHealth.get()).toMatchObject({ replay: null, chain: null });
  });

  test("is sound up to the last position for sound projections", async ({ shop, look }) => {
    await sell(shop, "CARA");
    const { head, replay, chain, plan, projections, seals } = await checkNow(shop, look);

    expect(replay).toMatchObject({
      isSound: true,
      position: head.position,
      broken: [],
      members: [],
    });
    expect(chain).toMatchObject({ through: head.position, damage: null });
    expect(chain?.wholeAt).not.toBeNull();
    expect(projections.every(({ lag, failure }) => lag === 0 && failure === null)).toBe(true);
    expect(seals).toEqual({ throughPosition: 0, sealedAt: null, unsealed: head.position });
    expect(plan).toMatchObject({
      chainCeilingBps: 2000,
      leaderCeilingBps: 200,
      outside: { count: 0, sales: [] },
    });
    // Anna, Ben and Cara share 20 % of what four bottles are worth without VAT.
    expect(plan.value).toBe(113_043);
    expect(plan.chain).toBe(22_608);
  });

  // shows T134
  test("names the member whose wallet was altered, until it is repaired", async ({
    shop,
    look,
    superuser,
  }) => {
    const { ben } = shop.people;
    const add = (cents: number) =>
      sql`update projection.wallet set accrued = accrued + ${cents} where user_id = ${ben}`.execute(
        superuser,
      );
    await add(1);
    const { replay } = await checkNow(shop, look);

    expect(replay).toMatchObject({ isSound: false, memberCount: 1 });
    expect(replay?.members).toMatchObject([
      {
        memberId: ben,
        fullName: expect.stringContaining("Ben"),
        tables: ["wallet"],
        figures: expect.arrayContaining([expect.objectContaining({ name: "accrued", delta: -1 })]),
      },
    ]);
    expect(replay?.tables).toMatchObject([{ table: "wallet", differing: 1 }]);
    expect(replay?.broken.map(({ subject }) => subject)).toContain("all members");
    expect(replay?.broken).toContainEqual({
      law: "Figures as of now equal the live figures",
      subject: `member ${ben}`,
      detail: expect.stringMatching(/^accrued \d+ live, \d+ as of now$/),
    });

    await add(-1);
    expect((await checkNow(shop, look)).replay).toMatchObject({ isSound: true, members: [] });
  });

  // shows R75, T108
  test("shows sales figures that drifted from the orders, until they are repaired", async ({
    shop,
    look,
    superuser,
  }) => {
    await sell(shop, "CARA");
    await countSales(shop.deps.db);
    const plant = (orders: number) =>
      sql`update sales_person_month set orders = orders + ${orders} where whole`.execute(superuser);
    await plant(1);
    const { replay } = await checkNow(shop, look);
    expect(replay?.isSound).toBe(false);
    expect(new Set(replay?.broken.map(({ law }) => law))).toEqual(
      new Set(["Sales by day, by person and by month come to the same"]),
    );
    await plant(-1);
    expect((await checkNow(shop, look)).replay).toMatchObject({ isSound: true, broken: [] });
  });

  test("names an event that was altered since it was verified, until it is repaired", async ({
    shop,
    look,
    superuser,
  }) => {
    const forge = (to: string) =>
      superuser.transaction().execute(async (tx) => {
        await sql`alter table ledger.events_0 disable trigger append_only`.execute(tx);
        await sql`update ledger.events_0 set type = ${to} where position = 2`.execute(tx);
        await sql`alter table ledger.events_0 enable always trigger append_only`.execute(tx);
      });
    const { chain: before } = await checkNow(shop, look);
    const { rows } = await sql<{ type: string }>`
      select type from ledger_events where position = 2`.execute(superuser);
    const was = rows[0]?.type ?? "";

    await forge("Forged");
    const { chain } = await checkNow(shop, look);
    expect(chain).toMatchObject({ damage: { position: 2, what: "altered" } });
    expect(chain?.through).toBe(before?.through);
    const admin = await office(shop);
    expect((await admin.ledgerHealth.get()).replay?.failure).toContain("position 2");

    await forge(was);
    const mended = await checkNow(shop, look);
    expect(mended.chain).toMatchObject({ damage: null });
    expect(mended.replay).toMatchObject({ isSound: true, failure: null });
  });

  test("lists a sale whose commission exceeds the cap of its plan", async ({
    shop,
    look,
    superuser,
  }) => {
    const order = await sell(shop, "BEN");
    const tooMuch = sql`update projection.commission_entry set amount = amount + 5000
      where order_id = ${order.uuid} and kind = 'own'`;
    await tooMuch.execute(superuser);

    const { plan } = await checkNow(shop, look);

    expect(plan.outside?.count).toBe(1);
    expect(plan.outside?.sales).toMatchObject([
      { orderId: order.uuid, value: 113_043, chain: 27_608, chainCeilingBps: 2000 },
    ]);
    await sql`update projection.commission_entry set amount = amount - 5000
      where order_id = ${order.uuid} and kind = 'own'`.execute(superuser);
  });

  test("is checked automatically after a minute, and not before", async ({ shop, look }) => {
    const { replay } = await checkNow(shop, look);
    const checkedAt = Date.parse(replay?.checkedAt ?? "");
    const admin = await office(shop);
    const after = async (ms: number) => {
      await look(new Date(checkedAt + ms).toISOString());
      return (await admin.ledgerHealth.get()).replay?.checkedAt;
    };
    expect(await after(59_000)).toBe(replay?.checkedAt);
    expect(Date.parse((await after(100 * 60_000)) ?? "")).toBe(checkedAt + 100 * 60_000);
  });

  test("is checked at once, also after a check by a clock that was ahead", async ({
    shop,
    look,
  }) => {
    const [ahead, now] = [6 * 3600_000, 0].map((ms) => new Date(Date.now() + ms).toISOString());
    const admin = await office(shop);
    const checkedAt = async () => (await admin.ledgerHealth.get()).replay?.checkedAt;
    await look(ahead);
    expect(await checkedAt()).toBe(ahead);
    await look(now);
    expect(await checkedAt()).toBe(now);

    await look(ahead);
    await checkNow(shop, look);
  });

  test("is not replayed into the room that payments need, and its other checks go on", async ({
    shop,
    look,
  }) => {
    const admin = await office(shop);
    const before = await admin.ledgerHealth.get();
    const now = new Date(Date.now() + 120_000).toISOString();
    const low = { of: "database", freeBytes: 300_000_000, totalBytes: 1e12, level: "low" } as const;
    const full = { ...low, freeBytes: 256 * 1024 ** 2 };

    await expect(look(now, async () => [full])).rejects.toThrow(/a replay needs \d+ bytes/);
    const after = await admin.ledgerHealth.get();
    expect(after.replay).toEqual(before.replay);
    expect(after.chain?.checkedAt).toBe(now);
    await look(now, async () => [low]);
    expect((await admin.ledgerHealth.get()).replay?.checkedAt).toBe(now);
  });

  test("is exposed to monitoring", async ({ shop }) => {
    const { body } = await shop.app.inject("/metrics");
    expect(body).toMatch(/^ledger_check_sound\{check="replay"\} 1$/m);
    expect(body).toMatch(/^ledger_check_sound\{check="chain"\} 1$/m);
    expect(body).toMatch(/^ledger_check_position\{check="replay"\} [1-9]\d*$/m);
    expect(body).toMatch(/^ledger_check_age_seconds\{check="replay"\} /m);
  });
});
