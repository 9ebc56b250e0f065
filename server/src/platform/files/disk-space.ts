import { statfs } from "node:fs/promises";

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
export type DiskRoom = Readonly<{
  /** Whose disk: where both are one, it is named twice. */
  of: "database" | "files";
  freeBytes: number;
  totalBytes: number;
  level: RoomLevel;
}>;

/** The disks that this process can see; a database elsewhere is not among them. */
export type Disks = () => Promise<readonly DiskRoom[]>;

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
  folders: Readonly<Record<DiskRoom["of"], string | null>>,
  now: () => number = Date.now,
): Disks {
  let last: Readonly<{ at: number; rooms: Promise<readonly DiskRoom[]> }> | null = null;
  const look = async (): Promise<readonly DiskRoom[]> => {
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
async function roomIn(folder: string, of: DiskRoom["of"]): Promise<readonly DiskRoom[]> {
  const found = await statfs(folder).catch(() => null);
  if (found === null || found.blocks === 0) return [];
  const size = { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
  return [{ of, ...size, level: roomLevelOf(size) }];
}

export function roomLevelOf({
  freeBytes,
  totalBytes,
}: Pick<DiskRoom, "freeBytes" | "totalBytes">): RoomLevel {
  if (freeBytes < fullBytes) return "full";
  const low = Math.max(Math.min(totalBytes / lowShare, lowBytesMax), lowBytesMin);
  return freeBytes < low ? "low" : "enough";
}
