import { sql } from "kysely";
import { expect } from "vitest";
import { connectPool, databaseOn } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { createLedger } from "../../platform/ledger/ledger.ts";
import { createHistory } from "../../testing/a-history.ts";
import { append } from "../../testing/books-ledger.ts";
import { testBefore } from "../../testing/older-database.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";

const test = testBefore("0054-order-due.ts");

test("orders of before ask for what a replay says that they ask for", async ({ olderUrl }) => {
  const pool = connectPool(olderUrl, { poolSize: 2 });
  const db = databaseOn(pool);
  const ledger = createLedger({ pool, catalogue: ledgerCatalogue });
  const history = createHistory({ seed: 6 });
  for (let count = 0; count < 300; count++) {
    const events = history.next();
    if (events.length > 0) await append(ledger, events);
  }
  const orders = [...history.books.orders.all.values()];
  for (const { orderId, orderNumber, total, state, received, refunded, paidAt } of orders)
    await sql`insert into projection.order_state (order_id, order_number, region, currency, vat_bps, live,
        total, goods, value, units, state, received, refunded, refunded_goods, refunded_units,
        placed_at, paid_at, placed_position, accrual, paid_goods)
      values (${orderId}, ${orderNumber}, 'za', 'ZAR', 1500, true, ${total}, 0, 0, 0, ${state},
        ${received}, ${refunded}, 0, 0, now(), ${paidAt}, ${orderNumber}, '[]', 0)`.execute(db);

  await migrate(olderUrl);

  const rows = await db.selectFrom("projection.order_state").select(["order_id", "due"]).execute();
  expect(new Map(rows.map(({ order_id, due }) => [order_id, due]))).toEqual(
    new Map(orders.map(({ orderId, due }) => [orderId, due])),
  );
  expect(orders.filter(({ due, total }) => due > 0 && due < total).length).toBeGreaterThan(0);
  await ledger.close();
  await pool.end();
});
