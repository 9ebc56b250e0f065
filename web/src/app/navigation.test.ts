import { roles } from "@portal/shared/roles.ts";
import { describe, expect, test } from "vitest";
import { navigationFor } from "./navigation.ts";

const labelsOf = (role: (typeof roles)[number]) =>
  navigationFor(role).flatMap(({ items }) => items.map(({ label }) => label));

describe("the menu", () => {
  test("of each role shows what that role may open, and nothing that is not there", () => {
    expect(labelsOf("admin")).toEqual(["Orders", "Payout requests"]);
    expect(labelsOf("distributor")).toEqual(["My orders", "My wallet", "My profile"]);
    expect(labelsOf("stockist")).toEqual(["My orders"]);
    expect(labelsOf("customer")).toEqual([]);
  });

  test("leads to addresses of that role alone", () => {
    for (const role of roles) {
      for (const { path } of navigationFor(role).flatMap(({ items }) => items))
        expect(path.startsWith(`/${role}/`)).toBe(true);
    }
  });
});
