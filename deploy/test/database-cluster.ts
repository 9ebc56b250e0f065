import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { root } from "../../scripts/run-program.ts";
import {
  databaseUser,
  type OperatingSystemUser,
} from "../../server/src/platform/db/postgres-binaries.ts";
import { findFreePort } from "../../server/src/platform/free-port.ts";
import { type Daemon, isFine, startDaemon, until } from "./daemons.ts";

const run = promisify(execFile);
/** Debian's PostgreSQL, with which `deploy/` is tested. */
const postgres = "/usr/lib/postgresql/15/bin";
export const programs = {
  etcd: "/usr/bin/etcd",
  patroni: "/usr/bin/patroni",
  haproxy: "/usr/sbin/haproxy",
  pgbouncer: "/usr/sbin/pgbouncer",
  psql: "/usr/bin/psql",
  postgres: `${postgres}/postgres`,
} as const;
const names = ["pg1", "pg2"] as const;

/** The required programs that are not installed. */
export function missingPrograms(): readonly string[] {
  return Object.values(programs).filter((program) => !existsSync(program));
}

/** Two PostgreSQL servers under Patroni, etcd, and HAProxy in front of the primary and of two web processes. */
export type DatabaseCluster = Readonly<{
  folder: string;
  user: OperatingSystemUser;
  /** HAProxy's address for guests. */
  shopUrl: string;
  webPorts: readonly [number, number];
  primaryPort: number;
  /** Through HAProxy to the present primary. */
  ownerUrl: string;
  runtimeUrl: string;
  primary: () => Promise<string>;
  /** kill -9 of Patroni and PostgreSQL, as if the machine failed. */
  killNode: (name: string) => Promise<void>;
  startNode: (name: string) => Promise<void>;
  killPostmaster: (name: string) => Promise<void>;
  switchOver: () => Promise<void>;
  /** Waits for a primary and a synchronous standby. */
  untilWhole: () => Promise<void>;
  stop: () => Promise<void>;
}>;

type Node = Readonly<{ name: string; port: number; rest: number; data: string; log: string }>;

