import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect } from "vitest";
import { compareProjections } from "./projections/compare/compare-projections.ts";
import { insertStartingProducts } from "./catalogue/products/product.store.ts";
import { sealLedger } from "./platform/ledger/sealing.ts";
import { verifyLedger } from "./platform/ledger/verify.ts";
import { createHistory } from "./testing/a-history.ts";
import { aSealKey } from "./testing/a-seal-key.ts";
import { createProjectionsLedger, happen } from "./testing/projection-ledger.ts";
import { test as databaseTest } from "./testing/database-test.ts";
import { tableContents } from "./testing/table-contents.ts";
import { migrate } from "./platform/db/migrate.ts";

const test = databaseTest
  /** The present migrations and one of a later release. */
  .extend("laterRelease", async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-later-"));
    onCleanup(() => rm(folder, { recursive: true }));
    await cp(path.resolve(import.meta.dirname, "../../migrations"), folder, { recursive: true });
    await writeFile(
      path.join(folder, "9999-later.sql"),
      `alter table product add column allergens text not null default 'none';
       update product set allergens = 'milk' where id = 94;
       create table sold_on as
         select (data ->> 'orderNumber')::bigint as order_number, occurred_at::date as day
         from ledger_events where type = 'OrderPlaced';
       create index order_state_total on projection.order_state (total);`,
    );
    return pathToFileURL(`${folder}/`);
  });

test("a filled database keeps its data after a later migration, and works", async ({
  ownerUrl,
  pool,
  db,
  superuser,
  laterRelease,
}) => {
  await insertStartingProducts(db);
  await sql`insert into account (email, first_name, last_name, role)
    values ('thandi@shop.test', 'Thandi', 'Nkosi', 'customer')`.execute(db);
  await sql`insert into audit_entry (action, details) values ('before', '{"a": 1}')`.execute(db);
  const ledger = createProjectionsLedger(pool);
  const history = createHistory({ seed: 7 });
  await happen(ledger, history, 300);
  await sealLedger(db, aSealKey());
  const { events } = await verifyLedger(db);
  const before = await tableContents(superuser);
  // The server's connections prepare, and none of its own statements reads whatever columns there are.
  const products = await superuser.selectFrom("product").selectAll().orderBy("id").execute();

  expect(await migrate(ownerUrl, laterRelease)).toEqual(["9999-later"]);

  const after = await tableContents(superuser);
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed.toSorted()).toEqual([
    "public.kysely_migration",
    "public.product",
    "public.sold_on",
  ]);
  expect(Object.keys(before).filter((name) => !(name in after))).toEqual([]);
  expect(await superuser.selectFrom("product").selectAll().orderBy("id").execute()).toEqual(
    products.map((product) => ({ ...product, allergens: product.id === 94 ? "milk" : "none" })),
  );
  const { rows } = await sql<{ orders: number }>`select count(*) as orders from sold_on`.execute(
    superuser,
  );
  expect(rows).toEqual([{ orders: history.projections.orders.all.size }]);
  expect(events).toBeGreaterThan(300);
  expect(await verifyLedger(db)).toMatchObject({ events, seals: 1, damage: null });

  await happen(ledger, history, 50);
  expect((await verifyLedger(db)).damage).toBeNull();
  expect(await compareProjections(pool)).toMatchObject({ isSound: true });
  await ledger.close();
});
