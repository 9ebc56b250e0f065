import { describe, expect, test } from "vitest";
import { comparedPrice, type KnownProduct, looksOf } from "./like-products.rules.ts";

const bottle: KnownProduct = {
  id: 94,
  highest: 325_00,
  productGroup: "50",
  names: ["50ml", "50ML"],
  isOffered: true,
  isRenewed: false,
};
const large = { ...bottle, id: 95, highest: 600_00, productGroup: "100", names: ["100ml", "100"] };
const known = [bottle, large];
const priceOf = (name: string, productGroup: string | null = "100c", productCode = "X") =>
  comparedPrice({ id: -1, name, productCode, productGroup }, known);

describe("what a product is compared with", () => {
  // shows T373
  test.each([
    ["50ml", 325_00],
    ["50 ML", 325_00],
    ["５０ｍｌ", 325_00],
    ["5Оml", 325_00],
    ["5o mI", 325_00],
    ["50\u200bml", 325_00],
    ["Special 50ml, new", 325_00],
    ["ml", 600_00],
    ["100ml and 50ml", 600_00],
    ["250ml", 0],
    ["500ml", 0],
    ["Sachet", 0],
    ["5", 0],
  ])("%s is like what costs %i", (name, price) => {
    expect(priceOf(name)).toBe(price);
  });

  test("is the cheapest of its group besides, and never itself or what is long hidden", () => {
    expect(priceOf("Sachet", "50")).toBe(325_00);
    expect(priceOf("Sachet", "100c", "50-ml")).toBe(325_00);
    const own = { id: 94, name: "50ml", productCode: "50ML", productGroup: "50" };
    expect(comparedPrice(own, known)).toBe(0);
    const hidden = known.map((one) => ({ ...one, isOffered: false }));
    expect(comparedPrice({ ...own, id: -1 }, hidden)).toBe(0);
  });

  test("tells codes apart as people do", () => {
    expect(looksOf("LOT-10")).toBe(looksOf("l0t 1O"));
    expect(looksOf("LOT-10")).not.toBe(looksOf("LOT-11"));
  });
});
