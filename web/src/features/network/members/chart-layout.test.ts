import { describe, expect, test } from "vitest";
import { aNode } from "../../../testing/some-network.ts";
import { boxSize, layOut } from "./network-chart.tsx";

const anna = aNode({ id: "3", label: "Anna Mokoena" });
const below = new Map([
  ["3", [aNode({ id: "4", label: "Ben Naidoo" }), aNode({ id: "9" })]],
  ["4", [aNode({ id: "5" }), aNode({ id: "6" }), aNode({ id: "7" })]],
]);
const chart = layOut([anna, aNode({ id: "40" })], (id) => below.get(id) ?? []);

describe("the chart", () => {
  test("contains each person once, one column further right per generation", () => {
    const columns = new Map(chart.boxes.map(({ node, x }) => [node.id, x]));
    expect([...columns.keys()].toSorted()).toEqual(["3", "4", "40", "5", "6", "7", "9"]);
    expect(columns.get("40")).toBe(columns.get("3"));
    expect(columns.get("4")).toBeGreaterThan(columns.get("3") ?? 0);
    expect(columns.get("5")).toBeGreaterThan(columns.get("4") ?? 0);
  });

  test("draws no overlapping boxes and none outside the chart", () => {
    for (const [at, box] of chart.boxes.entries()) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + boxSize.width).toBeLessThanOrEqual(chart.width);
      expect(box.y + boxSize.height).toBeLessThanOrEqual(chart.height);
      for (const other of chart.boxes.slice(at + 1)) {
        const apart = Math.abs(box.y - other.y) >= boxSize.height;
        expect(box.x !== other.x || apart).toBe(true);
      }
    }
  });

  test("draws a line to everyone but the top, and knows the parent of each", () => {
    expect(chart.lines.map(({ id }) => id).toSorted()).toEqual(["4", "5", "6", "7", "9"]);
    const ben = chart.boxes.find(({ node }) => node.id === "4");
    expect(ben?.parentLabel).toBe("Anna Mokoena");
  });

  test("of no one is empty", () => {
    expect(layOut([], () => []).boxes).toEqual([]);
  });
});
