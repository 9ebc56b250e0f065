import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import { describe, expect } from "vitest";
import { createHistory } from "../../testing/a-history.ts";
import { append, happen } from "../../testing/projection-ledger.ts";
import { eventsIn } from "../../testing/projection-row-samples.ts";
import { modelFormer, modelTree, sumOf } from "../../testing/network-model.ts";
import { test as shopTest, type TestShop } from "../../testing/shop-test.ts";
import { projectionsOf } from "../../testing/recorded-facts.ts";
import { defaultPlan } from "../commissions/commission-plan.events.ts";
import { emptyWallet } from "../../money/wallets/wallet.rules.ts";

const unitValue = 28_261;

/** Three random histories in one ledger, with every kind of event. */
const test = shopTest.extend("history", { scope: "file" }, async ({ shop, pool }) => {
  for (const seed of [7, 8, 29]) {
    const numbers = { firstMember: seed * 1000, firstOrder: seed * 10_000 };
    // Each history starts with the plan of the specification.
    await append(shop.deps.ledger, [{ type: "CommissionPlanPublished", data: defaultPlan }]);
    await happen(shop.deps.ledger, createHistory({ seed, ...numbers }), 350);
  }
  const projections = projectionsOf(await eventsIn(pool));
  const office = await shop.as(shop.people.admin);
  const distributors = [...projections.members.all.values()].filter(({ level }) => level < 4);
  return { projections, office, viewers: distributors.map(({ userId }) => userId) };
});

type Office = Awaited<ReturnType<TestShop["as"]>>;

/** Every node, by opening all pages of each. */
async function walk(office: Office, of: number | undefined): Promise<TreeNode[]> {
  const whose = of === undefined ? {} : { of };
  const ask = { ...whose, depth: 1, showDeleted: true } as const;
  const nodes: TreeNode[] = [];
  const open = async (under: string | undefined): Promise<void> => {
    for (let page = 1, seen = 0, total = 1; seen < total; page++) {
      const answer = await office.network.tree({ ...ask, page, ...(under && { under }) });
      total = answer.total;
      seen += answer.nodes.length;
      for (const node of answer.nodes) {
        nodes.push(node);
        if (node.childCount > 0) await open(node.id);
      }
      if (answer.nodes.length === 0) break;
    }
  };
  await open(undefined);
  return nodes;
}

function figuresOf(node: TreeNode) {
  return {
    level: node.level,
    units: node.totalUnits,
    unitsSinceLastPayout: node.totalUnitsSinceLastPayout,
    paid: node.totalCommPaid,
    unpaid: node.totalCommUnpaid,
    leaderBonus: node.leaderBonus,
    leaderBonusSinceLastPayout: node.leaderBonusSinceLastPayout,
  };
}

