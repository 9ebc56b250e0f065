import { constants, existsSync } from "node:fs";
import { access, mkdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { Env } from "../../env.ts";
import { StartError } from "../start-error.ts";

const gigabyte = 1024 ** 3;
/** Low is below a tenth of the disk, but at least what a day of backups and videos takes, and at most this. */
const lowShare = 10;
const lowBytesMax = 20 * gigabyte;
const lowBytesMin = 2 * gigabyte;
/**
 * Uploads stop long before (`upload.actions.ts`). With less than this the database may crash, and not start again until
 * there is room.
 */
export const fullBytes = 256 * 1024 ** 2;
const keptMs = 5000;

export type RoomLevel = "enough" | "low" | "full";

export type DiskSpace = Readonly<{
  /** Where both are on one disk, it is listed twice. */
  of: "database" | "files";
  freeBytes: number;
  totalBytes: number;
  level: RoomLevel;
}>;

/** The disks that this process can see; a database elsewhere is not among them (database-disk.ts). */
export type Disks = () => Promise<readonly DiskSpace[]>;

/**
 * Whether only the reserve for payments, parcels and messages under way is left. Then new orders and other writes that any
 * caller can cause are refused.
 */
export async function isDatabaseFull(disks: Disks): Promise<boolean> {
  return (await disks()).some(({ of, level }) => of === "database" && level === "full");
}

/**
 * @param folders of the database and the uploads; null where they are on another machine
 * @param now milliseconds
 */
export function disksAt(
  folders: Readonly<Record<DiskSpace["of"], string | null>>,
  now: () => number = Date.now,
): Disks {
  let last: Readonly<{ at: number; spaces: Promise<readonly DiskSpace[]> }> | null = null;
  const look = async (): Promise<readonly DiskSpace[]> => {
    const spaces = (["database", "files"] as const).map(async (of) => {
      const folder = folders[of];
      if (folder === null) return [];
      const found = foldersOf(of, folder).map((each) => spaceIn(each, of));
      return smallest(await Promise.all(found));
    });
    return (await Promise.all(spaces)).flat();
  };
  return () => {
    if (last === null || now() - last.at >= keptMs) last = { at: now(), spaces: look() };
    return last.spaces;
  };
}

/** PostgreSQL stops when there is no room for its log, which may be on a disk of its own. */
function foldersOf(of: DiskSpace["of"], folder: string): readonly string[] {
  return of === "database" ? [folder, path.join(folder, "pg_wal")] : [folder];
}

function smallest(spaces: readonly (readonly DiskSpace[])[]): readonly DiskSpace[] {
  return spaces
    .flat()
    .toSorted((one, other) => one.freeBytes - other.freeBytes)
    .slice(0, 1);
}

/** Empty where the folder does not exist (yet), or the system reports no size. */
async function spaceIn(folder: string, of: DiskSpace["of"]): Promise<readonly DiskSpace[]> {
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
 * Creates the folders that uploads, seals, emails and SMS are written to, so that an unusable one stops the start and not
 * the first upload or email.
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
    // Folders without a variable of their own are below the data folder.
    const isBelow = folder.startsWith(`${env.dataDir}${path.sep}`);
    await makeFolder({ variable: isBelow ? `${own} (or DATA_DIR)` : own, folder }, 0o700);
  }
}

/**
 * Creates a folder and its parents, and checks that it can be written.
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

/** One level at a time: below /proc, where no folder can be created, Node's `recursive` never returns. */
async function makeLevels(folder: string, mode: number): Promise<void> {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder && !existsSync(folder)) await makeLevels(above, mode);
  await mkdir(folder, { mode }).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
