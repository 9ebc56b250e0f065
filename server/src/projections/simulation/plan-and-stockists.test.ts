import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { describe, expect, onTestFinished } from "vitest";
import { defaultPlan } from "../../network/commissions/commission-plan.events.ts";
import { publishDuePlans } from "../../network/commissions/commission-plan.actions.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { withMeanwhile } from "../../testing/meanwhile.ts";
import { stateOf } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { test, type TestShop } from "../../testing/shop-test.ts";
import { planWithOwn3, simulated, toPublish } from "../../testing/simulated-plan.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const today = shopDay();

describe("publishing", () => {
  // shows T401
  test("sees a larger percentage of stockists that is saved at the same moment", async ({
    shop,
  }) => {
    const { simulation } = await simulated(shop, planWithOwn3(650));
    const setMost = (bps: number) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("shop_setting").set({ stockist_percent_max_bps: bps }).execute(),
      );
    onTestFinished(async () => void (await setMost(2000)));
    const late = (happens: () => Promise<unknown>) => ({
      ledger: withMeanwhile(shop.deps.ledger, happens),
      session: aConfirmedSession(),
    });
    const admin = await shop.as(
      shop.people.admin,
      late(() => setMost(2100)),
    );
    await expect(admin.commissionPlan.publish(toPublish(simulation))).rejects.toMatchObject({
      cause: { code: "plan.above-ceiling" },
    });
    expect((await admin.commissionPlan.list()).published[0]?.plan).not.toEqual(planWithOwn3(650));

    await setMost(2000);
    const publishOn = addDays(today, 90);
    const wanted = { ...toPublish(simulation), publishOn };
    await admin.commissionPlan.publish(wanted);
    const now = () => `${publishOn}T12:00:00.000Z`;
    const due = { ...shop.deps, ...late(() => setMost(2100)), log: silent, now };
    await expect(publishDuePlans(due)).rejects.toMatchObject({ code: "plan.above-ceiling" });
    await publishDuePlans(due);
    const { published, planned } = await admin.commissionPlan.list();
    expect(planned).toBeNull();
    expect(published[0]?.plan).not.toEqual(planWithOwn3(650));
  });

  // shows T401
  test("never passes beside another one that is scheduled at the same moment", async ({ shop }) => {
    const { admin, simulation } = await simulated(shop, planWithOwn3(660));
    const { simulation: other } = await simulated(shop, planWithOwn3(670));
    const later = { ...toPublish(other), publishOn: addDays(today, 30) };
    const ledger = withMeanwhile(shop.deps.ledger, () => admin.commissionPlan.publish(later));
    const late = await shop.as(shop.people.admin, { ledger, session: aConfirmedSession() });
    await expect(late.commissionPlan.publish(toPublish(simulation))).rejects.toMatchObject({
      cause: { code: "plan.one-waiting" },
    });
    await admin.commissionPlan.withdraw({ id: later.commandId });
    await Promise.allSettled([
      admin.commissionPlan.publish(toPublish(simulation)),
      admin.commissionPlan.publish({ ...later, commandId: randomUUID() }),
    ]);
    const { published, planned } = await admin.commissionPlan.list();
    const isPublished = published[0]?.plan.own["3"] === 660;
    expect([isPublished, planned === null]).not.toEqual([true, false]);
    expect([isPublished, planned === null]).not.toEqual([false, true]);
    if (planned) await admin.commissionPlan.withdraw({ id: planned.id });
  });
});

describe("a larger percentage of stockists", () => {
  async function proposed(shop: TestShop, stockistPercentMax: number) {
    const admin = await shop.as(shop.people.admin, { session: aConfirmedSession() });
    const dev = await shop.as(shop.people.dev, { session: aConfirmedSession() });
    const { stockists } = await admin.settings.get();
    const terms = { section: "stockists", ...stockists, stockistPercentMax } as const;
    const id = String((await admin.settings.save(terms)).proposalId);
    const { open } = await dev.proposals.list();
    return { admin, dev, id, data: open.find((each) => each.id === id)?.change.data };
  }

  // shows T404
  test("shows what a sale pays with the leader bonus, and is void where a plan made it more", async ({
    shop,
  }) => {
    const { dev, id, data } = await proposed(shop, 40);
    // 40% to the parent, and 10% of that to the sponsor.
    expect(data).toMatchObject({ stockistShareBps: 4400 });
    const higher = { ...defaultPlan, own: { "1": 1000, "2": 1000, "3": 1000 }, leader: 1500 };
    const { admin, simulation } = await simulated(shop, higher);
    expect(simulation.aboveCeilingBps).not.toBeNull();
    const wanted = { ...toPublish(simulation), acceptsShareBps: simulation.aboveCeilingBps };
    await admin.commissionPlan.publish(wanted);
    await dev.proposals.confirm({ id: wanted.commandId });
    expect((await admin.commissionPlan.list()).published[0]?.plan).toEqual(higher);
    await dev.proposals.confirm({ id });
    expect(await stateOf(shop, id)).toMatchObject({ state: "void", failure: "proposal.outdated" });

    // A plan that waits for its day counts too.
    const back = await simulated(shop, defaultPlan);
    const first = toPublish(back.simulation);
    await admin.commissionPlan.publish(first);
    const again = await simulated(shop, higher);
    const publishOn = addDays(today, 20);
    const later = { ...toPublish(again.simulation), publishOn };
    const accepts = { acceptsShareBps: again.simulation.aboveCeilingBps };
    await admin.commissionPlan.publish({ ...later, ...accepts });
    await dev.proposals.confirm({ id: later.commandId });
    const next = await proposed(shop, 30);
    expect(next.data).toMatchObject({ stockistShareBps: 3450 });
    await dev.proposals.confirm({ id: next.id });
    expect((await admin.settings.get()).stockists.stockistPercentMax).toBe(30);
  });

  test("that is lower, or another margin, shows none", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin, { session: aConfirmedSession() });
    const dev = await shop.as(shop.people.dev, { session: aConfirmedSession() });
    const { stockists } = await admin.settings.get();
    const stockistMarginMax = stockists.stockistMarginMax + 1;
    const terms = { section: "stockists", ...stockists, stockistMarginMax } as const;
    const { proposalId } = await admin.settings.save(terms);
    const { open } = await dev.proposals.list();
    const data = open.find(({ id }) => id === proposalId)?.change.data;
    expect(data).not.toHaveProperty("stockistShareBps");
    await dev.proposals.decline({ id: String(proposalId) });
  });
});
