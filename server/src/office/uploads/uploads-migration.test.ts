import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0025-uploads.ts");

test("a product keeps everything but a picture that nobody could have uploaded", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  const product = { name: "Bottle", price: 325_00, product_code: "B" };
  await db
    .insertInto("product")
    .values([
      { ...product, id: 1, image_id: 17 },
      { ...product, id: 2, image_id: null },
    ])
    .execute();
  await migrate(olderUrl);
  const rows = await db.selectFrom("product").select(["name", "price", "image_id"]).execute();
  expect(rows).toEqual([
    { name: "Bottle", price: 325_00, image_id: null },
    { name: "Bottle", price: 325_00, image_id: null },
  ]);
  await expect(
    db.updateTable("product").set({ image_id: 17 }).where("id", "=", 1).execute(),
  ).rejects.toThrow("product_image");
  await db.destroy();
});
