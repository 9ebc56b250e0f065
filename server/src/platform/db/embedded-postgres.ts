import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { makeFolder } from "../files/disks.ts";
import { StartError } from "../start-error.ts";
import { holdWhileStarting, requireNotElsewhere } from "./cluster-lock.ts";
import { portalRole } from "./connect.ts";
import {
  type EmbeddedSettings,
  settingsOf,
  usablePort,
  writeSettings,
} from "./embedded-settings.ts";
import {
  canRunAs,
  databaseUser,
  findBinaries,
  type OperatingSystemUser,
  sharedFolder,
} from "./postgres-binaries.ts";
import {
  type Cluster,
  createCluster,
  rotateLog,
  runningPort,
  startCluster,
  stopCluster,
} from "./postgres-cluster.ts";

export type EmbeddedPostgres = Readonly<{
  /** For migrations and backups. */
  ownerUrl: string;
  /** For the portal, whose connections switch to `portalRole`: it can only append to the ledger. */
  runtimeUrl: string;
  /** Sentences for the operator. */
  notes: readonly string[];
  close: () => Promise<void>;
}>;

const databaseName = "portal";
const majorVersion = "18";
const attemptsMax = 3;
/** Between looks at the size of the server's log. */
const logPauseMs = 10 * 60_000;

/**
 * The database server of a data folder. It is started when it does not run, joined when it does (another command uses it, or
 * it outlived a process that was killed), and stopped by the last process that leaves.
 */
