import { orderSorts } from "@portal/shared/sales/orders/save-order.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import { countSales } from "../../office/reports/sales-count.actions.ts";
import { createHistory } from "../../testing/a-history.ts";
import { createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { findStretch, readKnownCount } from "./order-count.store.ts";
import { sortColumns } from "./order.queries.ts";

const test = databaseTest.extend("ledger", { scope: "file" }, ({ pool }, { onCleanup }) => {
  const ledger = createProjectionsLedger(pool);
  onCleanup(() => ledger.close());
  return ledger;
});

/** Six days and as many times of day, by the number of each order. */
async function spreadOverDays(db: Database): Promise<void> {
  await sql`update projection.order_state set placed_at = timestamptz '2026-03-01Z'
    + order_number % 6 * interval '20 hours' + order_number * interval '1 second'`.execute(db);
}

test("the stretch of a place begins as many orders before it as it says, in every sort", async ({
  db,
  ledger,
}) => {
  const history = createHistory({ seed: 77, firstMember: 10, firstOrder: 950 });
  await happen(ledger, history, 150);
  await spreadOverDays(db);
  await countSales(db);
  // Of these nothing was counted yet.
  await happen(ledger, history, 20);
  await spreadOverDays(db);

  for (const by of orderSorts)
    for (const direction of ["asc", "desc"] as const)
      for (const region of [undefined, "za", "uk"] as const) {
        const isAscending = direction === "asc";
        const orders = db
          .selectFrom("projection.order_state as order")
          .select("order.order_number as number")
          .where(isLive())
          .$if(region !== undefined, (all) => all.where("order.region", "=", region ?? "za"))
          .orderBy(sortColumns[by], direction)
          .orderBy("order.order_number", direction);
        const numbers = (await orders.execute()).map(({ number }) => number);
        for (let before = 0; before < numbers.length; before += 7) {
          const sort = { by, direction };
          const found = await findStretch(readOnly(db), { sort, region }, { before, isAscending });
          const rest = await orders
            .where(sortColumns[by], isAscending ? ">=" : "<", found?.from ?? "")
            .offset(found?.before ?? 0)
            .limit(1)
            .execute();
          expect(rest).toEqual([{ number: numbers[before] }]);
        }
        const beyond = { before: numbers.length, isAscending };
        expect(
          await findStretch(readOnly(db), { sort: { by, direction }, region }, beyond),
        ).toBeNull();
      }
});

test("so many orders are placed within a period as it says, wherever it begins and ends", async ({
  db,
  ledger,
}) => {
  await happen(ledger, createHistory({ seed: 78, firstMember: 100, firstOrder: 3000 }), 60);
  await spreadOverDays(db);
  const { rows } = await sql<{ at: string }>`
    select to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from projection.order_state order by placed_at`.execute(db);
  const instants = [
    null,
    "2020-01-01T00:00:00Z",
    ...rows.map(({ at }) => at),
    "2030-01-01T12:00:00Z",
  ];
  for (const from of instants.filter((_, nth) => nth % 9 === 0))
    for (const until of instants.filter((_, nth) => nth % 7 === 0).toReversed())
      for (const region of [undefined, "za"] as const) {
        const { total } = await db
          .selectFrom("projection.order_state as order")
          .where(isLive())
          .select(({ fn }) => fn.countAll<number>().as("total"))
          .$if(region !== undefined, (all) => all.where("region", "=", region ?? "za"))
          .$if(from !== null, (all) => all.where("placed_at", ">=", from ?? ""))
          .$if(until !== null, (all) => all.where("placed_at", "<", until ?? ""))
          .executeTakeFirstOrThrow();
        const asked = { sort: { by: "placedAt", direction: "asc" }, region } as const;
        expect(await readKnownCount(readOnly(db), asked, { from, until })).toBe(total);
      }
});
