import { expect, test } from "vitest";
import { productIdIn, productPath } from "./product-paths.ts";

test.each([
  ["Original 50ml", "/products/original-50ml-94"],
  ["Crème brûlée & co.", "/products/creme-brulee-co-94"],
  ["</script>/../..?x#y", "/products/script-x-y-94"],
  ["茶", "/products/94"],
  ["", "/products/94"],
  ["a".repeat(300), `/products/${"a".repeat(60)}-94`],
])("the address of %j is %s, and leads back to its id", (name, path) => {
  expect(productPath({ id: 94, name })).toBe(path);
  expect(productIdIn(path.slice("/products/".length))).toBe(94);
});

test.each(["", "original", "94-original", "-0", "0", "x94", "1234567890"])(
  "%j is no product's address",
  (slug) => {
    expect(productIdIn(slug)).toBeNull();
  },
);
