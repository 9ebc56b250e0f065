import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { backup } from "../server/src/edges/backup/backup.ts";
import { countSales } from "../server/src/office/reports/sales-count.actions.ts";
import { connectPool, databaseOn, patient, portalRole } from "../server/src/platform/db/connect.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { rebuildProjections } from "../server/src/projections/rebuild/rebuild.ts";
import { closedLoop } from "./closed-loop.ts";
import { runFinance } from "./finance-process.ts";
import { createReader } from "./reader.ts";
import { insertPeople, signIn } from "./reads-people.ts";
import { screensOf } from "./reads-questions.ts";
import { fillLedger } from "./rebuild-events.ts";
import { createScratchDatabase } from "./scratch-database.ts";
import { startShopServer } from "./shop-server.ts";

/** The simulated shop: `years` of `ordersPerDay` by a network of `members`. */
export type CapacityPlan = Readonly<{ ordersPerDay: number; members: number; years: number }>;

/** One line of the report. */
type Figure = Readonly<{ what: string; figure: string }>;

const clients = 4;
const secondsPerScreen = 3;
const daysPerYear = 365;
/** The benchmark's screens show the months before this. */
const historyEnds = Date.parse("2026-09-01T00:00:00Z");

/** Fills a scratch database with that history and measures what grows with it. @returns a page of Markdown */
export async function measureCapacity(
  serverUrl: string,
  { ordersPerDay, members, years }: CapacityPlan,
  { measuredAt, note }: Readonly<{ measuredAt: string; note: (sentence: string) => void }>,
): Promise<string> {
  await using resources = new AsyncDisposableStack();
  const database = await createScratchDatabase(serverUrl, "capacity");
  resources.defer(database.drop);
  await migrate(database.url);
  const owner = connectPool(database.url, { ...patient, poolSize: 2 });
  resources.defer(() => owner.end());
  const pool = connectPool(database.url, { ...patient, role: portalRole, poolSize: clients });
  resources.defer(() => pool.end());
  const folder = await mkdtemp(path.join(tmpdir(), "portal-capacity-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));

  const figures: Figure[] = [];
  const add = (what: string, figure: string): void => {
    figures.push({ what, figure });
    note(`${what}: ${figure}`);
  };
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    await work();
    add(what, secondsIn(performance.now() - startedAt));
  };

  const days = Math.round(years * daysPerYear);
  const orders = Math.round(ordersPerDay * days);
  const people = members * 2;
  const history = {
    members,
    from: new Date(historyEnds - days * 86_400_000).toISOString(),
    everySeconds: (days * 86_400) / (members + orders * 3),
  };
  let events = 0;
  await timed("filling the ledger", async () => {
    events = await fillLedger(owner, orders, history);
  });
  const admin = await insertPeople(owner, people, members);
  // The ledger was filled without commands, so a rebuild fills the projections.
  await rebuildProjections(pool, { accepts: () => true });
  await timed("first count of all sales", () => countSales(databaseOn(pool)));
  await owner.query("vacuum (analyze)");
  for (const { what, bytes } of await sizesOf(owner))
    add(
      what,
      `${megabytesIn(bytes)}, ${Math.round(bytes / orders).toLocaleString("en")} bytes an order`,
    );

  const rebuilt = await runFinance(database.url, ["rebuild"]);
  add(
    "finance rebuild, compared and swapped",
    `${rebuilt.seconds.toFixed(1)} s, ${Math.round(events / rebuilt.seconds).toLocaleString("en")} events/s, ${rebuilt.memoryMb ?? "?"} MB of memory`,
  );
  const saved = path.join(folder, "backup");
  await timed("backup", () => backup(database.url, saved, { madeAt: measuredAt, filesDir: null }));
  add("size of the backup", megabytesIn(await bytesIn(saved)));

  const server = await startShopServer(database.url, "web");
  resources.defer(server.stop);
  const reader = createReader(server.url, clients);
  resources.defer(async () => reader.close());
  for (const { name, ask } of screensOf(await signIn(pool, admin, members), { orders, people })) {
    let count = 0;
    await reader.read(ask(count++));
    const { perSecond, p95Ms = 0 } = await closedLoop({ clients, seconds: secondsPerScreen }, () =>
      reader.read(ask(count++)),
    );
    add(name, `p95 ${p95Ms.toFixed(1)} ms, ${Math.round(perSecond)} reads/s`);
  }
  const heading = `${orders.toLocaleString("en")} orders (${ordersPerDay} a day for ${years} years), ${events.toLocaleString("en")} events, ${members.toLocaleString("en")} members, ${people.toLocaleString("en")} accounts`;
  return pageOf(heading, figures, { measuredAt, postgres: await versionOf(owner) });
}

type Size = Readonly<{ what: string; bytes: number }>;

/** Including indexes and TOAST tables. */
async function sizesOf(owner: pg.Pool): Promise<readonly Size[]> {
  const { rows } = await owner.query<Size>(`
    select what, sum(pg_total_relation_size(oid))::float8 as bytes
    from (
      select c.oid, case
          when n.nspname = 'ledger' and c.relname like 'events_%' then 'ledger on disk'
          when n.nspname = 'projection' then 'projections on disk' end as what
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'
    ) relation where what is not null group by what
    union all select 'whole database', pg_database_size(current_database())::float8
    order by 1`);
  return rows;
}

async function versionOf(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return rows[0]?.version ?? "";
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function pageOf(
  heading: string,
  figures: readonly Figure[],
  { measuredAt, postgres }: Readonly<{ measuredAt: string; postgres: string }>,
): string {
  const machine = cpus();
  return [
    "# Measured capacity",
    "",
    `\`npm run capacity\` of ${measuredAt.slice(0, 10)}: Node ${process.version}, PostgreSQL ${postgres}, ${machine.length} cores (${machine[0]?.model ?? "unknown"}).`,
    `${heading}. Reads are those of ${clients} clients over HTTP, ${secondsPerScreen} seconds for each screen.`,
    "",
    "| what | figure |",
    "| --- | --- |",
    ...figures.map(({ what, figure }) => `| ${what} | ${figure} |`),
    "",
  ].join("\n");
}

function secondsIn(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function megabytesIn(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString("en")} MB`;
}
