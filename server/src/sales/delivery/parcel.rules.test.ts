import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parcelsOf } from "./delivery.rules.ts";

const bottles = (quantity: number) => [{ quantity, weightInGrams: 140 }];

describe("the parcels of a recipient", () => {
  test.each([
    [0, []],
    [1, ["1 units"]],
    [60, ["60 units"]],
    [61, ["60 units", "1 units"]],
    [120, ["60 units", "60 units"]],
    [121, ["60 units", "60 units", "1 units"]],
  ])("of %i units are %j", (units, descriptions) => {
    expect(parcelsOf(bottles(units)).map(({ description }) => description)).toEqual(descriptions);
  });

  // shows L1
  test("weigh their contents plus the box", () => {
    expect(parcelsOf(bottles(4))).toMatchObject([{ weightGrams: 4 * 140 + 100, lengthCm: 25 }]);
    expect(parcelsOf(bottles(60))).toMatchObject([{ weightGrams: 60 * 140 + 400, lengthCm: 40 }]);
  });

  test("use a default weight for a unit without one", () => {
    expect(parcelsOf([{ quantity: 2, weightInGrams: 0 }])).toMatchObject([{ weightGrams: 300 }]);
  });

  // shows S9.1
  test("are one for every 60 units or part of it, and weigh at least the goods", () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 1000 }),
      weightInGrams: fc.integer({ min: 1, max: 5000 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const parcels = parcelsOf(lines);
        const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
        const goods = lines.reduce((sum, each) => sum + each.quantity * each.weightInGrams, 0);
        expect(parcels).toHaveLength(Math.ceil(units / 60));
        const sent = parcels.reduce((sum, { weightGrams }) => sum + weightGrams, 0);
        expect(sent).toBeGreaterThanOrEqual(goods);
      }),
    );
  });
});
