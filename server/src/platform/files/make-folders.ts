import { constants, existsSync } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Env } from "../../env.ts";
import { StartError } from "../start-error.ts";

type Named = Readonly<{ variable: string; folder: string }>;

/**
 * Makes the folders that uploads, seals, mails and SMS are written to, so that a start stops where one of them
 * cannot be, and not the first upload or the first mail.
 *
 * @throws StartError naming the variable
 */
export async function makeFolders(
  env: Pick<Env, "dataDir" | "filesDir" | "anchorDir" | "mail" | "sms">,
) {
  const named: Record<string, string | null> = {
    FILES_DIR: env.filesDir,
    ANCHOR_DIR: env.anchorDir,
    MAIL_SINK: env.mail.sinkDir,
    SMS_SINK: env.sms.sinkDir,
  };
  for (const [own, folder] of Object.entries(named)) {
    if (folder === null) continue;
    // What was not named lies below the data folder.
    const isBelow = folder.startsWith(`${env.dataDir}${path.sep}`);
    await makeFolder({ variable: isBelow ? `${own} (or DATA_DIR)` : own, folder }, 0o700);
  }
}

/**
 * Makes a folder and those above it, and tries whether it can be written.
 *
 * @throws StartError naming the variable
 */
export async function makeFolder({ variable, folder }: Named, mode: number): Promise<void> {
  try {
    await makeLevels(folder, mode);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new StartError(
      `${variable} must be a folder that can be written, not ${JSON.stringify(folder)}${code}.`,
      { exitCode: 2, cause },
    );
  }
}

/** One by one: below /proc, where nothing can be made, Node's own `recursive` never comes to an end. */
async function makeLevels(folder: string, mode: number): Promise<void> {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder && !existsSync(folder)) await makeLevels(above, mode);
  await mkdir(folder, { mode }).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
