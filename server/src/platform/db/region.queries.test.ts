import { afterEach, describe, expect, vi } from "vitest";
import { test } from "../../testing/database-test.ts";
import { readOnly } from "./database.ts";
import { forgetRegions, loadRegion, shownRegion } from "./region.queries.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("a region that is shown", () => {
  test("is held for five seconds, unless this process changed it", async ({ db, superuser }) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const shop = readOnly(db);
    const change = (unitValue: number) =>
      superuser
        .updateTable("region")
        .set({ unit_value: unitValue })
        .where("code", "=", "za")
        .execute();
    await change(100);
    forgetRegions();
    expect((await shownRegion(shop, "za")).unitValue).toBe(100);

    await change(200);
    vi.advanceTimersByTime(4999);
    expect((await shownRegion(shop, "za")).unitValue).toBe(100);
    expect((await loadRegion(shop, "za")).unitValue).toBe(200);
    vi.advanceTimersByTime(1);
    expect((await shownRegion(shop, "za")).unitValue).toBe(200);

    await change(300);
    forgetRegions();
    expect((await shownRegion(shop, "za")).unitValue).toBe(300);
    expect((await shownRegion(shop, "usa")).unitValue).not.toBe(300);
  });
});
