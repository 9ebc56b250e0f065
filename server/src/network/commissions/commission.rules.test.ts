import { shareOf } from "@portal/shared/platform/money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CommissionPlan, defaultPlan } from "./commission-plan.events.ts";
import {
  commissionOn,
  reversedBy,
  sharesOn,
  type TreeMember,
  underCeiling,
} from "./commission.rules.ts";

const member = (
  userId: number,
  level: 1 | 2 | 3 | 4,
  parentId: number | null,
  changes: Partial<TreeMember> = {},
): TreeMember => ({ userId, level, parentId, active: true, distributorBps: null, ...changes });

/** 1 sponsors 2; below 2 a level 2 and a level 3; directly below 2 another level 3; stockists under each. */
const tree = [
  member(1, 1, null),
  member(2, 1, 1),
  member(20, 2, 2),
  member(30, 3, 20),
  member(31, 3, 2),
  member(41, 4, 2, { distributorBps: 1000 }),
  member(42, 4, 20, { distributorBps: 750 }),
  member(43, 4, null, { distributorBps: 1000 }),
];

const find = (userId: number) => tree.find((each) => each.userId === userId);

type Changes = Readonly<{
  inactive?: readonly number[];
  plan?: CommissionPlan;
  paidGoods?: number;
}>;

/** The entries of a sale of R1,000.00 without VAT: beneficiary, kind, amount and reduction by the ceiling. */
function sharesOf(
  sellerId: number,
  { inactive = [], plan = defaultPlan, paidGoods = 100_000 }: Changes = {},
) {
  const findThen = (userId: number) => {
    const found = find(userId);
    return found && { ...found, active: !inactive.includes(userId) };
  };
  const seller = findThen(sellerId);
  if (!seller) throw new Error(`no member ${sellerId}`);
  const sale = { seller, value: 100_000, paidGoods };
  return commissionOn(sale, findThen, { position: 0, plan }).map(
    ({ beneficiaryId, kind, amount, cappedBy }) =>
      cappedBy === undefined
        ? [beneficiaryId, kind, amount]
        : [beneficiaryId, kind, amount, cappedBy],
  );
}

describe("commission on a sale", () => {
  // shows S9.3
  test("of a level 1 without a sponsor is its own 20 %", () => {
    expect(sharesOf(1)).toEqual([[1, "own", 20_000]]);
  });
  // shows S9.4
  test("of a sponsored level 1 adds the leader bonus of one generation", () => {
    expect(sharesOf(2)).toEqual([
      [2, "own", 20_000],
      [1, "leader", 2000],
    ]);
  });
  // shows S9.3
  test("of a level 2 is 15 % and 5 %", () => {
    expect(sharesOf(20)).toEqual([
      [20, "own", 15_000],
      [2, "upline", 5000],
      [1, "leader", 500],
    ]);
  });
  // shows S9.3
  test("of a level 3 is 10 %, 5 % and 5 %", () => {
    expect(sharesOf(30)).toEqual([
      [30, "own", 10_000],
      [20, "upline", 5000],
      [2, "upline", 5000],
      [1, "leader", 500],
    ]);
  });
  test("of a level 3 directly below a level 1 has no share of a level 2", () => {
    expect(sharesOf(31)).toEqual([
      [31, "own", 10_000],
      [2, "upline", 5000],
      [1, "leader", 500],
    ]);
  });
  test("of a stockist goes to its parent, and for a level 1 parent to its sponsor", () => {
    expect(sharesOf(41)).toEqual([
      [2, "stockist", 10_000],
      [1, "leader", 1000],
    ]);
    expect(sharesOf(42)).toEqual([[20, "stockist", 7500]]);
  });
  test("of a house account is empty", () => {
    expect(sharesOf(43)).toEqual([]);
  });

  test.each([
    [30, [30], [20, 2, 1]],
    [30, [20], [30, 2, 1]],
    [30, [2], [30, 20]],
    [30, [1], [30, 20, 2]],
    [2, [2], []],
    [41, [2], []],
    [41, [41], [2, 1]],
  ])("of %i gives nothing to %j and nobody takes their place", (seller, inactive, earners) => {
    expect(sharesOf(seller, { inactive }).map(([beneficiaryId]) => beneficiaryId)).toEqual(earners);
  });

  test("omits zero shares", () => {
    const plan = { ...defaultPlan, upline: { "1": { "2": 0, "3": 0 }, "2": { "3": 500 } } };
    expect(sharesOf(30, { plan })).toEqual([
      [30, "own", 10_000],
      [20, "upline", 5000],
    ]);
  });

  test("stops where the level no longer rises", () => {
    const odd = [member(30, 3, 29), member(29, 3, 2), ...tree.filter(({ userId }) => userId < 20)];
    const findOdd = (userId: number) => odd.find((each) => each.userId === userId);
    const inForce = { position: 0, plan: defaultPlan };
    expect(sharesOn({ seller: member(30, 3, 29), value: 100_000 }, findOdd, inForce)).toMatchObject(
      [{ beneficiaryId: 30, kind: "own" }],
    );
  });

  test("of the child of an uplifted level 2 ends at the uplifted member", () => {
    const afterUplift = (userId: number) => (userId === 20 ? member(20, 1, 2) : find(userId));
    const shares = sharesOn({ seller: member(30, 3, 20), value: 100_000 }, afterUplift, {
      position: 7,
      plan: defaultPlan,
    });
    expect(shares).toMatchObject([
      { beneficiaryId: 30, kind: "own", amount: 10_000, planPosition: 7 },
      { beneficiaryId: 20, kind: "upline", amount: 5000, beneficiaryLevel: 1 },
      { beneficiaryId: 2, kind: "leader", amount: 500, value: 5000, rateBps: 1000 },
    ]);
  });
});