describe("the trees of a random history", { timeout: 120_000 }, () => {
  // shows S2.33
  test("show the sums of the entries on every node, for every viewer", async ({ history }) => {
    for (const viewer of [undefined, ...history.viewers]) {
      const nodes = await walk(history.office, viewer);

      const model = modelTree(history.projections, viewer ?? null);
      const expected = [...model.values()].map(({ underId: _, id, ...figures }) => [id, figures]);
      expect(
        Object.fromEntries(nodes.map((node) => [node.id, figuresOf(node)])),
        `seen by ${viewer}`,
      ).toEqual(Object.fromEntries(expected));
      expect(nodes).toHaveLength(model.size);
    }
  });

  test("add up to the viewer's wallet", async ({ history: { projections, office, viewers } }) => {
    for (const viewer of viewers) {
      const nodes = await walk(office, viewer);

      const { accrued, paid, credit } = projections.wallets.get(viewer) ?? emptyWallet;
      expect([
        sumOf(nodes.map(({ totalCommPaid }) => totalCommPaid)),
        sumOf(nodes.map(({ totalCommUnpaid }) => totalCommUnpaid)),
        sumOf(nodes.map(({ totalCommCredit }) => totalCommCredit)),
        sumOf(nodes.map(({ totalCommBalance }) => totalCommBalance)),
      ]).toEqual([paid, accrued - paid, credit, accrued - paid - credit]);
    }
  });

  test("have level totals that are the sums of their nodes", async ({
    history: { projections, office, viewers },
  }) => {
    for (const viewer of [undefined, ...viewers]) {
      const nodes = await walk(office, viewer);
      const { levels, leaderBonus, leaderBonusSinceLastPayout, ...rest } =
        await office.network.levels(viewer === undefined ? {} : { of: viewer });

      for (const { level, ...totals } of levels) {
        const ofLevel = nodes.filter((node) => node.level === level);
        const present = ofLevel.filter(({ active, clonedTo }) => active && clonedTo === null);
        const units = sumOf(ofLevel.map(({ totalUnits }) => totalUnits));
        const since = sumOf(ofLevel.map((node) => node.totalUnitsSinceLastPayout));
        expect(totals, `level ${level} seen by ${viewer}`).toMatchObject({
          members: present.length,
          units,
          unitsSinceLastPayout: since,
          totalSales: units * unitValue,
          totalSalesSinceLastPayout: since * unitValue,
          commission: sumOf(
            ofLevel.map((node) => node.totalCommPaid + node.totalCommUnpaid - node.leaderBonus),
          ),
          commissionSinceLastPayout: sumOf(
            ofLevel.map((node) => node.totalCommUnpaid - node.leaderBonusSinceLastPayout),
          ),
        });
      }
      expect([leaderBonus, leaderBonusSinceLastPayout]).toEqual([
        sumOf(nodes.map((node) => node.leaderBonus)),
        sumOf(nodes.map((node) => node.leaderBonusSinceLastPayout)),
      ]);
      const commission = sumOf(levels.map((level) => level.commission));
      const commissionSince = sumOf(levels.map((level) => level.commissionSinceLastPayout));
      expect(commission + leaderBonus).toBe(
        sumOf(nodes.map(({ totalCommPaid, totalCommUnpaid }) => totalCommPaid + totalCommUnpaid)),
      );
      expect(commissionSince + leaderBonusSinceLastPayout).toBe(
        sumOf(nodes.map(({ totalCommUnpaid }) => totalCommUnpaid)),
      );
      const wasPaid = (projections.wallets.get(viewer ?? 0)?.lastPaidCutoff ?? 0) > 0;
      expect(rest.lastPaidAt !== null).toBe(wasPaid);
    }
  });

  // shows S7.30
  test("count the commission on a stockist's sale at its distributor's level, and in its wallet", async ({
    history: { projections, office },
  }) => {
    const { levels, leaderBonus } = await office.network.levels({});
    const accrued = [...projections.wallets.all.values()].map((wallet) => wallet.accrued);

    expect(projections.commissionEntries.some(({ kind }) => kind === "stockist")).toBe(true);
    expect(levels.find(({ level }) => level === 4)).toMatchObject({
      commission: 0,
      commissionSinceLastPayout: 0,
    });
    expect(sumOf(levels.map(({ commission }) => commission)) + leaderBonus).toBe(sumOf(accrued));
  });

  test("show on the viewer's own node the commission from members who left", async ({
    history,
  }) => {
    const { projections, office, viewers } = history;
    for (const viewer of viewers) {
      const { nodes } = await office.network.tree({ of: viewer, depth: 1 });
      const former = modelFormer(projections, viewer);

      expect(nodes[0]).toMatchObject({
        id: String(viewer),
        formerCommission: { paid: former.paid, unpaid: former.unpaid },
      });
    }
  });

  test("cover every relevant kind of event", ({ history: { projections, viewers } }) => {
    const nodes = viewers.flatMap((viewer) => [...modelTree(projections, viewer).values()]);

    expect(nodes.some(({ id }) => id.endsWith("@1"))).toBe(true);
    expect(nodes.some(({ id, unpaid }) => id.endsWith("@1") && unpaid !== 0)).toBe(true);
    expect(nodes.some(({ id, paid }) => id.endsWith("@1") && paid !== 0)).toBe(true);
    expect(
      nodes.some(({ units, unitsSinceLastPayout: since }) => since !== 0 && since < units),
    ).toBe(true);
    expect(viewers.some((viewer) => modelFormer(projections, viewer).paid !== 0)).toBe(true);
    expect(viewers.some((viewer) => modelFormer(projections, viewer).unpaid !== 0)).toBe(true);
    expect([...projections.wallets.all.values()].some(({ leaderBonus }) => leaderBonus > 0)).toBe(
      true,
    );
  });

  test("have paths that follow from the parents", async ({ history, pool }) => {
    expect(history.viewers.length).toBeGreaterThan(50);
    const { rows } = await pool.query(`
      with recursive way as (
        select user_id as descendant_id, user_id as ancestor_id, 0 as depth, parent_id as next_id
        from projection.member
        union all
        select way.descendant_id, member.user_id, way.depth + 1, member.parent_id
        from way join projection.member on member.user_id = way.next_id
      ), walked as (select ancestor_id, descendant_id, depth from way),
        kept as (select ancestor_id, descendant_id, depth from projection.member_path)
      (table walked except table kept) union all (table kept except table walked)`);
    expect(rows).toEqual([]);
  });
});
