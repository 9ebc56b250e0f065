import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chown,
  copyFile,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { hasErrorCode } from "../error-code.ts";
import { StartError } from "../start-error.ts";
import { removeStaleLocks } from "./cluster-lock.ts";
import { unlessItExists } from "./embedded-settings.ts";
import { type OperatingSystemUser, type PostgresBinaries, runAs } from "./postgres-binaries.ts";

/** A data folder and the server for it. */
export type Cluster = Readonly<{
  folder: string;
  binaries: PostgresBinaries;
  user: OperatingSystemUser;
}>;

/** Sorts and folds case in the same way on every machine; since PostgreSQL 17. */
const builtinLocale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/** Creates the data in a temporary folder and renames it, so that a crash leaves no incomplete cluster. */
export async function createCluster(
  cluster: Cluster,
  password: string,
  locale: readonly string[] = builtinLocale,
): Promise<void> {
  const unfinished = `${cluster.folder}.${randomUUID()}`;
  const passwordFile = `${unfinished}.password`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (cluster.user) {
      await chown(unfinished, cluster.user.uid, cluster.user.gid);
      await chown(passwordFile, cluster.user.uid, cluster.user.gid);
    }
    await runAs(cluster.user, cluster.binaries.initdb, [
      `--pgdata=${unfinished}`,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--no-locale",
      ...locale,
      "--auth=scram-sha-256",
      "--data-checksums",
      "--no-instructions",
    ]);
    await rename(unfinished, cluster.folder).catch(unlessItExists);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

export async function startCluster(
  cluster: Cluster,
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  // PostgreSQL refuses to start after a power failure, when another process may have the pid of a server before.
  if ((await runningServer(cluster.folder)) === null) await removeStaleLocks(cluster.folder);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const log = path.join(cluster.folder, "server.log");
  await rotateLog(cluster.folder);
  try {
    await runAs(cluster.user, cluster.binaries.pgCtl, [
      "start",
      "--silent",
      "--wait",
      "--timeout=120",
      `--pgdata=${cluster.folder}`,
      `--log=${log}`,
      `--options=${options.join(" ")}`,
    ]);
  } catch (cause) {
    throw new StartError(`The embedded PostgreSQL did not start; ${log} says why.`, { cause });
  }
}

/** A portal that runs for years writes some megabytes; a fault that repeats writes them in an hour. */
export const logBytesMax = 10 * 1024 ** 2;

/** Moves a large log to `server.log.1`. The server keeps the file open and appends, so it is emptied and not renamed. */
export async function rotateLog(folder: string): Promise<void> {
  const log = path.join(folder, "server.log");
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size <= logBytesMax) return;
  const before = `${log}.1`;
  // Where there is no room for the copy, room is worth more than the log.
  await copyFile(log, before).catch(() => rm(before, { force: true }));
  await truncate(log);
}

/** `fast` closes connections and flushes all data; `immediate` is for data that are not needed any more. */
export async function stopCluster(cluster: Cluster, mode: "fast" | "immediate"): Promise<void> {
  await runAs(cluster.user, cluster.binaries.pgCtl, [
    "stop",
    "--silent",
    "--wait",
    "--timeout=60",
    `--mode=${mode}`,
    `--pgdata=${cluster.folder}`,
  ]);
}

/** The port of the server that runs on this folder; null when there is none. */
export async function runningPort(folder: string): Promise<number | null> {
  return (await runningServer(folder))?.port ?? null;
}

/** The process that runs on this folder and its port; null when there is none. */
export async function runningServer(folder: string): Promise<{ pid: number; port: number } | null> {
  const lock = await readLock(folder);
  return lock && (await isServerOf(folder, lock.pid)) ? lock : null;
}

async function readLock(folder: string): Promise<{ pid: number; port: number } | null> {
  const file = path.join(folder, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = (await readFile(file, "utf8")).split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** The working directory of the server is its data folder, which tells it from another process with the same pid. */
async function isServerOf(folder: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder));
  } catch {
    return false;
  }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, "EPERM");
  }
}
