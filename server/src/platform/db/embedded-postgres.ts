import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { makeFolder } from "../files/make-folders.ts";
import { StartError } from "../start-error.ts";
import {
  type EmbeddedSettings,
  settingsOf,
  usablePort,
  writeSettings,
} from "./embedded-settings.ts";
import { keepRunning } from "./embedded-revival.ts";
import { type EmbeddedUse, enterServer, ServerGone, type Stay } from "./embedded-use.ts";
import { type OperatingSystemUser, canRunAs, databaseUser } from "./operating-system-user.ts";
import { findBinaries, sharedFolder } from "./postgres-binaries.ts";
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
    notes.push("A database server that an earlier run left behind is used again.");
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
      `The data in ${cluster.folder} was made by PostgreSQL ${version}, and this is ${majorVersion}; restore a backup into an empty DATA_DIR.`,
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
    `The database is kept in ${outside}, because the user that PostgreSQL runs as cannot enter ${dataDir}.`,
  );
  return path.join(outside, "postgres");
}
