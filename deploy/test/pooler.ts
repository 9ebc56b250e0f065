import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { root, runProgram } from "../../scripts/run-program.ts";
import { findFreePort } from "../../server/src/platform/free-port.ts";
import { type DatabaseCluster, programs } from "./database-cluster.ts";
import { type Daemon, startDaemon, until } from "./daemons.ts";

/** Starts PgBouncer in front of the cluster with `deploy/pgbouncer.ini`, changing only addresses and mode. */
export async function startPooler(
  cluster: DatabaseCluster,
  mode: "session" | "transaction",
): Promise<Readonly<{ url: string; daemon: Daemon }>> {
  const port = await findFreePort();
  const at = (name: string) => path.join(cluster.folder, `${mode}-${name}`);
  const given = await readFile(path.join(root, "deploy", "pgbouncer.ini"), "utf8");
  const settings = given
    .replace("port=5000", `port=${cluster.primaryPort}`)
    .replace("listen_port = 6432", `listen_port = ${port}\nunix_socket_dir =`)
    .replace("pool_mode = session", `pool_mode = ${mode}`)
    .replace("/etc/pgbouncer/userlist.txt", at("users.txt"));
  const url = new URL(cluster.runtimeUrl);
  await writeFile(at("users.txt"), `"portal_app" "${url.password}"\n`);
  await writeFile(at("pgbouncer.ini"), settings);
  const log = at("pgbouncer.log");
  const daemon = await startDaemon({
    program: programs.pgbouncer,
    arguments: [at("pgbouncer.ini")],
    log,
    environment: process.env,
    folder: cluster.folder,
    user: cluster.user,
  });
  url.port = String(port);
  await until("PgBouncer", () => canSignIn(url.href), { log });
  return { url: url.href, daemon };
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await client.end();
  return true;
}

/** Whether NOTIFY on one connection reaches LISTEN on another. */
export async function notifiesThrough(url: string): Promise<boolean> {
  const listener = new pg.Client({ connectionString: url });
  const notifier = new pg.Client({ connectionString: url });
  await listener.connect();
  await notifier.connect();
  try {
    await listener.query("listen pooler_test");
    const received = once(listener, "notification").then(() => true);
    await notifier.query("notify pooler_test");
    return await Promise.race([received, delay(5000, false)]);
  } finally {
    await listener.end();
    await notifier.end();
  }
}

/** The error with which a web process refuses to start on this database; null if it starts. */
export async function refusalOf(url: string, dataDir: string): Promise<string | null> {
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SEED: "none",
    ROLE: "web",
    PORT: String(await findFreePort()),
  };
  const ended = runProgram(process.execPath, ["scripts/serve.ts"], environment);
  const outcome = await Promise.race([ended, delay(30_000, null)]);
  return outcome === null || outcome.isFine ? null : outcome.output.trim();
}
