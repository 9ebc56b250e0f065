import { orderSorts } from "@portal/shared/orders/save-order.ts";
import { expect } from "vitest";
import { countSales } from "../reports/sales-count.actions.ts";
import { createHistory } from "../../testing/a-history.ts";
import { createBooksLedger, happen } from "../../testing/books-ledger.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { readOnly } from "../../db/database.ts";
import { findStretch } from "./order-stretch.queries.ts";
import { sortColumns } from "./order.queries.ts";

const test = databaseTest.extend("ledger", { scope: "file" }, ({ pool }, { onCleanup }) => {
  const ledger = createBooksLedger(pool);
  onCleanup(() => ledger.close());
  return ledger;
});

test("the stretch of a place begins as many orders before it as it says, in every sort", async ({
  db,
  ledger,
}) => {
  const history = createHistory({ seed: 77, firstMember: 10, firstOrder: 950 });
  await happen(ledger, history, 150);
  await countSales(db);
  // Of these nothing was counted yet.
  await happen(ledger, history, 20);

  for (const by of orderSorts)
    for (const direction of ["asc", "desc"] as const)
      for (const region of [undefined, "za", "uk"] as const) {
        const isAscending = direction === "asc";
        const orders = db
          .selectFrom("projection.order_state as order")
          .select("order.order_number as number")
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
