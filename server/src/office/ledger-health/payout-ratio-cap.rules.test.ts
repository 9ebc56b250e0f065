import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sharesOn, type TreeMember } from "../../network/commissions/commission.rules.ts";
import { defaultPlan } from "../../network/commissions/commission-plan.events.ts";
import { ceilingOf } from "./ledger-health.queries.ts";

const bps = fc.integer({ min: 0, max: 3000 });
const plans = fc.record({
  own: fc.record({ "1": bps, "2": bps, "3": bps }),
  upline: fc.record({
    "1": fc.record({ "2": bps, "3": bps }),
    "2": fc.record({ "3": bps }),
  }),
  leader: bps,
});

const member = (userId: number, level: 1 | 2 | 3, parentId: number | null): TreeMember => ({
  userId,
  level,
  parentId,
  active: true,
  distributorBps: null,
});
/** A sponsor, a level 1 below, a level 2, and a level 3 below each of the last two. */
const tree = [
  member(1, 1, null),
  member(2, 1, 1),
  member(3, 2, 2),
  member(4, 3, 3),
  member(5, 3, 2),
];

describe("the payout-ratio cap", () => {
  test("is 20 % and 2 % for the plan of the specification", () => {
    expect(ceilingOf(defaultPlan)).toEqual({ chainBps: 2000, leaderBps: 200 });
  });

  test("is never exceeded by a distributor's sale by more than a cent per entry", () => {
    fc.assert(
      fc.property(
        plans,
        fc.constantFrom(...tree),
        fc.integer({ min: 0, max: 10_000_000 }),
        (plan, seller, value) => {
          const find = (userId: number) => tree.find((each) => each.userId === userId);
          const entries = sharesOn({ seller, value }, find, { position: 0, plan });
          const sumOf = (isLeader: boolean) => {
            const found = entries.filter(({ kind }) => (kind === "leader") === isLeader);
            return found.reduce((sum, { amount }) => sum + amount, 0) - found.length;
          };
          const { chainBps, leaderBps } = ceilingOf(plan);
          expect(sumOf(false) * 10_000).toBeLessThanOrEqual(value * chainBps);
          expect(sumOf(true) * 10_000).toBeLessThanOrEqual(value * leaderBps);
        },
      ),
    );
  });
});
