import { sql } from "kysely";
import { describe, expect } from "vitest";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { createHistory } from "../../testing/a-history.ts";
import { createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { countSales } from "./sales-count.actions.ts";
import { findSalesDrift } from "./sales-drift.queries.ts";

const test = databaseTest.extend("ledger", { scope: "file" }, ({ pool }, { onCleanup }) => {
  const ledger = createProjectionsLedger(pool);
  onCleanup(() => ledger.close());
  return ledger;
});

type Sums = { seller: number; level: number; units: number; value: number; charged: number };

const ofPeople = ["sales_person_day", "sales_person_month"] as const;

/** By whom the figures say that was sold, without what came to nothing. */
async function counted(db: Database, table: (typeof ofPeople)[number]) {
  const { rows } = await sql<Sums>`
    select seller_id as seller, level, sum(units)::integer as units, sum(value)::bigint as value,
      sum(charged)::bigint as charged
    from ${sql.table(table)} figures join sales_kind kind on kind.id = figures.kind_id
    where whole and seller_id <> 0
    group by 1, 2 having sum(units) <> 0 or sum(value) <> 0 order by 1, 2`.execute(db);
  return rows;
}

async function entered(db: Database) {
  const { rows } = await sql<Sums>`
    select seller_id as seller, seller_level as level, sum(units)::integer as units,
      sum(value)::bigint as value, sum(charged)::bigint as charged
    from projection.sale_entry
    group by 1, 2 having sum(units) <> 0 or sum(value) <> 0 order by 1, 2`.execute(db);
  return rows;
}

/** Every row of the figures, in an order of its own: two counts of the same ledger are the same. */
async function allFigures(db: Database) {
  const { rows } = await sql<object>`
    select day::text, seller_id, product_id, region, currency, level, buyer, method,
      orders, units, value, charged, delivery, refunded
    from sales_person_day figures join sales_kind kind on kind.id = figures.kind_id
    where (orders, units, value, charged, delivery, refunded) <> (0, 0, 0, 0, 0, 0)
    order by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
  return rows;
}

const total = async (db: Database, from: string) => {
  const { rows } = await sql<object>`
    select sum(orders)::integer as orders, sum(units)::integer as units, sum(value)::bigint as value,
      sum(charged)::bigint as charged, sum(delivery)::bigint as delivery, sum(refunded)::bigint as refunded
    from ${sql.table(from)} figures join sales_kind kind on kind.id = figures.kind_id
    where kind.product_id = 0`.execute(db);
  return rows;
};

describe("the count of sales", () => {
  test("is what the books entered for every seller, however often it is called", async ({
    db,
    ledger,
  }) => {
    const history = createHistory({ seed: 71 });
    for (let round = 0; round < 6; round++) {
      await happen(ledger, history, 80);
      // By turns all that is new at once, and page by page as after a long silence.
      await countSales(db, round % 2 === 0 ? undefined : 50);
    }
    const expected = await entered(db);
    expect(expected.length).toBeGreaterThan(5);
    for (const table of ofPeople) expect(await counted(db, table)).toEqual(expected);
  });

  test("adds up to the same by day, by person and by month, sales of the house included", async ({
    db,
  }) => {
    const byDay = await total(db, "sales_day");
    for (const table of ofPeople) expect(await total(db, table)).toEqual(byDay);
    const { rows } = await sql`
      select count(*) filter (where paid_at is not null and live)::integer as orders,
        sum(units - refunded_units) filter (where paid_at is not null and live)::integer as units,
        sum(goods - refunded_goods) filter (where paid_at is not null and live)::bigint as charged
      from projection.order_state`.execute(db);
    expect(byDay).toMatchObject(rows);
  });

  test("comes to the same when all is counted at once, after a rebuild of the books", async ({
    db,
    ledger,
  }) => {
    const history = createHistory({ seed: 73, firstMember: 1000, firstOrder: 1000 });
    // Step by step by the rule in TypeScript; what was paid is set down in SQL when all comes at once.
    for (let round = 0; round < 5; round++) {
      await happen(ledger, history, 20);
      await countSales(db);
    }
    const before = await allFigures(db);
    await sql`update sales_count set projections = 'others'`.execute(db);
    await countSales(db);
    expect(await allFigures(db)).toEqual(before);
  });

  test("is known by its position and projections, so that nothing is counted anew", async ({
    db,
  }) => {
    const { position, projections } = await db
      .selectFrom("sales_count")
      .select(["position", "projections"])
      .executeTakeFirstOrThrow();
    expect(projections).toMatch(/^\d+ \d+$/);
    await sql`update sales_day set units = units + 1000`.execute(db);
    expect(await countSales(db)).toBe(position);
    expect(await findSalesDrift(readOnly(db))).not.toEqual([]);
    await sql`update sales_day set units = units - 1000`.execute(db);
  });

  test.for([
    ["sales_day", "The sales reports have every paid order once"],
    ["sales_person_day", "The sales of a person are what was entered for them"],
    ["sales_person_month", "Sales by day, by person and by month come to the same"],
  ] as const)(
    "that drifts in %s is a finding of the ledger's health",
    async ([table, law], { db }) => {
      expect(await findSalesDrift(readOnly(db))).toEqual([]);
      const kinds = sql`(select id from sales_kind where product_id = 0)`;
      const plant = (by: number) =>
        sql`update ${sql.table(table)} set units = units + ${by} where kind_id in ${kinds}`.execute(
          db,
        );
      await plant(1);
      const laws = (await findSalesDrift(readOnly(db))).map((finding) => finding.law);
      expect(laws).toContain(law);
      await plant(-1);
      expect(await findSalesDrift(readOnly(db))).toEqual([]);
    },
  );

  test("leaves it to another process that counts just now", async ({ db }) => {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(7226011)`.execute(tx);
      expect(await countSales(db)).toBeNull();
    });
    expect(await countSales(db)).toBeGreaterThan(0);
  });
});
