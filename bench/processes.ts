import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { connectPool, patient, portalRole } from "../server/src/platform/db/connect.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { seedDemo } from "../server/src/edges/demo/seed-demo.ts";
import type { Contest, Measured, OpenScenario } from "./contest.ts";
import { ordersIn, placeOrders, verifyOrders } from "./orders-over-http.ts";
import { createRawInsert } from "./raw-insert.ts";
import { createScratchDatabase } from "./scratch-database.ts";
import { type ShopServer, startShopServer } from "./shop-server.ts";

const clients = 32;
const counts = [1, 2, 4];
const sampleMs = 5;

/** Whole guest orders at one, two and four web processes, which share the lock of the ledger. Not judged. */
export const openProcesses: OpenScenario = async ({ serverUrl, isQuick, note }) => {
  await using resources = new AsyncDisposableStack();
  const database = await createScratchDatabase(serverUrl, "processes");
  resources.defer(database.drop);
  await migrate(database.url);
  await seedDemo({ ownerUrl: database.url, until: "2026-07-01" });
  const raw = await createRawInsert(database.url);
  const servers: ShopServer[] = [];
  for (let nth = 0; nth < Math.max(...counts); nth++) {
    const server = await startShopServer(database.url, "web");
    resources.defer(server.stop);
    servers.push(server);
  }
  const pool = connectPool(database.url, { ...patient, role: portalRole, poolSize: 1 });
  resources.defer(() => pool.end());

  const placed = { orders: 0 };
  const before = await ordersIn(database.url);
  const seconds = isQuick ? 1 : 8;
  // Warm-up: query plans and compiled code.
  await placeOrders(servers, placed, clients, isQuick ? 0.5 : 4);
  const contests = counts.map(
    (count): Contest => ({
      name: `guest order over HTTP, ${count} web ${count === 1 ? "process" : "processes"}, ${clients} connections`,
      unit: "orders",
      limitName: raw.name,
      productName: "addresses.save and orders.save",
      limit: () => raw.run(clients, seconds),
      async product(): Promise<Measured> {
        const lock = watchLock(pool);
        const measured = await placeOrders(servers.slice(0, count), placed, clients, seconds);
        const share = await lock.stop();
        const ceiling = Math.round(measured.perSecond / share);
        note(
          `the lock of the ledger was held ${Math.round(share * 100)} % of the time at ${Math.round(measured.perSecond)} orders per second of ${count} web processes: it would be full at ${ceiling}`,
        );
        return measured;
      },
    }),
  );
  const running = resources.move();
  return {
    contests,
    verify: () => verifyOrders(database.url, before + placed.orders),
    close: () => running.disposeAsync(),
  };
};

/** Looks every few milliseconds whether somebody appends. `stop` gives the share of the looks at which somebody did. */
function watchLock(pool: pg.Pool) {
  let [looks, held] = [0, 0];
  const end = new AbortController();
  const watching = (async () => {
    while (!end.signal.aborted) {
      const { rows } = await pool.query<{ isHeld: boolean }>(
        `select exists (select from pg_locks
           where locktype = 'advisory' and objid = 7226001 and granted and database = (
             select oid from pg_database where datname = current_database())) as "isHeld"`,
      );
      looks += 1;
      if (rows[0]?.isHeld === true) held += 1;
      await delay(sampleMs);
    }
  })();
  // A failure is reported by `stop`.
  watching.catch(() => undefined);
  return {
    async stop(): Promise<number> {
      end.abort();
      await watching;
      return held / looks;
    },
  };
}
