import { describe, expect, test } from "vitest";
import { type CommissionPlan, shareAboveCeiling, sharesOf } from "./commission-plan.ts";

const present: CommissionPlan = {
  own: { "1": 2000, "2": 1500, "3": 1000 },
  upline: { "1": { "2": 500, "3": 500 }, "2": { "3": 500 } },
  leader: 1000,
};

describe("the ceiling of a plan", () => {
  test("is reached exactly by the plan of the specification", () => {
    expect(sharesOf(present)).toEqual([
      { sellerLevel: 1, chain: 2000, leader: 200 },
      { sellerLevel: 2, chain: 2000, leader: 50 },
      { sellerLevel: 3, chain: 2000, leader: 50 },
    ]);
    expect(shareAboveCeiling(present, 2000)).toBeNull();
  });

  test.each([
    ["own share", { ...present, own: { ...present.own, "2": 1501 } }, 2051],
    ["upline share", { ...present, upline: { ...present.upline, "2": { "3": 900 } } }, 2450],
    ["leader bonus", { ...present, leader: 1500 }, 2300],
  ])("is passed by a higher %s, and the dearest sale says by how much", (_name, plan, share) => {
    expect(shareAboveCeiling(plan, 2000)).toBe(share);
  });

  // shows T376
  test("counts the bonus of a stockist's sale, which no level of the plan shows", () => {
    const low = { "1": 200, "2": 200, "3": 200 };
    const none = { "1": { "2": 0, "3": 0 }, "2": { "3": 0 } };
    const plan = { own: low, upline: none, leader: 10_000 };
    expect(sharesOf(plan).every(({ leader }) => leader <= 200)).toBe(true);
    expect(shareAboveCeiling(plan, 2000)).toBe(4000);
    expect(shareAboveCeiling(plan, 200)).toBeNull();
    expect(shareAboveCeiling(present, 2001)).toBeNull();
    expect(shareAboveCeiling(present, 2010)).toBe(2211);
  });
});
