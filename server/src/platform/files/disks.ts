import { constants, existsSync } from "node:fs";
import { access, mkdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { Env } from "../../env.ts";
import { StartError } from "../start-error.ts";

const gigabyte = 1024 ** 3;
/** Below a tenth, or so little that a day of backups and videos fills it; a tenth of a large disk is plenty. */
const lowShare = 10;
const lowBytesMax = 20 * gigabyte;
const lowBytesMin = 2 * gigabyte;
/**
 * Uploads stop long before (`upload.actions.ts`). With less than this the database may stop by itself, in the
 * middle of something, and does not start again until there is room.
 */
const fullBytes = 256 * 1024 ** 2;
const keptMs = 5000;

export type RoomLevel = "enough" | "low" | "full";

/** What is left on a disk of ours. */
export type DiskSpace = Readonly<{
  /** Whose disk: where both are one, it is named twice. */
  of: "database" | "files";
  freeBytes: number;
  totalBytes: number;
  level: RoomLevel;
}>;

/** The disks that this process can see; a database elsewhere is not among them. */
export type Disks = () => Promise<readonly DiskSpace[]>;

/**
 * Whether the reserve is reached that payments, parcels and messages on their way are kept for: then nothing new is taken,
 * no order and nothing that anybody can make us write.
 */
export async function isDatabaseFull(disks: Disks): Promise<boolean> {
  return (await disks()).some(({ of, level }) => of === "database" && level === "full");
}

/**
 * @param folders where the database and the uploads lie; null: on another machine
 * @param now milliseconds
 */
export function disksAt(
  folders: Readonly<Record<DiskSpace["of"], string | null>>,
  now: () => number = Date.now,
): Disks {
  let last: Readonly<{ at: number; rooms: Promise<readonly DiskSpace[]> }> | null = null;
  const look = async (): Promise<readonly DiskSpace[]> => {
    const rooms = (["database", "files"] as const).map(async (of) => {
      const folder = folders[of];
      return folder === null ? [] : roomIn(folder, of);
    });
    return (await Promise.all(rooms)).flat();
  };
  return () => {
    if (last === null || now() - last.at >= keptMs) last = { at: now(), rooms: look() };
    return last.rooms;
  };
}

/** Nothing where the folder is not there (yet), or the system does not tell. */
async function roomIn(folder: string, of: DiskSpace["of"]): Promise<readonly DiskSpace[]> {
  const found = await statfs(folder).catch(() => null);
  if (found === null || found.blocks === 0) return [];
  const size = { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
  return [{ of, ...size, level: roomLevelOf(size) }];
}

export function roomLevelOf({
  freeBytes,
  totalBytes,
}: Pick<DiskSpace, "freeBytes" | "totalBytes">): RoomLevel {
  if (freeBytes < fullBytes) return "full";
  const low = Math.max(Math.min(totalBytes / lowShare, lowBytesMax), lowBytesMin);
  return freeBytes < low ? "low" : "enough";
}

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
