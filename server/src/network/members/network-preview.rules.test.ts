import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TreeMember } from "../commissions/commission.rules.ts";
import { defaultPlan } from "../commissions/commission-plan.events.ts";
import { type PreviewedSale, previewEarnings, treeWith } from "./network-preview.rules.ts";

const member = (
  userId: number,
  level: 1 | 2 | 3 | 4,
  parentId: number | null,
  changes: Partial<TreeMember> = {},
): TreeMember => ({ userId, level, parentId, active: true, distributorBps: null, ...changes });

/** 1 sponsors 2; below 2 two level 2s, and a level 3 and a stockist below the first of them. */
const tree = [
  member(1, 1, null),
  member(2, 1, 1),
  member(20, 2, 2),
  member(21, 2, 2),
  member(30, 3, 20),
  member(40, 4, 20, { distributorBps: 1000 }),
];
const now = (userId: number) => tree.find((each) => each.userId === userId);
const inForce = { position: 0, plan: defaultPlan };

/** One order of R1,000.00 without VAT. */
const sale = (sellerId: number | null, changes: Partial<PreviewedSale> = {}): PreviewedSale => ({
  orders: 1,
  sellerId,
  sellerIdAfter: sellerId,
  value: 100_000,
  goods: 115_000,
  paidGoods: 100_000,
  refundedGoods: 0,
  ...changes,
});

/** The gains and losses by member. */
function changesBy(changed: TreeMember, sales: readonly PreviewedSale[]) {
  return previewEarnings(sales, { now, after: treeWith(changed, now), inForce }).map(
    ({ userId, change }) => [userId, change],
  );
}

describe("the preview of a change", () => {
  test("a level 3 that moves between level 2s takes its 5 % along, and no one else is affected", () => {
    expect(changesBy(member(30, 3, 21), [sale(30)])).toEqual([
      [20, -5000],
      [21, 5000],
    ]);
  });

  test("applies the ceiling of an order, net of refunds", () => {
    const cheap = { goods: 11_500, paidGoods: 10_000 };
    expect(changesBy(member(30, 3, 21), [sale(30, cheap)])).toEqual([]);
    const dearer = { goods: 13_800, paidGoods: 12_000 };
    expect(changesBy(member(30, 3, 21), [sale(30, dearer)])).toEqual([
      [20, -2000],
      [21, 2000],
    ]);
    expect(changesBy(member(30, 3, 21), [sale(30, { ...dearer, refundedGoods: 6900 })])).toEqual([
      [20, -1000],
      [21, 1000],
    ]);
  });

  test("a level 3 that moves directly below the level 1 leaves the level 2's share unpaid", () => {
    expect(changesBy(member(30, 3, 2), [sale(30)])).toEqual([[20, -5000]]);
  });

  test("an uplift earns 5 % more on its own sales, and its parent a bonus instead of the upline's 5 %", () => {
    // 20: 20 % instead of 15 %. 2: no longer 5 %, but 10 % of those 20 %. 1: no bonus of a bonus.
    expect(changesBy(member(20, 1, 2), [sale(20)])).toEqual([
      [20, 5000],
      [2, -3000],
      [1, -500],
    ]);
  });

  test("an uplift keeps the level 3 below, whose 5 % now go to a level 1 and earn a bonus", () => {
    expect(changesBy(member(20, 1, 2), [sale(30)])).toEqual([
      [2, -4500],
      [1, -500],
    ]);
  });

  test("a stockist that moves pays its percentage to the new parent", () => {
    expect(changesBy(member(40, 4, 2, { distributorBps: 1000 }), [sale(40)])).toEqual([
      [2, 10_000],
      [20, -10_000],
      [1, 1000],
    ]);
  });

  test("a customer who becomes a stockist buys from itself, and its parent earns the stockist's percentage", () => {
    const converted = member(50, 4, 20, { distributorBps: 1000 });
    expect(changesBy(converted, [sale(20, { sellerIdAfter: 50 })])).toEqual([
      [2, -5000],
      [20, -5000],
      [1, -500],
    ]);
  });

  test("a customer who becomes a distributor earns its own share of what it bought", () => {
    expect(changesBy(member(50, 3, 20), [sale(20, { sellerIdAfter: 50 })])).toEqual([
      [20, -10_000],
      [50, 10_000],
    ]);
    expect(changesBy(member(50, 3, 20), [sale(null, { sellerIdAfter: 50 })])).toEqual([
      [50, 10_000],
      [2, 5000],
      [20, 5000],
      [1, 500],
    ]);
  });

  test("multiplies grouped orders, and excludes refunds", () => {
    const sold = { orders: 3, goods: 115_000 };
    expect(changesBy(member(30, 3, 21), [sale(30, sold)])).toEqual([
      [20, -15_000],
      [21, 15_000],
    ]);
    expect(changesBy(member(30, 3, 21), [sale(30, { ...sold, refundedGoods: 57_500 })])).toEqual([
      [20, -7500],
      [21, 7500],
    ]);
    expect(changesBy(member(30, 3, 21), [sale(30, { ...sold, refundedGoods: 115_000 })])).toEqual(
      [],
    );
  });

  test("an inactive member gains nothing", () => {
    const after = treeWith(member(30, 3, 21), (userId) => {
      const found = now(userId);
      return found && { ...found, active: userId !== 21 };
    });
    expect(previewEarnings([sale(30)], { now, after, inForce })).toEqual([
      { userId: 20, before: 5000, after: 0, change: -5000 },
    ]);
  });

  const anySale = fc
    .record({
      sellerId: fc.constantFrom(1, 2, 20, 21, 30, 40, 99, null),
      orders: fc.integer({ min: 1, max: 50 }),
      value: fc.integer({ min: 0, max: 5_000_000 }),
      goods: fc.integer({ min: 1, max: 5_000_000 }),
      part: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ part, goods, sellerId, ...rest }) =>
      sale(sellerId, { ...rest, goods, refundedGoods: Math.floor((goods * part) / 100) }),
    );

  test("without a change of the tree changes nothing, for any sales", () => {
    fc.assert(
      fc.property(fc.array(anySale), fc.constantFrom(...tree), (sales, unmoved) => {
        expect(changesBy({ ...unmoved }, sales)).toEqual([]);
      }),
    );
  });

  test("of a level 3 that moves between level 2s neither makes nor destroys money", () => {
    fc.assert(
      fc.property(fc.array(anySale), (sales) => {
        const changes = changesBy(member(30, 3, 21), sales);
        expect(changes.reduce((sum, [, change]) => sum + (change ?? 0), 0)).toBe(0);
      }),
    );
  });
});
