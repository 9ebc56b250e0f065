import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0041-order-counts.ts");

test("orders and payments of before are in the counts", async ({ olderUrl }) => {
  const db = connect(olderUrl);
  const order = (number: number, region: string) =>
    sql`insert into projection.order_state (order_id, order_number, region, currency, vat_bps, live,
        total, goods, value, units, state, received, refunded, refunded_goods, refunded_units,
        placed_at, placed_position, accrual)
      values (${idOf(number)}, ${number}, ${region}, 'ZAR', 1500, true, ${number * 700}, 1, 1, 1,
        'placed', 0, 0, 0, 0, ${`2026-03-${String(number).padStart(2, "0")}T23:30Z`}, ${number}, '[]')`.execute(
      db,
    );
  const payment = (position: number, number: number, method: string) =>
    sql`insert into projection.order_payment (position, order_id, payment_id, method, amount, fee,
        reference, received_at)
      values (${position}, ${idOf(number)}, ${`p${position}`}, ${method}, 1, 0, 'R', now())`.execute(
      db,
    );
  for (const [number, region] of [
    [1, "za"],
    [2, "uk"],
    [3, "za"],
    // These two come after what was counted.
    [14, "za"],
    [15, "za"],
  ] as const)
    await order(number, region);
  for (const [position, number, method] of [
    [5, 1, "card"],
    [6, 1, "card"],
    [7, 1, "eft"],
    [8, 2, "card"],
    [15, 3, "card"],
  ] as const)
    await payment(position, number, method);
  await sql`update sales_count set position = 10`.execute(db);

  await migrate(olderUrl);

  const { rows } = await sql<{ sort: string; counted: string }>`
    select sort, string_agg(concat_ws(' ', stretch, region, orders), ', ' order by stretch, region) as counted
    from order_stretch group by sort order by sort`.execute(db);
  const day = Date.UTC(2026, 2, 1) / 86_400_000;
  expect(rows).toEqual([
    { sort: "orderNumber", counted: "0 uk 1, 0 za 2" },
    { sort: "placedAt", counted: `${day} za 1, ${day + 1} uk 1, ${day + 2} za 1` },
    { sort: "total", counted: "0 za 1, 1 uk 1, 2 za 1" },
  ]);
  expect(
    await db.selectFrom("order_method").selectAll().orderBy("method").orderBy("region").execute(),
  ).toEqual([
    { method: "card", region: "uk", orders: 1 },
    { method: "card", region: "za", orders: 1 },
    { method: "eft", region: "za", orders: 1 },
  ]);
  await db.destroy();
});

function idOf(number: number): string {
  return `00000000-0000-4000-8000-0000000000${String(number).padStart(2, "0")}`;
}
