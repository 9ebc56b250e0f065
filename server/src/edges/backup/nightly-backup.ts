import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { connect, patient } from "../../platform/db/connect.ts";
import { backup, type BackupManifest, checkBackup } from "./backup.ts";

/** The number of months of which the first backup is kept. */
const monthsKept = 12;

/**
 * Makes a backup in a folder of `parent` that is named by the time, verifies its files, records it in the database and
 * deletes outdated ones. A failed backup deletes nothing.
 *
 * @throws StartError where a file of the new backup is not what was written
 */
export async function nightlyBackup(
  ownerUrl: string,
  parent: string,
  { now, filesDir, keepDays }: Readonly<{ now: string; filesDir: string | null; keepDays: number }>,
): Promise<{ folder: string; manifest: BackupManifest; removed: readonly string[] }> {
  const folder = path.join(parent, nameAt(now));
  await backup(ownerUrl, folder, { madeAt: now, filesDir });
  const manifest = await checkBackup(folder);
  await recordBackup(ownerUrl, manifest);
  const removed = outdatedBackups(await readdir(parent), { now, keepDays });
  for (const name of removed) await rm(path.join(parent, name), { recursive: true });
  return { folder, manifest, removed };
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

/**
 * The names of backups to delete: those older than `keepDays` days that are not the first of one of the last twelve months.
 * Never the newest one, and never other files of the folder.
 */
export function outdatedBackups(
  names: readonly string[],
  { now, keepDays }: Readonly<{ now: string; keepDays: number }>,
): string[] {
  const backups = names.filter((name) => backupName.test(name)).toSorted();
  const newest = backups.at(-1);
  const oldestDaily = new Date(Date.parse(now) - keepDays * 86_400_000).toISOString();
  const year = new Date(now);
  year.setUTCMonth(year.getUTCMonth() - monthsKept, 1);
  const oldestMonth = year.toISOString().slice(0, 7);
  const months = new Set<string>();
  return backups.filter((name) => {
    const month = name.slice(0, 7);
    const isFirst = !months.has(month);
    months.add(month);
    if (name === newest || name >= nameAt(oldestDaily)) return false;
    return !(isFirst && month > oldestMonth);
  });
}