describe("the payout-ratio cap", () => {
  const anyValue = fc.integer({ min: 0, max: 1_000_000_000_00 });

  test.each([
    [2, 2000],
    [20, 2000],
    [30, 2000],
    [31, 1500],
  ])("gives the chain of seller %i %i bps, plus at most 2 % for the leader", (sellerId, bps) => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const seller = find(sellerId);
        if (!seller) throw new Error(`no member ${sellerId}`);
        const inForce = { position: 0, plan: defaultPlan };
        const entries = commissionOn({ seller, value, paidGoods: value }, find, inForce);

        const chain = entries.filter(({ kind }) => kind !== "leader");
        const earned = chain.reduce((sum, { amount }) => sum + amount, 0);
        const all = entries.reduce((sum, { amount }) => sum + amount, 0);
        expect(Math.abs(earned - shareOf(value, bps))).toBeLessThanOrEqual(3);
        expect(all).toBeLessThanOrEqual(shareOf(value, 2200) + 4);
      }),
    );
  });
});

describe("the ceiling of an order", () => {
  // From R1,000.00, a level 3's sale gives 100.00, 50.00 and 50.00, and 5.00 to the leader.
  test.each([
    [
      20_500,
      [
        [30, "own", 10_000],
        [20, "upline", 5000],
        [2, "upline", 5000],
        [1, "leader", 500],
      ],
    ],
    [
      20_100,
      [
        [30, "own", 10_000],
        [20, "upline", 5000],
        [2, "upline", 5000],
        [1, "leader", 100, 400],
      ],
    ],
    [
      20_000,
      [
        [30, "own", 10_000],
        [20, "upline", 5000],
        [2, "upline", 5000],
      ],
    ],
    [
      15_001,
      [
        [30, "own", 10_000],
        [20, "upline", 5000],
        [2, "upline", 1, 4999],
      ],
    ],
    [
      14_000,
      [
        [30, "own", 10_000],
        [20, "upline", 4000, 1000],
      ],
    ],
    [10_000, [[30, "own", 10_000]]],
    [1, [[30, "own", 1, 9999]]],
    [0, []],
  ])("at %i takes from the leader, then from the top down, the seller last", (paidGoods, left) => {
    expect(sharesOf(30, { paidGoods })).toEqual(left);
  });

  test("of a stockist's order cuts the leader bonus first, then the parent's share", () => {
    expect(sharesOf(41, { paidGoods: 10_400 })).toEqual([
      [2, "stockist", 10_000],
      [1, "leader", 400, 600],
    ]);
    expect(sharesOf(41, { paidGoods: 1000 })).toEqual([[2, "stockist", 1000, 9000]]);
  });

  const bps = fc.integer({ min: 0, max: 10_000 });
  const anyPlan = fc.record({
    own: fc.record({ "1": bps, "2": bps, "3": bps }),
    upline: fc.record({ "1": fc.record({ "2": bps, "3": bps }), "2": fc.record({ "3": bps }) }),
    leader: bps,
  });
  const money = fc.integer({ min: 0, max: 10_000_000_00 });

  // shows R57, T80
  test("is never exceeded under any plan, and reached exactly if it applies", () => {
    fc.assert(
      fc.property(
        ...([anyPlan, fc.constantFrom(...tree), money, money] as const),
        (plan, seller, value, paidGoods) => {
          const inForce = { position: 0, plan };
          const shares = sharesOn({ seller, value }, find, inForce);
          const entries = commissionOn({ seller, value, paidGoods }, find, inForce);

          const sumOf = (of: readonly { amount: number }[]) =>
            of.reduce((sum, { amount }) => sum + amount, 0);
          expect(sumOf(entries)).toBe(Math.min(sumOf(shares), paidGoods));
          for (const [index, entry] of entries.entries()) {
            const share = shares[index];
            expect(entry.amount).toBeGreaterThan(0);
            expect({ ...entry, amount: entry.amount + (entry.cappedBy ?? 0) }).toMatchObject(
              share ?? {},
            );
          }
          // Only the last remaining share is reduced; all shares above it are zero.
          expect(entries.slice(0, -1).filter(({ cappedBy }) => cappedBy !== undefined)).toEqual([]);
        },
      ),
    );
  });

  test("returns the same shares if it does not apply", () => {
    const shares = sharesOn({ seller: member(30, 3, 20), value: 100_000 }, find, {
      position: 0,
      plan: defaultPlan,
    });
    expect(underCeiling(shares, 100_000)).toBe(shares);
  });
});

describe("the reversal of a refund", () => {
  test.each([
    [4239, 0, 97_500, 0],
    [4239, 32_500, 97_500, 1413],
    [4239, 97_500, 97_500, 4239],
    [1, 1, 2, 1],
    [5, 1, 0, 0],
  ])("of %i for goods %i of %i is %i", (amount, refundedGoods, goods, expected) => {
    expect(reversedBy(amount, refundedGoods, goods)).toBe(expected);
  });
});