export async function openEmbeddedPostgres(
  dataDir: string,
  use: EmbeddedUse,
): Promise<EmbeddedPostgres> {
  const notes: string[] = [];
  const user = await databaseUser();
  const settings = await settingsOf(dataDir, () => chooseFolder(dataDir, user, notes));
  const cluster = { folder: settings.clusterFolder, binaries: await findBinaries(user), user };
  const server: Server = { dataDir, cluster, settings, use };
  await checkOrCreate(server);

  const wasRunning = (await runningPort(cluster.folder)) !== null;
  if (wasRunning && use.isExclusive) {
    notes.push("Using a database server that an earlier run left running.");
  }
  const { port, member } = await join(server, null);
  // The connection pool of the portal keeps using this port.
  const rejoin = async () => (await join(server, port)).member;
  const leaveServer = use.isExclusive ? keepRunning(member, rejoin) : member.leave;
  const rotating = setInterval(() => {
    rotateLog(cluster.folder).catch((error: unknown) => console.error(error));
  }, logPauseMs).unref();
  const urlOf = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`;
  return {
    ownerUrl: urlOf("postgres", settings.superuserPassword),
    runtimeUrl: urlOf("portal", settings.runtimePassword),
    notes,
    async close() {
      clearInterval(rotating);
      await leaveServer();
    },
  };
}

/** Only one process at a time may use the server exclusively: the portal itself. */
type EmbeddedUse = Readonly<{ name: string; isExclusive: boolean }>;

type Server = Readonly<{
  dataDir: string;
  cluster: Cluster;
  settings: EmbeddedSettings;
  use: EmbeddedUse;
}>;

/** @param fixedPort null for the port of the settings, or another where that is in use */
async function join(
  server: Server,
  fixedPort: number | null,
): Promise<{ port: number; member: Member }> {
  for (let attempt = 1; ; attempt++) {
    const running = await runningPort(server.cluster.folder);
    const port = running ?? (await start(server, fixedPort));
    try {
      return { port, member: await joinRunning(server, port) };
    } catch (error) {
      if (!(error instanceof ServerGone) || attempt === attemptsMax) throw error;
    }
  }
}

/**
 * Of two commands that start at once, the slower one finds the server running.
 *
 * @throws StartError where another container has one
 */
async function start(
  { dataDir, cluster, settings }: Server,
  fixedPort: number | null,
): Promise<number> {
  await using held = await holdWhileStarting(cluster.folder);
  const already = await runningPort(cluster.folder);
  if (already !== null) return already;
  await requireNotElsewhere(cluster.folder);
  for (let attempt = 1; ; attempt++) {
    const port = fixedPort ?? (await usablePort(settings.port));
    try {
      if (port !== settings.port) await writeSettings(dataDir, { ...settings, port });
      await startCluster(cluster, {
        listen_addresses: "127.0.0.1",
        port,
        // Nobody connects to it: it tells other containers that the folder is in use.
        unix_socket_directories: held.hasSockets ? cluster.folder : "",
        max_connections: 200,
        shared_buffers: "256MB",
      });
      return port;
    } catch (error) {
      const running = await runningPort(cluster.folder);
      if (running !== null) return running;
      if (attempt === attemptsMax) throw error;
    }
  }
}

async function checkOrCreate({ cluster, settings }: Server): Promise<void> {
  const versionFile = path.join(cluster.folder, "PG_VERSION");
  if (!existsSync(versionFile)) {
    await createCluster(cluster, settings.superuserPassword);
    return;
  }
  const version = (await readFile(versionFile, "utf8")).trim();
  if (version !== majorVersion) {
    throw new StartError(
      `The data in ${cluster.folder} was made by PostgreSQL ${version}, but this release uses ${majorVersion}. Restore a backup into an empty DATA_DIR.`,
    );
  }
}

/** Below the data folder, or elsewhere where root runs the portal in a folder (like /root) that the database user cannot enter. */
async function chooseFolder(
  dataDir: string,
  user: OperatingSystemUser,
  notes: string[],
): Promise<string> {
  const isNew = !existsSync(dataDir);
  await makeFolder({ variable: "DATA_DIR", folder: dataDir }, 0o777);
  const inside = path.join(await realpath(dataDir), "postgres");
  if (!user) return inside;
  if (isNew) await chmod(dataDir, 0o755);
  if (await canRunAs(user, "/bin/sh", ["-c", 'test -x "$0"', path.dirname(inside)])) return inside;

  // A new name each time: where the data folder was deleted, its passwords are gone, and an old cluster is of no use.
  const outside = path.join(sharedFolder, randomUUID());
  await mkdir(outside, { recursive: true, mode: 0o755 });
  await chown(outside, user.uid, user.gid);
  notes.push(
    `The database is in ${outside}, because the user that runs PostgreSQL cannot open ${dataDir}.`,
  );
  return path.join(outside, "postgres");
}

const pauseMs = 500;

/**
 * Restarts the database server when it was killed. Requests fail meanwhile; the pool reconnects by itself.
 *
 * @returns leaves the server
 */
function keepRunning(first: Member, joinAgain: () => Promise<Member>): () => Promise<void> {
  const leaving = new AbortController();
  let current = first;
  const watching = watch(first);

  async function watch(member: Member): Promise<void> {
    await member.lost;
    if (leaving.signal.aborted) return;
    console.error("The embedded database server has stopped and is restarting.");
    const next = await revive();
    if (!next) return;
    // Closed while it restarted.
    if (leaving.signal.aborted) return next.leave();
    console.error("The embedded database server is running again.");
    current = next;
    await watch(next);
  }

  async function revive(): Promise<Member | null> {
    while (!leaving.signal.aborted) {
      try {
        return await joinAgain();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        await delay(pauseMs);
      }
    }
    return null;
  }

  return async () => {
    leaving.abort();
    await current.leave();
    await watching;
  };
}

/** Advisory locks, which are released when their process dies; a lock file would outlive a kill -9. */
const locks = { use: 7_001, exclusive: 7_002 } as const;
const startupTimeoutMs = 60_000;

/** How long the lock of a process that was killed may still be held. */
const ghostTimeoutMs = 2000;

/** The server stopped while we connected; the caller starts it again. */
class ServerGone extends Error {
  override readonly name = "ServerGone";
}

type Member = Readonly<{
  /** Resolves when the connection ends, which it does only when the server stops. */
  lost: Promise<void>;
  /** Stops the server when no other process uses it. */
  leave: () => Promise<void>;
}>;

/**
 * Connects, takes the locks, and creates missing roles and the database.
 *
 * @throws ServerGone
 */
async function joinRunning(server: Server, port: number): Promise<Member> {
  const client = await connectWhenReady(server, port);
  const leaveServer = () => leave(client, server.cluster);
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  client.once("end", resolve);
  try {
    await client.query("select pg_advisory_lock_shared($1)", [locks.use]);
    if (server.use.isExclusive) await takeExclusive(client);
    await createDatabase(client, server.settings.runtimePassword);
  } catch (error) {
    await leaveServer();
    throw error;
  }
  return { lost, leave: leaveServer };
}

/** Waits for a server that recovers from a crash, or that is about to stop. */
async function connectWhenReady(
  { cluster, settings, use }: Server,
  port: number,
): Promise<pg.Client> {
  const end = Date.now() + startupTimeoutMs;
  for (;;) {
    const client = new pg.Client({
      connectionString: `postgres://postgres:${settings.superuserPassword}@127.0.0.1:${port}/postgres`,
      application_name: `${use.name} (process ${process.pid})`,
      keepAlive: true,
    });
    // Without a listener, a lost connection would end the process.
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (cause) {
      await client.end().catch(() => {});
      if ((await runningPort(cluster.folder)) === null)
        throw new ServerGone("the server stopped", { cause });
      if (Date.now() > end || isRefusal(cause)) {
        throw new StartError(
          "The embedded database server is running but refuses the connection.",
          { cause },
        );
      }
      await delay(100);
    }
  }
}

