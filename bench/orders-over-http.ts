import pg from "pg";
import { connectPool, patient, portalRole } from "../server/src/platform/db/connect.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { compareProjections } from "../server/src/projections/compare/compare-projections.ts";
import { seedDemo } from "../server/src/edges/demo/seed-demo.ts";
import { closedLoop } from "./closed-loop.ts";
import type { Contest, Goal, Measured, OpenScenario } from "./contest.ts";
import { cpuTimeOf, type WithCpu } from "./cpu-time.ts";
import { createGuests } from "./guest-order.ts";
import { createRawInsert, type RawInsert } from "./raw-insert.ts";
import { createScratchDatabase } from "./scratch-database.ts";
import { type ShopServer, startShopServer } from "./shop-server.ts";

/** Payment and the courier's quote, which a job requests, come later. */
const eventsPerOrder = 1;

/** Whole guest orders over HTTP and tRPC: validated, priced, appended, folded into the projections. */
export const openOrdersOverHttp: OpenScenario = async ({ serverUrl, isQuick, note }) => {
  await using resources = new AsyncDisposableStack();
  const database = await createScratchDatabase(serverUrl, "orders");
  resources.defer(database.drop);
  await migrate(database.url);
  await seedDemo({ ownerUrl: database.url, until: "2026-07-01" });
  const raw = await createRawInsert(database.url);
  const server = await startShopServer(database.url);
  resources.defer(server.stop);
  const idle = await server.memoryMb();
  note(
    `server: first answer after ${Math.round(server.startedInMs)} ms, ${idle?.now ?? "?"} MB idle`,
  );

  const pool = connectPool(database.url, { ...patient, role: portalRole, poolSize: 1 });
  resources.defer(() => pool.end());
  const withCpu = await cpuTimeOf(server.pid, pool);

  const ordersBefore = await ordersIn(database.url);
  const placed = { orders: 0 };
  const seconds = isQuick ? 1 : 5;
  // Warm-up: query plans and compiled code.
  await placeOrders([server], placed, 8, isQuick ? 0.5 : 3);

  const contests = [
    contestOf(
      { clients: 8, ratio: { must: 0.025, target: 0.06 } },
      { raw, server, placed, seconds, withCpu },
    ),
    contestOf(
      { clients: 32, ratio: { must: 0.03, target: 0.08 } },
      { raw, server, placed, seconds, withCpu },
    ),
  ];
  const running = resources.move();
  return {
    contests,
    verify: () => verifyOrders(database.url, ordersBefore + placed.orders * eventsPerOrder),
    close: () => running.disposeAsync(),
  };
};

type Setting = Readonly<{
  raw: RawInsert;
  server: ShopServer;
  placed: { orders: number };
  seconds: number;
  withCpu: WithCpu;
}>;

function contestOf(
  { clients, ratio }: Readonly<{ clients: number; ratio: Goal }>,
  { raw, server, placed, seconds, withCpu }: Setting,
): Contest {
  return {
    name: `guest order over HTTP, ${clients} connections`,
    unit: "orders",
    limitName: raw.name,
    productName: "addresses.save and orders.save",
    ratio,
    cpuMs: { must: 4, target: 2 },
    limit: () => raw.run(clients, seconds),
    product: () => withCpu(() => placeOrders([server], placed, clients, seconds)),
  };
}

/** At the servers in turn. The memory is that of the first one. */
export async function placeOrders(
  servers: readonly ShopServer[],
  placed: { orders: number },
  clients: number,
  seconds: number,
): Promise<Measured & { requests: number }> {
  const guests = createGuests(clients);
  let asked = 0;
  try {
    const measured = await closedLoop({ clients, seconds }, async () => {
      await guests.order(servers[asked++ % servers.length]?.url ?? "");
      placed.orders += 1;
    });
    const memory = await servers[0]?.memoryMb();
    return { ...measured, ...(memory && { memoryMb: memory.peak }) };
  } finally {
    guests.close();
  }
}

/** @throws Error where there are more or fewer orders, or the projections differ from a replay */
export async function verifyOrders(url: string, expected: number): Promise<void> {
  const orders = await ordersIn(url);
  if (orders !== expected) throw new Error(`${orders} orders are there instead of ${expected}`);
  await verifyProjections(url);
}

export async function ordersIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ events: number }>(
    "select count(*)::integer as events from ledger_events where type = 'OrderPlaced'",
  );
  await client.end();
  return rows[0]?.events ?? 0;
}

async function verifyProjections(url: string): Promise<void> {
  const pool = connectPool(url, { ...patient, role: portalRole, poolSize: 2 });
  try {
    // The server compares by itself at times, one comparison after the other.
    const { isSound } = await compareProjections(pool, { waitMs: 60_000 });
    if (!isSound) throw new Error("the tables differ from a replay of the ledger");
  } finally {
    await pool.end();
  }
}
