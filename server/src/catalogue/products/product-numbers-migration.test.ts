import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";
import { insertStartingProducts } from "./starting-products.store.ts";

const test = testBefore("0031-product-numbers.ts");

test("a product of before keeps its number, and one of later never takes one that is spoken for", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  const add = (name: string) =>
    sql<{ id: number }>`insert into product (name, price, product_code)
      values (${name}, 100, ${name}) returning id`.execute(db);
  expect((await add("before")).rows).toEqual([{ id: 1 }]);

  await migrate(olderUrl);
  await insertStartingProducts(db);

  expect((await add("later")).rows).toEqual([{ id: 1000 }]);
  const ids = await db.selectFrom("product").select("id").orderBy("id").execute();
  expect(ids.map(({ id }) => id)).toEqual([1, 94, 142, 1000]);
  await db.destroy();
});