/** SQLSTATE class 28, for example a wrong password: retrying does not help. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith("28") === true;
}

async function takeExclusive(client: pg.Client): Promise<void> {
  const end = Date.now() + ghostTimeoutMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1) as taken",
      [locks.exclusive],
    );
    if (rows[0]?.taken) return;
    if (Date.now() > end) break;
    await delay(100);
  }
  const holder = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [locks.exclusive],
  );
  const name = holder.rows[0]?.application_name ?? "another process";
  throw new StartError(
    `The portal is already running on this data folder: ${name}. Stop it first, or set DATA_DIR and PORT for a second one.`,
  );
}

async function createDatabase(client: pg.Client, password: string): Promise<void> {
  const roles = "select 1 from pg_roles where rolname = $1";
  await ensure(client, roles, portalRole, () => client.query(`create role ${portalRole} nologin`));
  await ensure(client, roles, "portal", () =>
    client.query(
      `create role portal login password ${pg.escapeLiteral(password)} in role ${portalRole}`,
    ),
  );
  await ensure(client, "select 1 from pg_database where datname = $1", databaseName, () =>
    client.query(`create database ${databaseName}`),
  );
}

/** Creates something unless it exists, also where another command creates it at the same time. */
async function ensure(
  client: pg.Client,
  question: string,
  name: string,
  make: () => Promise<unknown>,
): Promise<void> {
  const exists = async () => (await client.query(question, [name])).rowCount !== 0;
  if (await exists()) return;
  try {
    await make();
  } catch (error) {
    if (!(await exists())) throw error;
  }
}

async function leave(client: pg.Client, cluster: Cluster): Promise<void> {
  if (await isAlone(client)) await stopCluster(cluster, "fast");
}

async function isAlone(client: pg.Client): Promise<boolean> {
  try {
    await client.query("select pg_advisory_unlock_shared($1)", [locks.use]);
    const { rows } = await client.query<{ alone: boolean }>(
      "select pg_try_advisory_lock($1) as alone",
      [locks.use],
    );
    return rows[0]?.alone === true;
  } catch {
    // The server has stopped or is stopping.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
