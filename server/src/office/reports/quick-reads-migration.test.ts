import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0033-quick-reads.ts");

test("sales of before are in the quarters", async ({ olderUrl }) => {
  const db = connect(olderUrl);
  await sql`insert into sales_kind (product_id, region, currency, level, buyer, method)
    values (0, 'za', 'ZAR', 1, 'guest', 'card')`.execute(db);
  await sql`
    insert into sales_person_month
    select whole, month::date, 7, 1, 1, 2, 300, 400, 50, -6
    from unnest(array['2026-03-01', '2026-04-01', '2026-06-01']) month, unnest(array[true, false]) whole
  `.execute(db);

  await migrate(olderUrl);

  const { rows } = await sql`
    select whole, quarter::text, seller_id, kind_id, orders, units, value, charged, delivery, refunded
    from sales_person_quarter order by whole, quarter`.execute(db);
  const one = { orders: 1, units: 2, value: 300, charged: 400, delivery: 50, refunded: -6 };
  const two = { orders: 2, units: 4, value: 600, charged: 800, delivery: 100, refunded: -12 };
  expect(rows).toEqual(
    [false, true].flatMap((whole) => [
      { whole, quarter: "2026-01-01", seller_id: 7, kind_id: 1, ...one },
      { whole, quarter: "2026-04-01", seller_id: 7, kind_id: 1, ...two },
    ]),
  );
  await db.destroy();
});
