import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { makeFolder } from "../files/disks.ts";
import { StartError } from "../start-error.ts";
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
  runningPort,
  startCluster,
  stopCluster,
} from "./postgres-cluster.ts";

export type EmbeddedPostgres = Readonly<{
  /** The owner's connection: migrations, backups. */
  ownerUrl: string;
  /** The runtime role's: it cannot change the ledger except by appending. */
  runtimeUrl: string;
  /** Something the operator should know, in a sentence. */
  notes: readonly string[];
  close: () => Promise<void>;
}>;

const databaseName = "portal";
const majorVersion = "18";
const attemptsMax = 3;

/**
 * The database server of a data folder: started when it does not run, joined when it does (another command uses it,
 * or it outlived a process that was killed), and stopped by whoever leaves last.
 */
export async function openEmbeddedPostgres(
  dataDir: string,
  use: EmbeddedUse,
): Promise<EmbeddedPostgres> {
  const notes: string[] = [];
  const user = await databaseUser();
  const settings = await settingsOf(dataDir, () => placeForData(dataDir, user, notes));
  const cluster = {
    folder: settings.clusterFolder,
    binaries: await findBinaries(user),
    user,
  };
  await checkOrCreate(cluster, settings);

  const wasRunning = (await runningPort(cluster.folder)) !== null;
  if (wasRunning && use.isExclusive) {
    notes.push("Using a database server that an earlier run left running.");
  }
  const { port, stay } = await enter(dataDir, { cluster, settings, use, port: null });
  const urlOf = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`;
  return {
    ownerUrl: urlOf("postgres", settings.superuserPassword),
    runtimeUrl: urlOf("portal", settings.runtimePassword),
    notes,
    close: use.isExclusive
      ? keepRunning(stay, async () => {
          // The pool of the portal knows this port and no other.
          return (await enter(dataDir, { cluster, settings, use, port })).stay;
        })
      : stay.leave,
  };
}

type Inside = Readonly<{
  cluster: Cluster;
  settings: EmbeddedSettings;
  use: EmbeddedUse;
  /** Null means the one of the settings, or another when somebody has that. */
  port: number | null;
}>;

async function enter(
  dataDir: string,
  { cluster, settings, use, port: fixedPort }: Inside,
): Promise<{ port: number; stay: Stay }> {
  for (let attempt = 1; ; attempt++) {
    const running = await runningPort(cluster.folder);
    const port = running ?? (await start(dataDir, { cluster, settings, fixedPort }));
    try {
      const stay = await enterServer({
        serverUrl: `postgres://postgres:${settings.superuserPassword}@127.0.0.1:${port}/postgres`,
        databaseName,
        runtimePassword: settings.runtimePassword,
        use,
        isRunning: async () => (await runningPort(cluster.folder)) !== null,
        stop: () => stopCluster(cluster, "fast"),
      });
      return { port, stay };
    } catch (error) {
      if (!(error instanceof ServerGone) || attempt === attemptsMax) throw error;
    }
  }
}

