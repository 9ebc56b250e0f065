import { randomUUID } from "node:crypto";
import { shareAboveCeiling } from "@portal/shared/network/commission-plan.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { aGuestOrder, payByBank, test as shopTest } from "../../testing/shop-test.ts";
import { endProposalsOf } from "../../platform/proposals/propose.actions.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { defaultPlan } from "../../network/commissions/commission-plan.events.ts";
import { publishDuePlans } from "../../network/commissions/commission-plan.actions.ts";
import {
  planWithOwn3 as withOwn3,
  simulated,
  toPublish as wantedOf,
} from "../../testing/simulated-plan.ts";
import { simulateForOffice } from "./simulate-plan.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const today = shopDay();

const test = shopTest.extend("sold", { scope: "file" }, async ({ shop }) => {
  const order = await aGuestOrder(shop, "CARA");
  await payByBank(shop, order.uuid, order.total);
  return order;
});

describe("a simulation", () => {
  test("shows what members would earn from the same events, and changes nothing", async ({
    shop,
    sold,
  }) => {
    const { cara } = shop.people;
    const { admin, simulation } = await simulated(shop, withOwn3(500));
    const { rows, total } = await admin.commissionPlan.simulatedMembers({ id: simulation.id });

    expect(sold.total).toBeGreaterThan(0);
    // Four bottles at R325.00 are R1 130.43 without VAT: each line is rounded.
    expect(simulation).toMatchObject({ state: "ready", sales: 113_043, winners: 0, losers: 1 });
    expect(simulation.actual).toBe(11_304 + 5652 + 5652);
    expect(simulation.simulated).toBe(5652 + 5652 + 5652);
    expect(total).toBe(3);
    expect(rows[0]).toMatchObject({
      memberId: cara,
      actual: 11_304,
      simulated: 5652,
      delta: -5652,
    });
    const { published } = await admin.commissionPlan.list();
    expect(published).toMatchObject([{ position: 0, plan: defaultPlan }]);
  });

  test("excludes everything outside its days", async ({ shop, sold }) => {
    const admin = await shop.as(shop.people.admin);
    const days = { from: "2020-01-01", to: "2020-12-31" };
    const { id } = await admin.commissionPlan.simulate({ plan: withOwn3(0), ...days });
    await simulateForOffice({ ...shop.deps, log: silent }, id);

    expect(sold.orderNumber).toBeGreaterThan(0);
    expect(await admin.commissionPlan.simulation({ id })).toMatchObject({
      state: "ready",
      actual: 0,
      simulated: 0,
      sales: 0,
    });
  });

  test("is marked as failed, and at most three wait", async ({ shop, sold }) => {
    const admin = await shop.as(shop.people.admin);
    const ask = () => admin.commissionPlan.simulate({ plan: withOwn3(1), from: today, to: today });
    const ids = [(await ask()).id, (await ask()).id, (await ask()).id];

    await expect(ask()).rejects.toMatchObject({ cause: { code: "plan.simulations-busy" } });
    const runSimulation = () => Promise.reject(new Error("the database is away"));
    for (const id of ids) await simulateForOffice({ ...shop.deps, log: silent, runSimulation }, id);

    expect(sold.orderNumber).toBeGreaterThan(0);
    expect(await admin.commissionPlan.simulation({ id: ids[0] ?? "" })).toMatchObject({
      state: "failed",
      actual: null,
    });
    await expect(admin.commissionPlan.simulation({ id: randomUUID() })).rejects.toMatchObject({
      cause: { code: "plan.no-simulation" },
    });
  });
});

