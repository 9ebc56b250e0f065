import { describe, expect, test } from "vitest";
import { obstacleOf, preflight, type PreflightFacts } from "./payout-preflight.rules.ts";

const sound: PreflightFacts = {
  hasBankDetails: true,
  canBeAccount: true,
  changedDays: null,
  reversed: 0,
  others: 0,
  age: 1,
};

const remarks = (facts: Partial<PreflightFacts>) =>
  preflight({ ...sound, ...facts }).filter(({ severity }) => severity !== "ok");

describe("the payout preflight", () => {
  test("has six checks, all ok for a sound request", () => {
    expect(preflight(sound).map(({ check }) => check)).toEqual([
      "bank-details",
      "account-number",
      "changed",
      "reversal",
      "shared-account",
      "age",
    ]);
    expect(remarks({})).toEqual([]);
  });

  test.for([
    [{ hasBankDetails: false }, { check: "bank-details", severity: "bad", figure: null }],
    [{ canBeAccount: false }, { check: "account-number", severity: "bad", figure: null }],
    [{ changedDays: 13 }, { check: "changed", severity: "warning", figure: 13 }],
    [{ reversed: 4521 }, { check: "reversal", severity: "warning", figure: 4521 }],
    [{ others: 2 }, { check: "shared-account", severity: "warning", figure: 2 }],
    [{ age: 31 }, { check: "age", severity: "warning", figure: 31 }],
  ] as const)("reports %o", ([facts, remark]) => {
    expect(remarks(facts)).toEqual([remark]);
  });

  test("reports neither a change 14 days ago nor a request 30 days old", () => {
    expect(remarks({ changedDays: 14 })).toEqual([]);
    expect(remarks({ age: 30 })).toEqual([]);
  });
});

describe("a request that cannot be in a batch", () => {
  const ready = {
    bankDetailsHoldUntil: null,
    amount: 500_00,
    withheld: 0,
    needsSecondPerson: false,
    approvals: [],
    preflight: [],
  };
  const bad = (check: "bank-details" | "account-number") => ({
    preflight: [{ check, severity: "bad", figure: null }] as const,
  });

  test.each([
    [{}, null],
    [{ bankDetailsHoldUntil: "2026-12-01T08:00:00.000Z" }, "payout.on-hold"],
    [{ withheld: 500_00 }, "payout.nothing-to-transfer"],
    [{ needsSecondPerson: true }, "payout.second-person"],
    [{ needsSecondPerson: true, approvals: [{}] }, null],
    [bad("bank-details"), "payout.no-bank-details"],
    [bad("account-number"), "payout.wrong-account"],
  ] as const)("with %j has the obstacle %s", (changes, obstacle) => {
    expect(obstacleOf({ ...ready, ...changes })).toBe(obstacle);
  });
});