/** Two commands that start at once end with one server: the slower one finds it running. */
async function start(
  dataDir: string,
  wanted: { cluster: Cluster; settings: EmbeddedSettings; fixedPort: number | null },
): Promise<number> {
  const { cluster, settings, fixedPort } = wanted;
  for (let attempt = 1; ; attempt++) {
    const port = fixedPort ?? (await usablePort(settings.port));
    try {
      if (port !== settings.port) await writeSettings(dataDir, { ...settings, port });
      await startCluster(cluster, {
        listen_addresses: "127.0.0.1",
        port,
        unix_socket_directories: "",
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

async function checkOrCreate(cluster: Cluster, settings: EmbeddedSettings): Promise<void> {
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

/**
 * Below the data folder; but when root started us in a folder that the database's user cannot enter (like
 * /root), then in one that it can.
 */
async function placeForData(
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

  // A new name each time: whoever deletes the data folder begins again, and old data have old passwords.
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
 * A portal that runs for months starts its database server again when that was killed; requests fail meanwhile, and
 * the pool connects anew by itself. Gives back the way out.
 */
function keepRunning(first: Stay, enterAgain: () => Promise<Stay>): () => Promise<void> {
  const leaving = new AbortController();
  const stays = [first];
  const watching = watch(first);

  async function watch(stay: Stay): Promise<void> {
    await stay.lost;
    if (leaving.signal.aborted) return;
    console.error("The embedded database server has stopped and is restarting.");
    const next = await revive();
    if (!next) return;
    // Somebody wanted to leave just while it came back.
    if (leaving.signal.aborted) return next.leave();
    console.error("The embedded database server is running again.");
    stays.push(next);
    await watch(next);
  }

  async function revive(): Promise<Stay | null> {
    while (!leaving.signal.aborted) {
      try {
        return await enterAgain();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        await delay(pauseMs);
      }
    }
    return null;
  }

  return async () => {
    leaving.abort();
    await stays.at(-1)?.leave();
    await watching;
  };
}

/** Who uses the server. Of the exclusive uses (the portal itself) there is one at a time. */
type EmbeddedUse = Readonly<{ name: string; isExclusive: boolean }>;

/**
 * Locks of the database say who is there, because they vanish with the process that holds them: a lock file would
 * outlive a kill -9 and would have to be guessed about.
 */
const locks = { use: 7_001, exclusive: 7_002 } as const;
const startupTimeoutMs = 60_000;

/** How long a process that was killed may still seem to be there. */
const ghostTimeoutMs = 2000;

/** The server stopped while we were at its door; starting it is somebody else's job. */
class ServerGone extends Error {
  override readonly name = "ServerGone";
}

type Entrance = Readonly<{
  serverUrl: string;
  databaseName: string;
  runtimePassword: string;
  use: EmbeddedUse;
  isRunning: () => Promise<boolean>;
  stop: () => Promise<void>;
}>;

type Stay = Readonly<{
  /** Settled when the server let go of us, which it does not do by itself. */
  lost: Promise<void>;
  /** Stops the server when nobody else is inside. */
  leave: () => Promise<void>;
}>;

/**
 * Enters the server, and makes in it what is missing.
 *
 * @throws ServerGone
 */
async function enterServer(wanted: Entrance): Promise<Stay> {
  const client = await connectWhenReady(wanted);
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  client.once("end", resolve);
  try {
    await client.query("select pg_advisory_lock_shared($1)", [locks.use]);
    if (wanted.use.isExclusive) await takeExclusive(client);
    await makeDatabase(client, wanted.databaseName, wanted.runtimePassword);
  } catch (error) {
    await leave(client, wanted.stop);
    throw error;
  }
  return { lost, leave: () => leave(client, wanted.stop) };
}

/** A server that was killed replays its log first, and one that stops is still there for a moment. */
async function connectWhenReady({ serverUrl, use, isRunning }: Entrance): Promise<pg.Client> {
  const end = Date.now() + startupTimeoutMs;
  for (;;) {
    const client = new pg.Client({
      connectionString: serverUrl,
      application_name: `${use.name} (process ${process.pid})`,
      keepAlive: true,
    });
    // A lost connection shows itself to whoever uses the database; here it must only not end the process.
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (cause) {
      await client.end().catch(() => {});
      if (!(await isRunning())) throw new ServerGone("the server stopped", { cause });
      if (Date.now() > end || isRefusal(cause)) {
        throw new StartError(
          "The embedded database server is running but refuses the connection.",
          {
            cause,
          },
        );
      }
      await delay(100);
    }
  }
}

/** Class 28: wrong password. Waiting does not help then. */
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

async function makeDatabase(client: pg.Client, name: string, password: string): Promise<void> {
  const database = pg.escapeIdentifier(name);
  const roles = "select 1 from pg_roles where rolname = $1";
  await once(client, roles, portalRole, () => client.query(`create role ${portalRole} nologin`));
  await once(client, roles, "portal", () =>
    client.query(
      `create role portal login password ${pg.escapeLiteral(password)} in role ${portalRole}`,
    ),
  );
  await once(client, "select 1 from pg_database where datname = $1", name, () =>
    client.query(`create database ${database}`),
  );
}

/** Two commands may do this at the same time; the one that comes second finds it done. */
async function once(
  client: pg.Client,
  question: string,
  name: string,
  make: () => Promise<unknown>,
): Promise<void> {
  const isThere = async () => (await client.query(question, [name])).rowCount !== 0;
  if (await isThere()) return;
  try {
    await make();
  } catch (error) {
    if (!(await isThere())) throw error;
  }
}

async function leave(client: pg.Client, stop: () => Promise<void>): Promise<void> {
  if (await isAlone(client)) await stop();
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
    // The server is gone or going, so there is nothing to stop.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
