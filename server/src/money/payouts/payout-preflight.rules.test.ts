import { describe, expect, test } from "vitest";
import { preflight, type PreflightFacts } from "./payout-preflight.rules.ts";

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

describe("the look before paying", () => {
  test("has six lines, and no remark where all is well", () => {
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
  ] as const)("remarks on %o", ([facts, remark]) => {
    expect(remarks(facts)).toEqual([remark]);
  });

  test("remarks neither on a change of a fortnight ago nor on a request of thirty days", () => {
    expect(remarks({ changedDays: 14 })).toEqual([]);
    expect(remarks({ age: 30 })).toEqual([]);
  });
});
