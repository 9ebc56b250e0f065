import { chmod, chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { aRecipient } from "../bench/guest-order.ts";
import { runFinanceChecks, query } from "../chaos/checks.ts";
import { type Client, createClient } from "../chaos/client.ts";
import { bottle } from "../server/src/edges/demo/demo-catalogue.ts";
import { seedDemo } from "../server/src/edges/demo/seed-demo.ts";
import { readEnv } from "../server/src/env.ts";
import { startServer } from "../server/src/main.ts";
import { connect, portalRole } from "../server/src/platform/db/connect.ts";
import { databaseUser, runAs } from "../server/src/platform/db/postgres-binaries.ts";
import {
  type Cluster,
  createCluster,
  startCluster,
  stopCluster,
} from "../server/src/platform/db/postgres-cluster.ts";
import { prepareDatabase } from "../server/src/platform/db/migrate.ts";
import { findFreePort } from "../server/src/platform/free-port.ts";
import { sealKeysIn } from "../server/src/platform/ledger/seal-keys.ts";
import { sealAndExport } from "../server/src/platform/ledger/sealing.ts";
import { root, runProgram } from "./run-program.ts";
import { runScript, type Script } from "./run-script.ts";

const backrest = "/usr/bin/pgbackrest";
const postgresFolder = "/usr/lib/postgresql/15/bin";
const password = "point-in-time";

const addressSchema = z.object({ id: z.int() });

/** `npm run test:pitr`: restores a database to a time between two orders. Exit code 0 also if it cannot run here. */
await runScript(async (script) => {
  if (![backrest, path.join(postgresFolder, "initdb")].every((file) => existsSync(file))) {
    console.log(
      "Skipped: this needs Debian's packages. Run: apt-get install -y pgbackrest postgresql-15.",
    );
    return 0;
  }
  const problems = await goBackInTime(script);
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
});

async function goBackInTime({ onEnd }: Script): Promise<readonly string[]> {
  const { cluster, folder } = await createArchivingCluster(onEnd);
  const dataDir = path.join(folder, "data");
  const first = await start(cluster, "on", onEnd);

  await backrestDoes(cluster, "stanza-create");
  await prepareDatabase(first.url);
  await seedDemo({ ownerUrl: first.url, until: "2026-01-01" });
  await backrestDoes(cluster, "check");
  await backrestDoes(cluster, "backup", "--type=full");
  say("A full backup is made and the log is archived.");

  const ordersNow = () => ordersIn(first.url);
  const shop = await openShop(first.url, dataDir);
  for (let order = 0; order < 5; order++) await placeOrder(shop.client);
  await seal(first.url, dataDir);
  const expected = await ordersNow();
  await delay(1100);
  const moment = await momentOf(first.url);
  await delay(1100);
  for (let order = 0; order < 7; order++) await placeOrder(shop.client);
  await seal(first.url, dataDir);
  const later = await ordersNow();
  const lastNumber = (await nextOrderNumber(first.url)) - 1;
  await shop.close();
  say(`${expected.length} orders until ${moment}, ${later.length} in the end.`);
  await first.stop();

  const restored = { ...cluster, folder: path.join(folder, "restored") };
  await mkdir(restored.folder, { mode: 0o700 });
  if (cluster.user) await chown(restored.folder, cluster.user.uid, cluster.user.gid);
  await backrestDoes(
    restored,
    "restore",
    "--type=time",
    `--target=${moment}`,
    "--target-action=promote",
  );
  const second = await start(restored, "off", onEnd);
  await untilPromoted(second.url);
  const found = await ordersIn(second.url);
  say(`${found.length} orders after the restore.`);

  const problems: string[] = [];
  if (later.length !== expected.length + 7)
    problems.push("The orders after the moment were not all there before the restore.");
  if (!isDeepStrictEqual(found, expected))
    problems.push(`Expected ${expected.length} orders and found ${found.length}.`);

  // Nobody was erased, and the worker may not have written the empty list yet.
  const settled = await runProgram(
    process.execPath,
    ["scripts/db.ts", "after-recovery", "--without-erased-list"],
    { DATABASE_URL: second.url, DATA_DIR: dataDir },
  );
  say(`after-recovery: ${settled.output.trim()}`);
  if (!settled.isFine) problems.push(settled.output);
  const next = await nextOrderNumber(second.url);
  if (next <= lastNumber) problems.push(`The order number ${next} is one that was given out.`);

  // The anchors outside the database have a later seal, so `verify` has to report the loss.
  const lost = await finance(second.url, dataDir, "verify");
  say(`finance verify beside the newer seals: ${lost.output.trim()}`);
  if (lost.isFine) problems.push("finance verify did not name the seals after the moment.");
  await rm(path.join(dataDir, "anchors"), { recursive: true });
  problems.push(...(await runFinanceChecks(second.url, dataDir)));
  say("finance verify, reconcile and rebuild ran once those seals were moved away.");
  return problems;
}

function say(words: string): void {
  console.log(words);
}

type OnEnd = Script["onEnd"];

/** Data, pgBackRest settings and repository are in a temporary folder. */
async function createArchivingCluster(
  onEnd: OnEnd,
): Promise<Readonly<{ cluster: Cluster; folder: string }>> {
  const user = await databaseUser();
  const folder = await mkdtemp(path.join(tmpdir(), "portal-pitr-"));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  for (const name of ["server", "repository", "log", "lock", "spool"]) {
    await mkdir(path.join(folder, name));
    if (user) await chown(path.join(folder, name), user.uid, user.gid);
  }
  const settings = path.join(folder, "pgbackrest.conf");
  await copyFile(path.join(root, "deploy", "pgbackrest", "pgbackrest.conf"), settings);
  await chmod(settings, 0o644);
  // Overrides the machine's settings of the file; PostgreSQL's archive command inherits the environment.
  Object.assign(process.env, {
    PGPASSWORD: password,
    PGBACKREST_CONFIG: settings,
    PGBACKREST_STANZA: "portal",
    PGBACKREST_REPO1_PATH: path.join(folder, "repository"),
    PGBACKREST_REPO1_CIPHER_PASS: "for this run alone",
    PGBACKREST_LOG_PATH: path.join(folder, "log"),
    PGBACKREST_LOCK_PATH: path.join(folder, "lock"),
    PGBACKREST_SPOOL_PATH: path.join(folder, "spool"),
  });
  const [initdb = "", pgCtl = "", postgres = ""] = ["initdb", "pg_ctl", "postgres"].map((name) =>
    path.join(postgresFolder, name),
  );
  const cluster = {
    folder: path.join(folder, "server", "data"),
    binaries: { initdb, pgCtl, postgres },
    user,
  };
  await createCluster(cluster, password, []);
  return { cluster, folder };
}

async function start(cluster: Cluster, archiving: "on" | "off", onEnd: OnEnd) {
  const port = await findFreePort();
  const socket = path.dirname(cluster.folder);
  process.env["PGBACKREST_PG1_PORT"] = String(port);
  process.env["PGBACKREST_PG1_SOCKET_PATH"] = socket;
  process.env["PGBACKREST_PG1_PATH"] = cluster.folder;
  await startCluster(cluster, {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: archiving === "on" ? socket : "",
    archive_mode: archiving,
    archive_command: `${backrest} archive-push %p`,
  });
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await stopCluster(cluster, "fast");
    isRunning = false;
  };
  onEnd(stop);
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
}

