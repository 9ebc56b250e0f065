import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";
import { insertStartingProducts } from "./product.store.ts";

test("a product that is added later never takes a reserved id", async ({ db }) => {
  await insertStartingProducts(db);

  const { rows } = await sql`
    insert into product (name, price, product_code) values ('later', 100, 'LATER')
    returning id`.execute(db);

  expect(rows).toEqual([{ id: 1000 }]);
  const ids = await db.selectFrom("product").select("id").orderBy("id").execute();
  expect(ids.map(({ id }) => id)).toEqual([94, 142, 1000]);
});
