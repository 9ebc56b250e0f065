import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { connect, patient } from "../../platform/db/connect.ts";
import { backup, type BackupManifest, checkBackup } from "./backup.ts";

/** So many months keep their first backup. */
const monthsKept = 12;

/**
 * Makes a backup in a folder of `place` that is named by its moment, reads it again as a whole, notes in the database that
 * it is there, and removes those whose time is over. One that fails removes nothing.
 *
 * @throws StartError where a file of the new backup is not what was written
 */
export async function nightlyBackup(
  ownerUrl: string,
  place: string,
  given: Readonly<{ now: string; filesDir: string | null; keepDays: number }>,
): Promise<{ folder: string; manifest: BackupManifest; removed: readonly string[] }> {
  const { now, filesDir, keepDays } = given;
  const folder = path.join(place, nameAt(now));
  await backup(ownerUrl, folder, { madeAt: now, filesDir });
  const manifest = await checkBackup(folder);
  await noteBackup(ownerUrl, manifest);
  const removed = outdatedBackups(await readdir(place), { now, keepDays });
  for (const name of removed) await rm(path.join(place, name), { recursive: true });
  return { folder, manifest, removed };
}

async function noteBackup(ownerUrl: string, { madeAt, head }: BackupManifest): Promise<void> {
  const db = connect(ownerUrl, { ...patient, poolSize: 1, applicationName: "portal-backup" });
  const made = { made_at: madeAt, position: head };
  try {
    await db
      .insertInto("last_backup")
      .values(made)
      .onConflict((conflict) => conflict.column("only_one").doUpdateSet(made))
      .execute();
  } finally {
    await db.destroy();
  }
}

/** `2026-11-21T01-20-00Z`, which sorts by time and is a name everywhere. */
function nameAt(now: string): string {
  return `${now.slice(0, 19).replaceAll(":", "-")}Z`;
}

const madeHere = /^(\d{4}-\d\d)-\d\dT\d\d-\d\d-\d\dZ$/;

/**
 * Names of backups whose time is over: older than `keepDays` days, and not the first of one of the last twelve months. The
 * newest stays, and so does whatever else lies in the folder.
 */
export function outdatedBackups(
  names: readonly string[],
  { now, keepDays }: Readonly<{ now: string; keepDays: number }>,
): string[] {
  const made = names.filter((name) => madeHere.test(name)).toSorted();
  const newest = made.at(-1);
  const oldestDaily = new Date(Date.parse(now) - keepDays * 86_400_000).toISOString();
  const year = new Date(now);
  year.setUTCMonth(year.getUTCMonth() - monthsKept, 1);
  const oldestMonth = year.toISOString().slice(0, 7);
  const months = new Set<string>();
  return made.filter((name) => {
    const month = name.slice(0, 7);
    const isFirst = !months.has(month);
    months.add(month);
    if (name === newest || name >= nameAt(oldestDaily)) return false;
    return !(isFirst && month > oldestMonth);
  });
}
