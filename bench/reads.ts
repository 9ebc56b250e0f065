import type pg from "pg";
import { connectPool, databaseOn, patient, portalRole } from "../server/src/platform/db/connect.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { rebuildProjections } from "../server/src/projections/rebuild/rebuild.ts";
import { countSales } from "../server/src/office/reports/sales-count.actions.ts";
import { closedLoop } from "./closed-loop.ts";
import type { Contest, Measured, OpenScenario } from "./contest.ts";
import { cpuTimeOf, type WithCpu } from "./cpu-time.ts";
import { createReader, type Reader } from "./reader.ts";
import { insertPeople, signIn } from "./reads-people.ts";
import { type Screen, screensOf } from "./reads-questions.ts";
import { fillLedger } from "./rebuild-events.ts";
import { createScratchDatabase } from "./scratch-database.ts";
import { startShopServer } from "./shop-server.ts";

const sizes = {
  full: { orders: 1_000_000, people: 100_000, seconds: 3 },
  quick: { orders: 2000, people: 25_000, seconds: 0.5 },
};
/** Whoever waits for a page waits for his own; how many at once a machine carries is measured by `capacity.ts`. */
const clients = 1;

/** Reads of the office and members over HTTP with a million orders, compared with a point select through pg. */
export const openReads: OpenScenario = async ({ serverUrl, isQuick, note }) => {
  await using resources = new AsyncDisposableStack();
  const { orders, people, seconds } = isQuick ? sizes.quick : sizes.full;
  const database = await createScratchDatabase(serverUrl, "reads");
  resources.defer(database.drop);
  await migrate(database.url);
  const owner = connectPool(database.url, { ...patient, poolSize: 2 });
  resources.defer(() => owner.end());
  const pool = connectPool(database.url, { ...patient, role: portalRole, poolSize: 2 });
  resources.defer(() => pool.end());

  await fillLedger(owner, orders);
  const admin = await insertPeople(owner, people);
  await rebuildProjections(pool, { accepts: () => true });
  const countedFrom = performance.now();
  await countSales(databaseOn(pool));
  note(`reads: the first count of ${orders} orders took ${secondsSince(countedFrom)} s`);
  await owner.query("vacuum (analyze)");

  // A worker would check all projections meanwhile.
  const server = await startShopServer(database.url, "web");
  resources.defer(server.stop);
  const reader = createReader(server.url, clients);
  resources.defer(async () => reader.close());
  const screens = screensOf(await signIn(pool, admin), { orders, people });
  const limitOf = oncePerRound(() => readPoints(pool, orders, seconds));
  const withCpu = await cpuTimeOf(server.pid, pool);
  const contests = screens.map((screen) =>
    contestOf(screen, { limit: limitOf(), reader, seconds, withCpu }),
  );
  const running = resources.move();
  return { contests, verify: () => verifyCounts(pool), close: () => running.disposeAsync() };
};

type Setting = Readonly<{
  limit: Contest["limit"];
  reader: Reader;
  seconds: number;
  withCpu: WithCpu;
}>;

function contestOf(screen: Screen, { limit, reader, seconds, withCpu }: Setting): Contest {
  let count = 0;
  return {
    name: screen.name,
    unit: "reads",
    limitName: "point select through pg",
    productName: screen.ask(0).procedure,
    // A page is not comparable to a single row, so the ratio is not judged.
    p95Ms: screen.p95Ms,
    ...(screen.cpuMs && { cpuMs: screen.cpuMs }),
    roundsMax: 3,
    limit,
    async product() {
      // Warm-up: query plans and compiled code.
      await reader.read(screen.ask(count++));
      return withCpu(() =>
        closedLoop({ clients, seconds }, () => reader.read(screen.ask(count++))),
      );
    },
  };
}

/** The limit of reads is not judged, so all screens of a round stand beside one measurement. */
function oncePerRound(measure: () => Promise<Measured>): () => Contest["limit"] {
  const rounds: Promise<Measured>[] = [];
  return () => {
    let round = 0;
    return () => (rounds[round++] ??= measure());
  };
}

/** Reads single rows by key: the lower bound of any query. */
function readPoints(pool: pg.Pool, orders: number, seconds: number): Promise<Measured> {
  const point = {
    name: "point",
    text: "select * from projection.order_state where order_number = $1",
  };
  return closedLoop({ clients, seconds }, async () => {
    await pool.query({ ...point, values: [1 + Math.floor(Math.random() * orders)] });
  });
}

/** The precomputed sales figures have to equal the sums over the orders exactly. */
async function verifyCounts(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ isEqual: boolean }>(`
    select array[counted.orders, counted.units, counted.charged]
      = array[paid.orders, paid.units, paid.charged]::numeric[] as "isEqual"
    from (
      select sum(orders) as orders, sum(units) as units, sum(charged) as charged
      from sales_day join sales_kind kind on kind.id = kind_id where kind.product_id = 0
    ) counted, (
      select count(*) as orders, sum(units - refunded_units) as units,
        sum(goods - refunded_goods) as charged
      from projection.order_state where live and paid_at is not null
    ) paid`);
  if (rows[0]?.isEqual !== true) throw new Error("the counts differ from the orders");
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
