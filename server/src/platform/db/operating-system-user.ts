import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { StartError } from "../start-error.ts";

const run = promisify(execFile);

/** Who the database server runs as; null is "whoever we are". PostgreSQL refuses to run as root. */
export type OperatingSystemUser = Readonly<{ uid: number; gid: number }> | null;

/** The name that PostgreSQL's own packages use, so that a machine which has one of them is used as it is. */
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

/** Runs a program as that user, from a folder that every user may enter. */
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

/** `useradd` is what Debian and Fedora have, `adduser` what Alpine has. */
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
