import { type ChildProcess, spawn } from "node:child_process";
import { chmod, chown, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { endProcess, environmentWith, root } from "../scripts/run-program.ts";
import { databaseUser, findBinaries } from "../server/src/platform/db/postgres-binaries.ts";
import {
  type Cluster,
  createCluster,
  runningServer,
  startCluster,
  stopCluster,
} from "../server/src/platform/db/postgres-cluster.ts";
import { findFreePort } from "../server/src/platform/free-port.ts";

export type Victim = "portal" | "database" | "backend";

/** A PostgreSQL server and two portals, which can be killed and are restarted. */
export type Machine = Readonly<{
  portals: readonly string[];
  ownerUrl: string;
  /** The portals' DATA_DIR. */
  dataDir: string;
  /** Waits until both portals are ready. */
  startPortals: () => Promise<void>;
  /** kill -9 and restart; returns the time until every portal is ready again. */
  kill: (victim: Victim, which: number) => Promise<Readonly<{ recoveredInMs: number }>>;
  /** Sends SIGTERM to the portals; the database keeps running. */
  stopPortals: () => Promise<void>;
  stop: () => Promise<void>;
}>;

const readyTimeoutMs = 120_000;
const password = "chaos";

/** @param environment settings of the portals in addition to their addresses and database */
export async function createMachine(
  environment: Readonly<Record<string, string>>,
): Promise<Machine> {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-chaos-"));
  const cluster = await createClusterIn(folder);
  const port = await findFreePort();
  // With durable commits, as in production.
  const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "" };
  await startCluster(cluster, settings);
  const ownerUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const dataDir = path.join(folder, "data");
  const portals = await createPortals(folder, {
    DATABASE_URL: ownerUrl,
    DATA_DIR: dataDir,
    ...environment,
  });

  const strike: Record<Victim, (which: number) => Promise<void>> = {
    portal: portals.kill,
    async database() {
      const server = await runningServer(cluster.folder);
      if (server) process.kill(server.pid, "SIGKILL");
      await startAgain(cluster, settings);
    },
    async backend(which) {
      const pid = await someBackend(ownerUrl, which);
      if (pid !== null) process.kill(pid, "SIGKILL");
    },
  };

  return {
    portals: portals.urls,
    ownerUrl,
    dataDir,
    startPortals: portals.start,
    async kill(victim, which) {
      const startedAt = performance.now();
      await strike[victim](which);
      await portals.untilReady();
      return { recoveredInMs: Math.round(performance.now() - startedAt) };
    },
    stopPortals: () => portals.stop("SIGTERM"),
    async stop() {
      await portals.stop("SIGKILL");
      await stopCluster(cluster, "immediate");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Portals = Readonly<{
  urls: readonly string[];
  start: () => Promise<void>;
  untilReady: () => Promise<void>;
  kill: (which: number) => Promise<void>;
  stop: (signal: NodeJS.Signals) => Promise<void>;
}>;

/** Two portals on fixed ports, which log to `portals.log` in the folder. */
async function createPortals(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Portals> {
  const log = path.join(folder, "portals.log");
  const ports = [await findFreePort(), await findFreePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const running = new Map<number, ChildProcess>();

  async function startOne(index: number): Promise<void> {
    const child = await spawnPortal(log, {
      SEED: "none",
      HOST: "127.0.0.1",
      PORT: String(ports[index]),
      PUBLIC_URL: urls[0] ?? "",
      ...environment,
    });
    running.set(index, child);
    // A portal that exits, for example without a database, is restarted as by an init system.
    child.once("exit", async () => {
      await delay(250);
      if (running.get(index) === child) await startOne(index);
    });
  }

  async function end(index: number, signal: NodeJS.Signals): Promise<void> {
    const child = running.get(index);
    running.delete(index);
    if (child) await endProcess(child, signal);
  }

  return {
    urls,
    untilReady: () => untilReady(urls, log),
    async start() {
      await Promise.all(ports.map((_port, index) => startOne(index)));
      await untilReady(urls, log);
    },
    async kill(which) {
      const index = which % ports.length;
      await end(index, "SIGKILL");
      await startOne(index);
    },
    async stop(signal) {
      await Promise.all(ports.map((_port, index) => end(index, signal)));
    },
  };
}

async function spawnPortal(
  log: string,
  environment: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const output = await open(log, "a");
  const child = spawn(process.execPath, ["scripts/serve.ts"], {
    cwd: root,
    env: environmentWith(environment),
    stdio: ["ignore", output.fd, output.fd],
  });
  await output.close();
  return child;
}

async function untilReady(urls: readonly string[], log: string): Promise<void> {
  const deadline = performance.now() + readyTimeoutMs;
  for (const url of urls)
    while (!(await isReady(url))) {
      if (performance.now() > deadline)
        throw new Error(`${url} is not ready: ${(await readFile(log, "utf8")).slice(-2000)}`);
      await delay(50);
    }
}

async function createClusterIn(folder: string): Promise<Cluster> {
  const user = await databaseUser();
  const binaries = await findBinaries(user);
  if (user) {
    await chown(folder, user.uid, user.gid);
    await chmod(folder, 0o755);
  }
  const cluster = { folder: path.join(folder, "postgres"), binaries, user };
  await createCluster(cluster, password);
  return cluster;
}

/** The backends of a killed server hold its shared memory for a moment, during which a new one cannot start. */
async function startAgain(
  cluster: Cluster,
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await startCluster(cluster, settings);
      return;
    } catch (error) {
      if (attempt === 60) throw error;
      await delay(250);
    }
  }
}

/** The process of one connection; killing it makes PostgreSQL terminate all others and run crash recovery. */
async function someBackend(url: string, which: number): Promise<number | null> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by state, pid",
    );
    return rows[which % Math.max(1, rows.length)]?.pid ?? null;
  } finally {
    await client.end().catch(() => {});
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
    () => null,
  );
  await answer?.arrayBuffer().catch(() => null);
  return answer?.status === 200;
}
