import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../db/connect.ts";
import { migrate } from "../../db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0033-quick-reads.ts");

test("orders and sales of before are in the counts and the quarters", async ({ olderUrl }) => {
  const db = connect(olderUrl);
  const order = (number: number, region: string) =>
    sql`insert into projection.order_state (order_id, order_number, region, currency, vat_bps, live,
        total, goods, value, units, state, received, refunded, refunded_goods, refunded_units,
        placed_at, placed_position, accrual)
      values (gen_random_uuid(), ${number}, ${region}, 'ZAR', 1500, true, 1, 1, 1, 1, 'placed', 0, 0, 0,
        0, now(), ${number}, '[]')`.execute(db);
  for (const [number, region] of [
    [1, "za"],
    [2, "uk"],
    [3, "za"],
    [4, "za"],
  ] as const)
    await order(number, region);
  await sql`update sales_count set position = 3`.execute(db);
  await sql`insert into sales_kind (product_id, region, currency, level, buyer, method)
    values (0, 'za', 'ZAR', 1, 'guest', 'card')`.execute(db);
  await sql`
    insert into sales_person_month
    select whole, month::date, 7, 1, 1, 2, 300, 400, 50, -6
    from unnest(array['2026-03-01', '2026-04-01', '2026-06-01']) month, unnest(array[true, false]) whole
  `.execute(db);

  await migrate(olderUrl);

  expect(await db.selectFrom("order_count").selectAll().orderBy("region").execute()).toEqual([
    { region: "uk", orders: 1 },
    // The fourth one comes after what was counted.
    { region: "za", orders: 2 },
  ]);
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
