import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { StartError } from "../start-error.ts";
import { portalRole } from "./connect.ts";

/** Who uses the server. Of the exclusive uses (the portal itself) there is one at a time. */
export type EmbeddedUse = Readonly<{ name: string; isExclusive: boolean }>;

/**
 * Locks of the database say who is there, because they vanish with the process that holds them: a lock file would
 * outlive a kill -9 and would have to be guessed about.
 */
const locks = { use: 7_001, exclusive: 7_002 } as const;
const startupTimeoutMs = 60_000;

/** How long a process that was killed may still seem to be there. */
const ghostTimeoutMs = 2000;

/** The server stopped while we were at its door; starting it is somebody else's job. */
export class ServerGone extends Error {
  override readonly name = "ServerGone";
}

export type Entrance = Readonly<{
  serverUrl: string;
  databaseName: string;
  runtimePassword: string;
  use: EmbeddedUse;
  isRunning: () => Promise<boolean>;
  stop: () => Promise<void>;
}>;

export type Stay = Readonly<{
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
export async function enterServer(wanted: Entrance): Promise<Stay> {
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
        throw new StartError("The embedded database server runs, but does not let us in.", {
          cause,
        });
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
    `The portal already runs on this data folder: ${name}. Stop that one first, or set DATA_DIR and PORT for a second one.`,
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
