import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  databaseUser,
  findBinaries,
  type PostgresBinaries,
} from "../platform/db/postgres-binaries.ts";
import {
  type Cluster,
  createCluster,
  isAlive,
  runningPort,
  startCluster,
  stopCluster,
} from "../platform/db/postgres-cluster.ts";
import { findFreePort } from "../platform/free-port.ts";
import { hasContainerEngine } from "./container-engine.ts";

/** A PostgreSQL server for one run of the tests. */
export type TestServer = Readonly<{
  kind: "given" | "container" | "embedded";
  /** The superuser's URL of the database `postgres`; suites create databases of their own. */
  url: string;
  stop: () => Promise<void>;
}>;

const folderPrefix = "portal-test-";
const connectionsMax = 300;

/** The given server, else one in a container, else the embedded one. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) return { kind: "given", url: given, stop: async () => {} };
  if (!(await hasContainerEngine())) return startEmbedded();
  try {
    return await startContainer();
  } catch (error) {
    // For example, the engine has no image and cannot reach a registry.
    console.error("PostgreSQL did not start in a container; using the embedded one.", error);
    return startEmbedded();
  }
}

async function startContainer(): Promise<TestServer> {
  const { PostgreSqlContainer } = await import("@testcontainers/postgresql");
  const container = await new PostgreSqlContainer(
    process.env["TEST_POSTGRES_IMAGE"] ?? "postgres:15",
  )
    .withCommand([
      "postgres",
      "-c",
      `max_connections=${connectionsMax}`,
      "-c",
      "fsync=off",
      "-c",
      "full_page_writes=off",
    ])
    .withDatabase("postgres")
    .withUsername("postgres")
    .start();
  return {
    kind: "container",
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop();
    },
  };
}

async function startEmbedded(): Promise<TestServer> {
  const binaries = await findBinaries(await databaseUser());
  const { url, stop } = await startTemporaryServer({ binaries });
  return { kind: "embedded", url, stop };
}

export type TemporaryServer = Readonly<{
  cluster: Cluster;
  url: string;
  stop: () => Promise<void>;
}>;

/** In a temporary folder; `fsync` is off because the data need not survive a crash. */
async function startTemporaryServer({
  binaries,
  locale,
  settings,
}: Readonly<{
  binaries: PostgresBinaries;
  locale?: readonly string[];
  settings?: Readonly<Record<string, string>>;
}>): Promise<TemporaryServer> {
  const user = await databaseUser();
  await removeAbandoned();
  const folder = await mkdtemp(path.join(tmpdir(), `${folderPrefix}${process.pid}-`));
  if (user) {
    await chown(folder, user.uid, user.gid);
    await chmod(folder, 0o755);
  }
  const cluster = { folder: path.join(folder, "postgres"), binaries, user };
  const password = randomBytes(12).toString("hex");
  await createCluster(cluster, password, locale);
  const port = await findFreePort();
  await startCluster(cluster, {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: connectionsMax,
    shared_buffers: "256MB",
    fsync: "off",
    // Each copy of a template is a checkpoint, after which every page would be logged as a whole.
    full_page_writes: "off",
    ...settings,
  });
  return {
    cluster,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await stopCluster(cluster, "immediate");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The embedded one, which archives its log once `archive_command` is set. */
export async function startArchivingServer(): Promise<TemporaryServer> {
  const binaries = await findBinaries(await databaseUser());
  return startTemporaryServer({ binaries, settings: { archive_mode: "on" } });
}

const debianPostgres = "/usr/lib/postgresql/15/bin";

/** The oldest supported PostgreSQL, if Debian's package is installed. */
export async function startPostgres15(): Promise<TemporaryServer | null> {
  if (!existsSync(path.join(debianPostgres, "initdb"))) return null;
  const [initdb = "", pgCtl = "", postgres = ""] = ["initdb", "pg_ctl", "postgres"].map((name) =>
    path.join(debianPostgres, name),
  );
  return startTemporaryServer({ binaries: { initdb, pgCtl, postgres }, locale: [] });
}

/** Stops the servers of earlier runs that were killed. */
async function removeAbandoned(): Promise<void> {
  const user = await databaseUser();
  const binaries = await findBinaries(user);
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folderPrefix)
      ? Number.parseInt(name.slice(folderPrefix.length))
      : 0;
    if (!pid || isAlive(pid)) continue;
    const folder = path.join(tmpdir(), name);
    const cluster = { folder: path.join(folder, "postgres"), binaries, user };
    if ((await runningPort(cluster.folder)) !== null) await stopCluster(cluster, "immediate");
    await rm(folder, { recursive: true, force: true });
  }
}
