import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { insertPeople } from "../../../bench/reads-people.ts";
import { fillLedger } from "../../../bench/rebuild-events.ts";
import { countSales } from "../office/reports/sales-count.actions.ts";
import { connectPool, databaseOn, patient, portalRole } from "../platform/db/connect.ts";
import { rebuildProjections } from "../projections/rebuild/rebuild.ts";
import { createDatabase, databaseUrl } from "./test-database.ts";

/** Large enough that an index is worth its use. */
export const largeShop = { orders: 6000, people: 6000, members: 3000 } as const;

/** A database with the network, orders and accounts of the bench, counted and analysed; the last account is an admin. */
export async function createLargeShop(): Promise<Readonly<{ name: string; url: string }>> {
  const { orders, people, members } = largeShop;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(inject("serverUrl"), name, inject("templateName"));
  const url = databaseUrl(inject("serverUrl"), name);
  const owner = connectPool(url, { ...patient, poolSize: 1 });
  const pool = connectPool(url, { ...patient, role: portalRole, poolSize: 4 });
  // Eight months, as the questions of the bench expect.
  await fillLedger(owner, orders, { members, from: "2026-01-01Z", everySeconds: 900 });
  await insertPeople(owner, people, members);
  await rebuildProjections(pool, { accepts: () => true });
  await countSales(databaseOn(pool));
  await owner.query("vacuum (analyze)");
  await pool.end();
  await owner.end();
  return { name, url };
}
