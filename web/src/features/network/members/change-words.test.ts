import { describe, expect, test } from "vitest";
import { actorWords, changeWords, type NetworkChange, termsWords } from "./change-words.ts";

const change: NetworkChange = {
  position: 1,
  at: "2026-11-20T08:00:00.000Z",
  type: "DistributorMoved",
  userId: 4,
  userName: "Ben Naidoo",
  parentName: "Anna Mokoena",
  actorName: "Thandi Maseko",
  impersonatedByName: null,
};

describe("a change of the network", () => {
  test.each([
    ["DistributorEnrolled", "Ben Naidoo joined as a distributor under Anna Mokoena"],
    ["StockistEnrolled", "Ben Naidoo joined as a stockist under Anna Mokoena"],
    ["DistributorMoved", "Ben Naidoo moved under Anna Mokoena"],
    ["StockistMoved", "Ben Naidoo moved under Anna Mokoena"],
    ["DistributorUplifted", "Ben Naidoo became a level 1"],
    ["StockistTermsChanged", "Ben Naidoo: margin or commission changed"],
    ["MemberCodeChanged", "Ben Naidoo has a new code"],
    ["MemberDeactivated", "Ben Naidoo was deleted"],
    ["MemberReactivated", "Ben Naidoo was restored"],
  ] as const)("%s is one sentence", (type, words) => {
    expect(changeWords({ ...change, type })).toBe(words);
  });

  test("omits a parent that the reader may not see", () => {
    expect(changeWords({ ...change, parentName: null })).toBe("Ben Naidoo moved");
    expect(changeWords({ ...change, type: "StockistEnrolled", parentName: null })).toBe(
      "Ben Naidoo joined as a stockist",
    );
    expect(changeWords({ ...change, userName: null })).toBe("Member 4 moved under Anna Mokoena");
  });

  test("names both people of an impersonation", () => {
    expect(actorWords(change)).toBe("Thandi Maseko");
    expect(actorWords({ actorName: "Anna Mokoena", impersonatedByName: "Thandi Maseko" })).toBe(
      "Thandi Maseko as Anna Mokoena",
    );
    expect(actorWords({ actorName: null, impersonatedByName: null })).toBeNull();
  });
});

test("a stockist's percentages are one line", () => {
  const terms = { position: 7, from: change.at, actorName: null };
  expect(
    termsWords({ ...terms, stockistMargin: 30, distributorPercent: 10, vatRegistered: false }),
  ).toBe("30% margin, 10% to the distributor, no VAT number");
});
