import { describe, expect, test } from "vitest";
import { type Graph, graphCsv, graphData, stepsOf } from "./graph-data.ts";
import { comparison } from "./report-parts.tsx";

const figures = { orders: 1, commissionable: 0, charged: 0 };
const graph: Graph = {
  currency: "ZAR",
  unitValue: 282_61,
  points: [
    { day: "2026-02-01", key: 0, ...figures, units: 2, totalSales: 2_00 },
    { day: "2026-02-01", key: 2, ...figures, units: 3, totalSales: 3_00 },
    { day: "2026-04-01", key: 2, ...figures, units: 4, totalSales: 4_00 },
  ],
  names: [],
  before: {
    from: "2025-11-01",
    to: "2026-01-31",
    points: [{ day: "2025-12-01", ...figures, units: 6, totalSales: 6_00 }],
  },
  behind: 0,
  late: { rows: [], count: 0 },
};
const asked = {
  from: "2026-02-01",
  to: "2026-04-30",
  step: "month",
  series: "level",
  measure: "totalSales",
} as const;

describe("the numbers of the sales graph", () => {
  test("are layers by level over all steps, with the previous period", () => {
    const data = graphData(graph, asked);
    expect(data.steps).toEqual(["2026-02-01", "2026-03-01", "2026-04-01"]);
    expect(data.layers.map(({ name, values, total }) => [name, values, total])).toEqual([
      ["Level 2", [3_00, 0, 4_00], 7_00],
      ["No seller", [2_00, 0, 0], 2_00],
    ]);
    expect([data.totals, data.total]).toEqual([[5_00, 0, 4_00], 9_00]);
    expect([data.before, data.totalBefore]).toEqual([[0, 6_00, 0], 6_00]);
    expect(comparison(data.total, data.totalBefore)).toBe("50% more than the previous period");
    expect(comparison(9_00, 0)).toBe("No sales in the previous period");
    expect(comparison(9_00, 9_01)).toBe("Same as the previous period");
    expect(comparison(1_099_00, 100_00)).toBe("999% more than the previous period");
    expect(comparison(757_20_00, 100_00)).toBe("More than 10 times the previous period");
    expect(comparison(3_00, 6_00)).toBe("50% less than the previous period");
  });

  test("are the best-selling products, and one layer for the others", () => {
    const keys = [1, 2, 3, 4, 5, 6, 7, 8];
    const points = keys.map((key) => ({
      day: "2026-02-01",
      key,
      ...figures,
      units: key,
      totalSales: key * 100,
    }));
    const names = keys.slice(1).map((key) => ({ key, name: `Thing ${key}` }));
    const { layers } = graphData(
      { ...graph, points, names },
      { ...asked, series: "product", measure: "units" },
    );
    expect(layers.map(({ name, total }) => [name, total])).toEqual([
      ...[8, 7, 6, 5, 4, 3].map((key) => [`Thing ${key}`, key]),
      ["Other products", 3],
    ]);
  });

  test("start weeks on Monday and months on the first, also across a year", () => {
    expect(stepsOf("2026-01-01", "2026-01-12", "week")).toEqual([
      "2025-12-29",
      "2026-01-05",
      "2026-01-12",
    ]);
    expect(stepsOf("2025-12-31", "2026-01-02", "day")).toHaveLength(3);
    expect(stepsOf("2025-11-30", "2026-02-01", "month")).toHaveLength(4);
  });

  test("are the same in the CSV, whose texts no spreadsheet evaluates as formulas", () => {
    const data = graphData(graph, asked);
    const evil = { ...data, layers: data.layers.map((layer) => ({ ...layer, name: "=1+1" })) };
    expect(graphCsv(evil, "totalSales").split("\r\n").slice(0, 2)).toEqual([
      "\uFEFFFrom,'=1+1,'=1+1,Total,Previous period",
      "2026-02-01,3.00,2.00,5.00,0.00",
    ]);
  });
});
