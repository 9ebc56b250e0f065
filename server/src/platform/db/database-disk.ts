import { statfs } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import pg from "pg";
import type { Env } from "../../env.ts";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";
import { embeddedFolder } from "./embedded-settings.ts";

type Answer = Readonly<{ folder: string | null; address: string | null }>;

/**
 * The folder whose disk fills as the database grows: that of `DATABASE_DISK_PATH`, of the embedded database, or the one that a
 * server on this machine names. Null for a server elsewhere, and for one that does not say, which production logs.
 *
 * @param url of the role that asks, without another role set
 * @throws StartError for a setting that names no folder
 */
export async function findDatabaseFolder(
  env: Pick<Env, "databaseUrl" | "databaseDiskPath" | "dataDir" | "isProduction">,
  url: string,
  log: Log,
): Promise<string | null> {
  if (env.databaseDiskPath !== null) return requireFolder(env.databaseDiskPath);
  if (env.databaseUrl === null) return embeddedFolder(env.dataDir);
  const { folder, address } = await askServer(url);
  if (!isOfThisMachine(address)) return null;
  if (folder !== null && (await isThere(folder))) return folder;
  if (env.isProduction)
    log.warn(
      {},
      "The database is on this machine and its disk is not watched: orders go on until the disk is full and PostgreSQL stops. Set DATABASE_DISK_PATH to a folder on that disk, such as /var/lib/postgresql.",
    );
  return null;
}

/** Only its owner may enter the folder, but anyone who may enter the one above is told the room. */
async function isThere(folder: string): Promise<boolean> {
  return statfs(folder).then(
    () => true,
    () => false,
  );
}

async function requireFolder(folder: string): Promise<string> {
  if (await isThere(folder)) return folder;
  throw new StartError(
    `DATABASE_DISK_PATH must be a folder on the disk of the database, not ${JSON.stringify(folder)}.`,
    { exitCode: 2 },
  );
}

/** The folder is hidden from roles without the rights of `pg_read_all_settings`; a socket has no address. */
async function askServer(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Answer>(
      `select (select setting from pg_settings where name = 'data_directory') as folder,
         host(inet_server_addr()) as address`,
    );
    return rows[0] ?? { folder: null, address: null };
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * By the address that the server itself has, null for a socket: behind a proxy, localhost may be a server elsewhere.
 */
export function isOfThisMachine(address: string | null): boolean {
  if (address === null || address.startsWith("127.")) return true;
  const own = Object.values(networkInterfaces()).flat();
  return own.some((each) => each?.address === address);
}
