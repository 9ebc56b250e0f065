import { expect, test } from "vitest";
import { fillCopies } from "./site-copies.ts";

const page =
  '<h1>Shop</h1><site-copy data-name="home.lead" class="a"><p>Old</p></site-copy><site-copy data-name="home.more" class="a"></site-copy>';
const dateUpdated = "2026-11-20T09:05:00.000Z";

test("a text of the office replaces the original one, and nothing else changes", () => {
  const copy = "<p>$& costs $1 <strong>now</strong></p>";
  expect(fillCopies(page, [{ varName: "home.lead", copy, dateUpdated }])).toBe(
    `<h1>Shop</h1><site-copy data-name="home.lead" data-saved="${dateUpdated}" class="a">${copy}</site-copy><site-copy data-name="home.more" class="a"></site-copy>`,
  );
});

test("a page without texts of the office is unchanged", () => {
  expect(fillCopies(page, [])).toBe(page);
  expect(fillCopies(page, [{ varName: "privacy-policy.lead", copy: "x", dateUpdated }])).toBe(page);
});
