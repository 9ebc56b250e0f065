import { expect, onTestFinished } from "vitest";
import { countSales } from "../../office/reports/sales-count.actions.ts";
import { readOnly } from "../../platform/db/database.ts";
import type { LedgerEvent } from "../../projections/ledger-catalogue.ts";
import { test } from "../../testing/database-test.ts";
import { append, createProjectionsLedger } from "../../testing/projection-ledger.ts";
import { bottles, distributor, sold } from "../../testing/some-facts.ts";
import { getCalendar } from "./closing.queries.ts";
import { readEarnedByOrder, readRegister } from "./commission-register.queries.ts";
import { sumsByCurrency } from "./commission-register.rules.ts";

test("the register has a row and a total for each currency of an imported history", async ({
  db,
  pool,
}) => {
  const userId = 3;
  const ledger = createProjectionsLedger(pool);
  onTestFinished(() => ledger.close());
  const inPounds = (event: LedgerEvent): LedgerEvent =>
    event.type === "OrderPlaced"
      ? { ...event, data: { ...event.data, region: "uk", currency: "GBP" } }
      : event;
  const sale = (number: number) => sold({ number, sellerId: userId, lines: [bottles(2)] });
  await append(
    ledger,
    [distributor(userId, 1, null), ...sale(1), ...sale(2).map(inPounds)],
    "2026-03-02T08:00:00.000Z",
  );
  await append(
    ledger,
    [{ type: "CommissionConverted", data: { userId, amount: 1 } }],
    "2026-03-03T08:00:00.000Z",
  );
  await countSales(db);
  const reader = readOnly(db);
  const calendar = await getCalendar(reader, "za");
  const rows = await readRegister(reader, calendar, "2026-03");
  const [rand, pounds] = rows;
  expect(rows).toMatchObject([
    { userId, currency: "ZAR", converted: 1 },
    { userId, currency: "GBP", converted: 0, opening: 0 },
  ]);
  expect(rand?.own).toBe(pounds?.own);
  expect(rand?.closing).toBe((pounds?.closing ?? 0) - 1);
  expect(sumsByCurrency(rows, "ZAR").map(({ currency, closing }) => [currency, closing])).toEqual([
    ["ZAR", rand?.closing],
    ["GBP", pounds?.closing],
  ]);
  const earned = await readEarnedByOrder(reader, calendar, "2026-03");
  expect(earned.map(({ currency }) => currency).toSorted()).toEqual(["GBP", "ZAR"]);
});
