import { describe, expect, test } from "vitest";
import { aNode } from "../../../testing/some-network.ts";
import { walletModes } from "@portal/shared/money/wallet-terms.ts";
import { countWords } from "../../../digit-groups.ts";
import { nodeFigures, peopleWords } from "./node-figures.tsx";

describe("the figures of a person", () => {
  const node = aNode({
    totalUnits: 12,
    totalUnitsSinceLastPayout: -2,
    totalSales: 339_132,
    totalSalesSinceLastPayout: -56_522,
    totalCommPaid: 60_000,
    totalCommUnpaid: -8478,
    leaderBonus: 1000,
    leaderBonusSinceLastPayout: -200,
  });

  test("since the last payout may be negative, and the earlier ones are the rest", () => {
    expect(nodeFigures(node, "current")).toEqual({
      units: -2,
      sales: -56_522,
      commission: -8278,
      leaderBonus: -200,
    });
    expect(nodeFigures(node, "historical")).toEqual({
      units: 14,
      sales: 395_654,
      commission: 58_800,
      leaderBonus: 1200,
    });
    expect(nodeFigures(node, "total")).toEqual({
      units: 12,
      sales: 339_132,
      commission: 50_522,
      leaderBonus: 1000,
    });
  });

  test("of both periods add up to the total", () => {
    const [current, historical, total] = walletModes.map((mode) => nodeFigures(node, mode));
    expect((current?.sales ?? 0) + (historical?.sales ?? 0)).toBe(total?.sales);
    expect((current?.commission ?? 0) + (historical?.commission ?? 0)).toBe(total?.commission);
  });
});

describe("a count", () => {
  test("is grouped like amounts, with a true minus sign", () => {
    expect(countWords(1312)).toBe("1\u00a0312");
    expect(countWords(-1_000_000)).toBe("−1\u00a0000\u00a0000");
    expect(countWords(0)).toBe("0");
  });

  test("of people distinguishes singular and plural", () => {
    expect(peopleWords(1)).toBe("1 person");
    expect(peopleWords(2)).toBe("2 people");
  });
});
