import { sql } from "kysely";
import { expect } from "vitest";
import { connectPool, databaseOn } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { createLedger } from "../../platform/ledger/ledger.ts";
import { createHistory } from "../../testing/a-history.ts";
import { append } from "../../testing/books-ledger.ts";
import { testBefore } from "../../testing/older-database.ts";
import { ledgerCatalogue } from "../ledger-catalogue.ts";

const test = testBefore("0050-commission-ceiling.ts");

const orderOfBefore = sql`
  insert into projection.order_state
  select (data->>'orderId')::uuid, (data->>'orderNumber')::bigint, null, null, 'za', 'ZAR',
    (data->>'vatBps')::integer, true, null, 0, 0, 0, 0, 'placed', 0, 0, 0, 0, occurred_at, null, null,
    position, null, null, null, null, null, null, null, '[]'
  from ledger_events where type = 'OrderPlaced'`;

test("orders of before have what was paid for their goods, as a replay reckons it", async ({
  olderUrl,
}) => {
  const pool = connectPool(olderUrl, { poolSize: 2 });
  const db = databaseOn(pool);
  const ledger = createLedger({ pool, catalogue: ledgerCatalogue });
  const history = createHistory({ seed: 5 });
  for (let count = 0; count < 300; count++) {
    const events = history.next();
    if (events.length > 0) await append(ledger, events);
  }
  await orderOfBefore.execute(db);

  await migrate(olderUrl);

  const rows = await db
    .selectFrom("projection.order_state")
    .select(["order_id", "paid_goods"])
    .execute();
  const { orders } = history.books;
  expect(rows.length).toBeGreaterThan(50);
  for (const { order_id, paid_goods } of rows)
    expect(paid_goods).toBe(orders.get(order_id)?.paidGoods);
  expect(
    [...orders.all.values()].filter(({ value, paidGoods }) => paidGoods < value).length,
  ).toBeGreaterThan(0);
  await ledger.close();
  await pool.end();
});
