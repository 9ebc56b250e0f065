import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { connect, patient } from "../../platform/db/connect.ts";
import { StartError } from "../../platform/start-error.ts";
import { backup, type BackupManifest, readManifest, removeUnfinished } from "./backup.ts";
import { namesOf } from "./uploads-of-backup.ts";

/** The number of months of which the first backup is kept. */
const monthsKept = 12;

type Night = Readonly<{
  now: string;
  filesDir: string | null;
  keepDays: number;
  /** Whether it may lack uploads that the last one had: somebody knows that they are lost. */
  mayLack: boolean;
}>;

/**
 * Makes a backup in a folder of `parent` that is named by the time, records it in the database and deletes outdated ones. A
 * failed backup deletes nothing, nor does one that lacks uploads which the last recorded one had: the folder of uploads may
 * not be there.
 *
 * @throws StartError where a file of the new backup is not what was written, or uploads are lost
 */
export async function nightlyBackup(
  ownerUrl: string,
  parent: string,
  { now, filesDir, keepDays, mayLack }: Night,
): Promise<{ folder: string; manifest: BackupManifest; removed: readonly string[] }> {
  const folder = nightIn(parent, now);
  await removeUnfinishedNights(parent, now);
  const last = await lastRecorded(ownerUrl, parent);
  const earlier = last && nightIn(parent, last.madeAt);
  const manifest = await backup(ownerUrl, folder, { madeAt: now, filesDir, earlier });
  const lost = mayLack ? [] : lostSince(last, manifest);
  if (lost.length > 0)
    throw new StartError(
      `The backup ${folder} is complete but for ${lost.length} uploads that the one before it had, and that are missing or damaged in ${filesDir} now: ${namesOf(lost)}. No backup was removed. Put them back, or run with --without-files.`,
    );
  await recordBackup(ownerUrl, manifest);
  const removed = outdatedBackups(await readdir(parent), { now, keepDays });
  for (const name of removed) await rm(path.join(parent, name), { recursive: true });
  return { folder, manifest, removed };
}

/** The last backup that counted, where it is still in the folder. */
async function lastRecorded(ownerUrl: string, parent: string): Promise<BackupManifest | null> {
  await using db = connect(ownerUrl, { ...patient, poolSize: 1, applicationName: "portal-backup" });
  const last = await db.selectFrom("last_backup").select("made_at").executeTakeFirst();
  if (!last) return null;
  return readManifest(path.join(parent, nameAt(last.made_at))).catch(() => null);
}

function lostSince(last: BackupManifest | null, now: BackupManifest): string[] {
  if (!last?.hasFiles) return [];
  const [had, lacked] = [new Set(last.files), new Set(last.missingFiles)];
  return now.missingFiles.filter((sha256) => had.has(sha256) && !lacked.has(sha256));
}

async function recordBackup(ownerUrl: string, { madeAt, head }: BackupManifest): Promise<void> {
  await using db = connect(ownerUrl, {
    ...patient,
    poolSize: 1,
    applicationName: "portal-backup",
  });
  const made = { made_at: madeAt, position: head };
  await db
    .insertInto("last_backup")
    .values(made)
    .onConflict((conflict) => conflict.column("only_one").doUpdateSet(made))
    .execute();
}

/** `2026-11-21T01-20-00Z`, which sorts by time and is a valid file name on all systems. */
function nameAt(now: string): string {
  return `${now.slice(0, 19).replaceAll(":", "-")}Z`;
}

const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** The folder of the backup that a nightly run makes. */
export function nightIn(parent: string, now: string): string {
  return path.join(parent, nameAt(now));
}

/**
 * Of runs that were killed, which never become a backup. Only those that a nightly run named a day ago or earlier: a younger one
 * may still be written, by another machine too.
 */
async function removeUnfinishedNights(parent: string, now: string): Promise<void> {
  const dayBefore = nameAt(new Date(Date.parse(now) - 86_400_000).toISOString());
  for (const name of await readdir(parent).catch(() => [])) {
    const { ext, name: night } = path.parse(name);
    if (ext === ".unfinished" && backupName.test(night) && night <= dayBefore)
      await removeUnfinished(path.join(parent, night));
  }
}

/**
 * The names of backups to delete: all but those of the newest day and of the `keepDays` days before it that have a backup, and
 * the first of each of the newest twelve months that have one. Counted by the backups, because a clock that jumps ahead once
 * would outdate all of them. Never one that is newer than `now`, nor other files of the folder: such a one takes the place of no
 * other either.
 */
export function outdatedBackups(
  names: readonly string[],
  { now, keepDays }: Readonly<{ now: string; keepDays: number }>,
): string[] {
  const backups = names.filter((name) => backupName.test(name) && name <= nameAt(now)).toSorted();
  const newest = (length: number, max: number) =>
    new Set([...new Set(backups.map((name) => name.slice(0, length)))].slice(-max));
  const days = newest(dayLength, keepDays + 1);
  const months = newest(monthLength, monthsKept);
  return backups.filter((name, at) => {
    const month = name.slice(0, monthLength);
    const isFirst = backups[at - 1]?.slice(0, monthLength) !== month;
    return !days.has(name.slice(0, dayLength)) && !(isFirst && months.has(month));
  });
}

const [dayLength, monthLength] = ["2026-11-21".length, "2026-11".length];