async function backrestDoes(
  { folder, user }: Cluster,
  command: string,
  ...options: readonly string[]
): Promise<void> {
  await runAs(user, backrest, [`--pg1-path=${folder}`, ...options, command]);
}

async function openShop(url: string, dataDir: string) {
  const env = readEnv({ PORT: "0", LOG_LEVEL: "silent", DATA_DIR: dataDir, SEED: "none" });
  const server = await startServer(env, { url });
  const client = createClient([server.url], 4);
  return {
    client,
    async close() {
      client.close();
      await server.close();
    },
  };
}

async function placeOrder(client: Client): Promise<void> {
  const uniqueId = crypto.randomUUID();
  const address = await client.call("addresses.save", aRecipient(uniqueId));
  if (address.kind !== "done") throw new Error(`no address: ${JSON.stringify(address)}`);
  const { id: addressId } = addressSchema.parse(address.data);
  const lines = [{ productId: bottle.id, quantity: 1 }];
  const order = { commandId: crypto.randomUUID(), uniqueId, deliveryService: "ECO" };
  const placed = await client.call("orders.save", { ...order, sections: [{ addressId, lines }] });
  if (placed.kind !== "done") throw new Error(`no order: ${JSON.stringify(placed)}`);
}

async function ordersIn(url: string): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    url,
    "select order_id::text as id from projection.order_state order by 1",
  );
  return rows.map(({ id }) => id);
}

async function nextOrderNumber(url: string): Promise<number> {
  const [row] = await query<{ number: number }>(url, "select next_order_number() as number");
  return Number(row?.number);
}

/** Seals as a worker does every few minutes and each night. */
async function seal(url: string, dataDir: string): Promise<void> {
  await using db = connect(url, { role: portalRole, poolSize: 1 });
  const anchorDir = path.join(dataDir, "anchors");
  await sealAndExport({ db, keysFolder: sealKeysIn(dataDir), anchorDir }, new Date().toISOString());
}

async function momentOf(url: string): Promise<string> {
  const [row] = await query<{ moment: string }>(url, "select clock_timestamp()::text as moment");
  return row?.moment ?? "";
}

function finance(url: string, dataDir: string, command: string) {
  return runProgram(process.execPath, ["scripts/finance.ts", command], {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
  });
}

async function untilPromoted(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const rows = await query<{ over: boolean }>(
      url,
      "select not pg_is_in_recovery() as over",
    ).catch(() => []);
    if (rows[0]?.over) return;
    await delay(200);
  }
  throw new Error("The restored database does not take writes.");
}