const membersSchema = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const user = await databaseUser();
  const folder = await mkdtemp(path.join(tmpdir(), "portal-cluster-"));
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o755);
  const ports = await freePorts(10);
  const [etcd = 0, peer = 0, primaryPort = 0, shop = 0, web1 = 0, web2 = 0, ...rest] = ports;
  const nodes = names.map((name, index) => ({
    name,
    port: rest[index * 2] ?? 0,
    rest: rest[index * 2 + 1] ?? 0,
    data: path.join(folder, name),
    log: path.join(folder, `${name}.log`),
  }));
  const passwords = { owner: secret(), replication: secret(), app: secret() };
  const daemons = new Map<string, Daemon>();
  const start = async (name: string, program: string, given: readonly string[], extra: object) => {
    const environment = { PATH: `${postgres}:/usr/sbin:/usr/bin:/bin`, HOME: folder, ...extra };
    const log = path.join(folder, `${name}.log`);
    const options = { program, arguments: given, environment, log, folder, user };
    daemons.set(name, await startDaemon(options));
  };
  const startNode = async (name: string) => {
    const environment = environmentOf(nodeNamed(nodes, name), { folder, etcd, passwords });
    await start(name, programs.patroni, [path.join(root, "deploy", "patroni.yml")], environment);
  };

  await start("etcd", programs.etcd, etcdArguments(folder, etcd, peer), {});
  await until("etcd", () => isFine(`http://127.0.0.1:${etcd}/health`), {
    log: path.join(folder, "etcd.log"),
  });
  await start("haproxy", programs.haproxy, ["-db", "-f", path.join(root, "deploy/haproxy.cfg")], {
    PORTAL_BIND: `127.0.0.1:${shop}`,
    WEB1: `127.0.0.1:${web1}`,
    WEB2: `127.0.0.1:${web2}`,
    PRIMARY_BIND: `127.0.0.1:${primaryPort}`,
    ...Object.fromEntries(
      nodes.flatMap(({ name, port, rest: restPort }) => [
        [name.toUpperCase(), `127.0.0.1:${port}`],
        [`${name.toUpperCase()}_REST`, String(restPort)],
      ]),
    ),
  });
  for (const { name } of nodes) await startNode(name);

  const members = () => membersOf(nodes);
  const primary = async () => {
    const leader = (await members()).find(({ role }) => role === "leader");
    if (!leader) throw new Error("there is no primary");
    return leader.name;
  };
  const urlFor = (name: string, password: string, database: string) =>
    `postgres://${name}:${password}@127.0.0.1:${primaryPort}/${database}`;
  const untilWhole = () =>
    until(
      "a whole cluster",
      async () => {
        const found = await members();
        const isThere = (role: string) => found.some((one) => one.role === role);
        const answers = await isFine(`http://127.0.0.1:${nodes[0]?.rest}/health`);
        return found.length === 2 && answers && isThere("leader") && isThere("sync_standby");
      },
      { seconds: 90, log: path.join(folder, "pg2.log") },
    );
  await untilWhole();
  await makeDatabase(urlFor("postgres", passwords.owner, "postgres"), passwords.app);

  return {
    folder,
    user,
    shopUrl: `http://127.0.0.1:${shop}`,
    webPorts: [web1, web2],
    primaryPort,
    ownerUrl: urlFor("postgres", passwords.owner, "portal"),
    runtimeUrl: urlFor("portal_app", passwords.app, "portal"),
    primary,
    untilWhole,
    startNode,
    async killNode(name) {
      await daemons.get(name)?.end("SIGKILL");
      await killPostmaster(nodeNamed(nodes, name));
    },
    killPostmaster: (name) => killPostmaster(nodeNamed(nodes, name)),
    async switchOver() {
      const leader = await primary();
      const candidate = names.find((name) => name !== leader);
      const answer = await fetch(`http://127.0.0.1:${nodeNamed(nodes, leader).rest}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader, candidate }),
      });
      if (!answer.ok) throw new Error(`no switchover: ${await answer.text()}`);
    },
    async stop() {
      for (const { name } of nodes) await daemons.get(name)?.end("SIGKILL");
      for (const node of nodes) await killPostmaster(node).catch(() => {});
      for (const daemon of daemons.values()) await daemon.end("SIGKILL");
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

function secret(): string {
  return randomBytes(12).toString("hex");
}

/** Distinct free ports. */
async function freePorts(count: number): Promise<readonly number[]> {
  const found = new Set<number>();
  while (found.size < count) found.add(await findFreePort());
  return [...found];
}

function at(port: number): string {
  return `127.0.0.1:${port}`;
}

function etcdArguments(folder: string, client: number, peer: number): readonly string[] {
  return [
    `--data-dir=${path.join(folder, "etcd")}`,
    `--listen-client-urls=http://${at(client)}`,
    `--advertise-client-urls=http://${at(client)}`,
    `--listen-peer-urls=http://${at(peer)}`,
    `--initial-advertise-peer-urls=http://${at(peer)}`,
    `--initial-cluster=default=http://${at(peer)}`,
    "--unsafe-no-fsync",
  ];
}

type Surroundings = Readonly<{
  folder: string;
  etcd: number;
  passwords: Readonly<{ owner: string; replication: string }>;
}>;

function environmentOf(node: Node, { folder, etcd, passwords }: Surroundings): NodeJS.ProcessEnv {
  return {
    PATRONI_NAME: node.name,
    PATRONI_ETCD3_HOSTS: `'${at(etcd)}'`,
    PATRONI_RESTAPI_LISTEN: at(node.rest),
    PATRONI_RESTAPI_CONNECT_ADDRESS: at(node.rest),
    PATRONI_POSTGRESQL_LISTEN: at(node.port),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(node.port),
    PATRONI_POSTGRESQL_DATA_DIR: node.data,
    PATRONI_POSTGRESQL_BIN_DIR: postgres,
    PATRONI_POSTGRESQL_PGPASS: path.join(folder, `${node.name}.pgpass`),
    PATRONI_SUPERUSER_USERNAME: "postgres",
    PATRONI_SUPERUSER_PASSWORD: passwords.owner,
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
  };
}

function nodeNamed(nodes: readonly Node[], name: string): Node {
  const node = nodes.find((one) => one.name === name);
  if (!node) throw new Error(`there is no ${name}`);
  return node;
}

/** The members as seen by the first node that answers. */
async function membersOf(nodes: readonly Node[]) {
  const signal = AbortSignal.timeout(3000);
  const answer = await Promise.any(
    nodes.map(({ rest }) => fetch(`http://127.0.0.1:${rest}/cluster`, { signal })),
  );
  return membersSchema.parse(await answer.json()).members;
}

async function killPostmaster({ data }: Node): Promise<void> {
  const [pid] = (await readFile(path.join(data, "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
}

/** Uses the file that operators use. */
async function makeDatabase(url: string, appPassword: string): Promise<void> {
  const psql = (...given: string[]) =>
    run(programs.psql, ["-v", "ON_ERROR_STOP=1", "-d", url, ...given]);
  await until("the primary behind HAProxy", async () => Boolean(await psql("-c", "select 1")));
  await psql("-c", "create database portal");
  const variables = ["-v", "owner=postgres", "-v", `app_password=${appPassword}`];
  await psql(...variables, "-f", path.join(root, "deploy", "roles.sql"));
}

export async function folderFor(cluster: DatabaseCluster, name: string): Promise<string> {
  const made = path.join(cluster.folder, name);
  await mkdir(made, { recursive: true });
  return made;
}
