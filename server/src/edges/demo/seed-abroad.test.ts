import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";
import { seedDemo } from "./seed-demo.ts";

test("the demo of another region has people and products, and no orders in rand", async ({
  ownerUrl,
  db,
}) => {
  const seeded = await seedDemo({ ownerUrl, until: "2026-07-01", region: "uk" });

  expect(seeded.orders).toBe(0);
  expect(seeded.members).toBeGreaterThan(5);
  const types = await db.selectFrom("ledger_events").select("type").distinct().execute();
  const network = /^(Distributor|Stockist|Member)/;
  expect(types.map(({ type }) => type).filter((type) => !network.test(type))).toEqual([]);
  const bottle = db.selectFrom("product").select("price").where("id", "=", 94);
  expect(await bottle.executeTakeFirst()).toEqual({ price: 32_50 });
});
