import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { createHistory } from "../../testing/a-history.ts";
import type { LedgerEvent } from "../../projections/ledger-catalogue.ts";
import { append, createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { bottles, sold } from "../../testing/some-facts.ts";
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

/** Sums per seller and level in the figures, without those that are zero. */
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

/** All rows of the figures in a fixed order, to compare two counts of the same ledger. */
async function allFigures(db: Database) {
  const { rows } = await sql<object>`
    select day::text, seller_id, product_id, region, currency, level, buyer, method,
      orders, units, value, charged, delivery, refunded, net
    from sales_person_day figures join sales_kind kind on kind.id = figures.kind_id
    where (orders, units, value, charged, delivery, refunded, net) <> (0, 0, 0, 0, 0, 0, 0)
    order by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
  return rows;
}

const total = async (db: Database, from: string) => {
  const { rows } = await sql<object>`
    select sum(orders)::integer as orders, sum(units)::integer as units, sum(value)::bigint as value,
      sum(charged)::bigint as charged, sum(delivery)::bigint as delivery,
      sum(refunded)::bigint as refunded, sum(net)::bigint as net
    from ${sql.table(from)} figures join sales_kind kind on kind.id = figures.kind_id
    where kind.product_id = 0`.execute(db);
  return rows;
};

type SomeOrder = Readonly<{
  vatBps: number;
  lines: readonly Readonly<{
    productId: number;
    quantity: number;
    price: number;
    charged: number;
  }>[];
  /** The lines before it go to one recipient, the others to another. */
  split: number;
  delivery: number;
  methods: readonly ("card" | "eft" | "credit")[];
  buyer: "guest" | "customer" | "seller";
  seller: number;
  paidAt: Date;
  refunded: number;
}>;

const somePrice = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 999_999 }));
const someOrder: fc.Arbitrary<SomeOrder> = fc.record({
  vatBps: fc.oneof(fc.constantFrom(0, 1500, 2000), fc.integer({ min: 0, max: 9999 })),
  lines: fc.array(
    fc.record({
      productId: fc.constantFrom(94, 95, 300),
      quantity: fc.integer({ min: 1, max: 60 }),
      price: somePrice,
      charged: somePrice,
    }),
    { minLength: 1, maxLength: 6 },
  ),
  split: fc.integer({ min: 0, max: 6 }),
  delivery: fc.integer({ min: 0, max: 20_000 }),
  methods: fc.array(fc.constantFrom("card", "eft", "credit"), { minLength: 1, maxLength: 3 }),
  buyer: fc.constantFrom("guest", "customer", "seller"),
  seller: fc.nat(),
  // Around the midnight of the shop and the end of a month.
  paidAt: fc.date({
    min: new Date("2026-04-30T21:00:00Z"),
    max: new Date("2026-05-01T23:00:00Z"),
    noInvalidDate: true,
  }),
  refunded: fc.integer({ min: 0, max: 10_000 }),
});

/** The events of an order paid in parts, some with a partial refund. */
function factsOf(
  order: SomeOrder,
  { orderNumber, sellers }: Readonly<{ orderNumber: number; sellers: readonly number[] }>,
): LedgerEvent[] {
  const orderId = randomUUID();
  const lines = order.lines.map(({ productId, quantity, price, charged: unitPrice }) => {
    return { productId, quantity, listPrice: price, commissionPrice: price, unitPrice };
  });
  const parcel = { productId: 142, quantity: 1, listPrice: order.delivery, commissionPrice: 0 };
  const sections = [
    lines.slice(0, order.split),
    [...lines.slice(order.split), { ...parcel, unitPrice: order.delivery }],
  ]
    .filter((part) => part.length > 0)
    .map((part) => ({ addressId: null, lines: part }));
  const all = sections.flatMap((section) => section.lines);
  const charged = all.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const sellerId = sellers[order.seller % sellers.length] ?? null;
  const buyerId = { guest: null, customer: 900_000, seller: sellerId }[order.buyer];
  const placed: LedgerEvent = {
    type: "OrderPlaced",
    data: {
      orderId,
      orderNumber,
      buyerId,
      sellerId,
      region: "za",
      currency: "ZAR",
      vatBps: order.vatBps,
      live: true,
      sections,
      deliveryService: null,
      total: charged,
    },
  };
  const paid = order.methods.map((method, at): LedgerEvent => {
    const amount = at === 0 ? Math.max(1, charged - (order.methods.length - 1)) : 1;
    const money = { amount, fee: 0, reference: "", referenceId: null };
    return {
      type: "PaymentReceived",
      data: { orderId, paymentId: randomUUID(), method, ...money },
    };
  });
  const amount = Math.min(order.refunded, charged);
  const about = { refundId: randomUUID(), method: "eft", reasonId: null } as const;
  const refund: LedgerEvent = {
    type: "PaymentRefunded",
    data: { orderId, amount, productAmount: 0, units: 0, ...about },
  };
  return [
    placed,
    ...paid,
    { type: "OrderPaid", data: { orderId } },
    ...(amount > 0 ? [refund] : []),
  ];
}

describe("the count of sales", () => {
  test("equals the projected entries of every seller, however often it runs", async ({
    db,
    ledger,
  }) => {
    const history = createHistory({ seed: 71 });
    for (let round = 0; round < 6; round++) {
      await happen(ledger, history, 80);
      // Alternates between one step and page by page, as after a long pause.
      await countSales(db, round % 2 === 0 ? undefined : 50);
    }
    const expected = await entered(db);
    expect(expected.length).toBeGreaterThan(5);
    for (const table of ofPeople) expect(await counted(db, table)).toEqual(expected);
  });

  test("adds up to the same by day, by person and by month, including house sales", async ({
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

  test("is the same when counted from scratch after a rebuild", async ({ db, ledger }) => {
    const history = createHistory({ seed: 73, firstMember: 1000, firstOrder: 1000 });
    // Step by step; a count from scratch collects everything and adds it up once.
    for (let round = 0; round < 5; round++) {
      await happen(ledger, history, 20);
      await countSales(db);
    }
    const before = await allFigures(db);
    await sql`update sales_count set projections = 'others'`.execute(db);
    await countSales(db);
    expect(await allFigures(db)).toEqual(before);
  });

  test("from scratch equals the count step by step for arbitrary orders", async ({
    db,
    ledger,
    superuser,
  }) => {
    // Without the limit, transfers need no second approval.
    await sql`update region set payout_second_person_above = null`.execute(superuser);
    const members = await db.selectFrom("projection.member").select("user_id as id").execute();
    const sellers = members.map(({ id }) => id);
    let orderNumber = 50_000;
    await countSales(db);
    await fc.assert(
      fc.asyncProperty(fc.array(someOrder, { minLength: 1, maxLength: 15 }), async (orders) => {
        for (const order of orders) {
          const facts = factsOf(order, { orderNumber: orderNumber++, sellers });
          await append(ledger, facts, order.paidAt.toISOString());
        }
        await countSales(db);
        const byStep = await allFigures(db);
        await sql`update sales_count set projections = 'others'`.execute(db);
        await countSales(db);
        expect(await allFigures(db)).toEqual(byStep);
        expect(await findSalesDrift(readOnly(db))).toEqual([]);
      }),
      { numRuns: 12 },
    );
    const { rows } = await sql<{ buyer: string; method: string }>`
      select distinct buyer, method from sales_kind where method = 'several'`.execute(db);
    expect(rows.map(({ buyer }) => buyer)).toEqual(expect.arrayContaining(["guest", "customer"]));
  });

  test("counts again what an older release counted, which has fewer figures", async ({ db }) => {
    const { projections } = await db
      .selectFrom("sales_count")
      .select("projections")
      .executeTakeFirstOrThrow();
    await sql`update sales_day set net = 0`.execute(db);
    await db
      .updateTable("sales_count")
      .set({ projections: projections.replace(/ \d+$/, "") })
      .execute();
    await countSales(db);
    expect(await findSalesDrift(readOnly(db))).toEqual([]);
    expect(
      (await db.selectFrom("sales_day").select("net").execute()).some(({ net }) => net > 0),
    ).toBe(true);
  });

  test("remembers its position and projections, and counts nothing twice", async ({ db }) => {
    const { position, projections } = await db
      .selectFrom("sales_count")
      .select(["position", "projections"])
      .executeTakeFirstOrThrow();
    expect(projections).toMatch(/^\d+ \d+ \d+$/);
    await sql`update sales_day set units = units + 1000`.execute(db);
    expect(await countSales(db)).toBe(position);
    expect(await findSalesDrift(readOnly(db))).not.toEqual([]);
    await sql`update sales_day set units = units - 1000`.execute(db);
  });

  test.for([
    ["sales_day", "The sales reports have every paid order once"],
    ["sales_person_day", "The sales of a person are what was entered for them"],
    ["sales_person_month", "Sales by day, by person and by month come to the same"],
  ] as const)("that drifts in %s is a finding of ledger health", async ([table, law], { db }) => {
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
  });

  test("reports every failing check, however much another one finds", async ({ db }) => {
    const drifts = async () =>
      new Set((await findSalesDrift(readOnly(db))).map((finding) => finding.law));
    const ahead = sql`select true, date '2090-01-01' + make_interval(months => n), 1,
      (select min(id) from sales_kind), 0, 0, 0, 0, 0, 0 from generate_series(1, 60) n`;
    await sql`insert into sales_person_month ${ahead}`.execute(db);
    expect([...(await drifts())]).toEqual([
      "Sales by day, by person and by month come to the same",
    ]);
    await sql`update sales_day set units = units + 1`.execute(db);

    expect(await drifts()).toContain("The sales reports have every paid order once");

    await sql`update sales_day set units = units - 1`.execute(db);
    await sql`delete from sales_person_month where month > date '2090-01-01'`.execute(db);
    expect([...(await drifts())]).toEqual([]);
  });

  test("does nothing while another process is counting", async ({ db }) => {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(7226011)`.execute(tx);
      expect(await countSales(db)).toBeNull();
    });
    expect(await countSales(db)).toBeGreaterThan(0);
  });

  // shows T135
  test("counts again what it counted just before a closing that does not include it", async ({
    db,
    ledger,
  }) => {
    const head = await countSales(db);
    const order = { number: 70_001, sellerId: null, lines: [bottles(2)] };
    await append(ledger, sold(order), "2026-06-20T10:00:00.000Z");
    await countSales(db);
    const seal = { afterPosition: 0, previousRoot: "0".repeat(64), root: "0".repeat(64) };
    const closing = { month: "2026-06", timeZone: "Africa/Johannesburg", seal };
    const closed = { ...closing, throughPosition: head ?? 0 };
    await append(ledger, [{ type: "MonthClosed", data: closed }], "2026-07-01T08:00:00.000Z");

    await countSales(db);

    const late = await db.selectFrom("sales_late").selectAll().execute();
    expect(
      late.map(({ day, happened_on, order_number }) => [day, happened_on, order_number]),
    ).toEqual(
      // The order as a whole, and its product.
      [
        ["2026-07-01", "2026-06-20", 70_001],
        ["2026-07-01", "2026-06-20", 70_001],
      ],
    );
    expect(await findSalesDrift(readOnly(db))).toEqual([]);
  });
});