describe("publishing", () => {
  test("requires the simulated plan and recent authentication", async ({ shop, sold }) => {
    const { admin, simulation } = await simulated(shop, withOwn3(900));
    const wanted = wantedOf(simulation);
    const stale = await shop.as(shop.people.admin, {
      session: { ...aConfirmedSession(), passwordAt: "2020-01-01T00:00:00.000Z" },
    });

    expect(sold.orderNumber).toBeGreaterThan(0);
    await expect(stale.commissionPlan.publish(wanted)).rejects.toMatchObject({
      cause: { code: "access.password-needed" },
    });
    await expect(
      admin.commissionPlan.publish({ ...wanted, planHash: "0".repeat(64) }),
    ).rejects.toMatchObject({ cause: { code: "plan.not-simulated" } });
    await expect(
      admin.commissionPlan.publish({ ...wanted, publishOn: "2020-01-01" }),
    ).rejects.toMatchObject({ cause: { code: "plan.day-is-over" } });
    await expect(
      admin.commissionPlan.publish({ ...wanted, publishOn: addDays(today, 400) }),
    ).rejects.toMatchObject({ cause: { code: "plan.day-too-far" } });
  });

  test("requires the acceptance of a plan above the ceiling by its ratio", async ({ shop }) => {
    const { admin, simulation } = await simulated(shop, withOwn3(2000));
    const wanted = wantedOf(simulation);

    for (const acceptsShareBps of [null, 2200])
      await expect(
        admin.commissionPlan.publish({ ...wanted, acceptsShareBps }),
      ).rejects.toMatchObject({ cause: { code: "plan.above-ceiling" } });
  });

  // shows T242
  test.for([null, addDays(today, 30)])(
    "of a plan above the ceiling takes two, now or on a day: %s",
    async (publishOn, { shop }) => {
      const { admin, simulation } = await simulated(shop, withOwn3(9000));
      const wanted = {
        ...wantedOf(simulation),
        publishOn,
        acceptsShareBps: shareAboveCeiling(withOwn3(9000), 2000),
      };
      const dev = await shop.as(shop.people.dev, { session: aConfirmedSession() });
      const plans = () => admin.commissionPlan.list();
      const before = await plans();

      const proposed = { state: "proposed", proposalId: wanted.commandId };
      expect(await admin.commissionPlan.publish(wanted)).toEqual(proposed);
      expect(await plans()).toEqual(before);
      await dev.proposals.decline({ id: wanted.commandId });
      expect(await plans()).toEqual(before);

      const again = { ...wanted, commandId: randomUUID() };
      await admin.commissionPlan.publish(again);
      const decided = await dev.proposals.confirm({ id: again.commandId });
      expect(decided).toMatchObject({ failure: null });
      expect(await admin.commissionPlan.publish(again)).toMatchObject({ state: "proposed" });
      const { published, planned } = await plans();
      const plan = withOwn3(9000);
      const made = publishOn === null ? published[0] : planned;
      expect(made).toMatchObject(publishOn === null ? { plan } : { publishOn, plan });

      // One admin stops it, or goes back to a plan within the ceiling.
      if (planned) await admin.commissionPlan.withdraw({ id: planned.id });
      else
        await admin.commissionPlan.publish(
          wantedOf((await simulated(shop, defaultPlan)).simulation),
        );
    },
  );

  // shows T376
  test("of a plan whose bonus on a stockist's sale is above the ceiling takes two", async ({
    shop,
  }) => {
    const low = { "1": 200, "2": 200, "3": 200 };
    const none = { "1": { "2": 0, "3": 0 }, "2": { "3": 0 } };
    const plan = { own: low, upline: none, leader: 10_000 };
    const { admin, simulation } = await simulated(shop, plan);
    const { stockists } = await admin.settings.get();
    const most = stockists.stockistPercentMax * 200;
    expect(simulation.aboveCeilingBps).toBe(most);
    const wanted = { ...wantedOf(simulation), acceptsShareBps: most };
    expect(await admin.commissionPlan.publish(wanted)).toMatchObject({ state: "proposed" });
    const dev = await shop.as(shop.people.dev, { session: aConfirmedSession() });
    await dev.proposals.decline({ id: wanted.commandId });
  });

  // shows T376
  test("of a scheduled plan ends with whoever scheduled it alone", async ({ shop }) => {
    const { simulation } = await simulated(shop, withOwn3(600));
    const publishOn = addDays(today, 90);
    const due = { ...shop.deps, log: silent, now: () => `${publishOn}T12:00:00.000Z` };
    const dev = await shop.as(shop.people.dev, { session: aConfirmedSession() });
    const schedule = async () => {
      const wanted = { ...wantedOf(simulation), publishOn };
      await dev.commissionPlan.publish(wanted);
      return wanted.commandId;
    };
    const stateOf = async (id: string) =>
      (
        await shop.deps.db
          .selectFrom("planned_plan")
          .select("state")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).state;

    // At once, as what was proposed.
    const first = await schedule();
    await shop.deps.db
      .transaction()
      .execute((tx) => endProposalsOf(tx, shop.deps, shop.people.dev));
    expect(await stateOf(first)).toBe("withdrawn");

    // At the latest when its day comes.
    const second = await schedule();
    const setRole = (role: "admin" | "customer") =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("account").set({ role }).where("id", "=", shop.people.dev).execute(),
      );
    await setRole("customer");
    await publishDuePlans(due);
    await setRole("admin");
    expect(await stateOf(second)).toBe("withdrawn");

    // Above the ceiling by then, because a stockist's parent may earn more.
    const third = await schedule();
    const setMost = (bps: number) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("shop_setting").set({ stockist_percent_max_bps: bps }).execute(),
      );
    await setMost(9000);
    await publishDuePlans(due);
    await setMost(2000);
    expect(await stateOf(third)).toBe("withdrawn");
  });

  test("applies from its position in the ledger on, and not before", async ({ shop, sold }) => {
    const cara = await shop.as(shop.people.cara);
    const before = await cara.wallet.mine();
    const { admin, simulation } = await simulated(shop, withOwn3(500));
    const wanted = wantedOf(simulation);

    expect(sold.orderNumber).toBeGreaterThan(0);
    expect(await admin.commissionPlan.publish(wanted)).toEqual({
      state: "published",
      proposalId: null,
    });
    expect(await admin.commissionPlan.publish(wanted)).toEqual({
      state: "published",
      proposalId: null,
    });
    const { published } = await admin.commissionPlan.list();
    expect(published[0]).toMatchObject({ plan: withOwn3(500) });
    expect((await cara.wallet.mine()).balance).toBe(before.balance);

    const later = await aGuestOrder(shop, "CARA");
    await payByBank(shop, later.uuid, later.total);
    expect((await cara.wallet.mine()).balance).toBe(before.balance + 5652);
    await expect(
      admin.commissionPlan.publish({ ...wanted, commandId: randomUUID() }),
    ).rejects.toMatchObject({ cause: { code: "plan.outdated" } });
    const again = await simulated(shop, withOwn3(500));
    await expect(admin.commissionPlan.publish(wantedOf(again.simulation))).rejects.toMatchObject({
      cause: { code: "plan.in-force" },
    });
  });

  test("of a plan for a future day waits for the day, once, and can be withdrawn", async ({
    shop,
  }) => {
    const { admin, simulation } = await simulated(shop, withOwn3(700));
    const publishOn = addDays(today, 60);
    const wanted = { ...wantedOf(simulation), publishOn };
    const context = { ...shop.deps, log: silent };

    expect(await admin.commissionPlan.publish(wanted)).toEqual({
      state: "planned",
      proposalId: null,
    });
    expect(await admin.commissionPlan.publish(wanted)).toEqual({
      state: "planned",
      proposalId: null,
    });
    await expect(
      admin.commissionPlan.publish({ ...wanted, commandId: randomUUID() }),
    ).rejects.toMatchObject({ cause: { code: "plan.one-waiting" } });
    await expect(admin.commissionPlan.publish(wantedOf(simulation))).rejects.toMatchObject({
      cause: { code: "plan.one-waiting" },
    });
    await publishDuePlans(context);
    const waiting = await admin.commissionPlan.list();
    expect(waiting.planned).toMatchObject({ publishOn, plan: withOwn3(700) });

    await admin.commissionPlan.withdraw({ id: wanted.commandId });
    await expect(admin.commissionPlan.withdraw({ id: wanted.commandId })).rejects.toMatchObject({
      cause: { code: "plan.not-waiting" },
    });

    const next = { ...wanted, commandId: randomUUID() };
    await admin.commissionPlan.publish(next);
    // Its day begins at midnight in South Africa.
    const due = { ...context, now: () => `${addDays(publishOn, -1)}T22:00:00.000Z` };
    await Promise.all([publishDuePlans(due), publishDuePlans(due)]).catch(() => {});
    await publishDuePlans(due);
    const { published, planned } = await admin.commissionPlan.list();
    expect(planned).toBeNull();
    expect(published.filter(({ plan }) => plan.own["3"] === 700)).toHaveLength(1);
    expect(published[0]).toMatchObject({ plan: withOwn3(700), publishedByName: "Admin Person" });
  });
});
