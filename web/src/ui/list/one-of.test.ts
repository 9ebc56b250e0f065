import { expect, test } from "vitest";
import { oneOf } from "./list-pages.tsx";

test.each([
  ["orders", "order"],
  ["entries", "entry"],
  ["payment batches", "payment batch"],
  ["people", "person"],
  ["months of rounding", "month of rounding"],
])("one of %s is a %s", (rows, row) => {
  expect(oneOf(rows)).toBe(row);
});
