import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { nameOf } from "../../platform/files/file-store.ts";
import { makeFolderDurably, syncFolder } from "../../platform/files/write-durably.ts";
import { StartError } from "../../platform/start-error.ts";

/** The folder of a backup's uploads, which have the same names as in FILES_DIR. */
export function filesIn(backupFolder: string): string {
  return path.join(backupFolder, "files");
}

/** The SHA-256 of every file that the tables reference, sorted. */
export async function listUploads(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from public.upload union select sha256 from public.upload_size order by 1`.execute(
    tx,
  );
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Copies files that the target folder does not have yet. They never change, so a hard link is enough where both folders are on
 * one mount. A file whose content is not that of its name is damaged, and as good as missing.
 *
 * @param linkedFrom an earlier copy on the mount of `to`, which is linked where it is sound: systemd and containers mount `from`
 *   apart, and a link across mounts fails even on one disk
 * @returns the files that are sound in neither `from` nor `to`
 */
export async function copyUploads(
  files: readonly string[],
  from: string,
  to: string,
  linkedFrom: string | null = null,
): Promise<string[]> {
  const missing: string[] = [];
  const filled = new Set<string>();
  for (const sha256 of files) {
    const [source, target] = [path.join(from, nameOf(sha256)), path.join(to, nameOf(sha256))];
    if (await isSound(target, sha256)) continue;
    if (await isSound(source, sha256)) {
      await makeFolderDurably(path.dirname(target));
      await rm(target, { force: true });
      const earlier = linkedFrom === null ? null : path.join(linkedFrom, nameOf(sha256));
      const linked = earlier !== null && (await isSound(earlier, sha256)) ? earlier : source;
      await link(linked, target).catch(() => copyWhole(source, target, sha256));
      filled.add(path.dirname(target));
    } else missing.push(sha256);
  }
  for (const folder of filled) await syncFolder(folder);
  return missing;
}

/** For another mount. The file gets its name only when it is complete and was read again. */
async function copyWhole(source: string, target: string, sha256: string): Promise<void> {
  const part = `${target}.${randomUUID()}.part`;
  const whole = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(createReadStream(source), whole);
  if (!(await isSound(part, sha256))) throw new StartError(`${part} is not what was written.`);
  await rename(part, target);
}

async function isSound(file: string, sha256: string): Promise<boolean> {
  return (await digestOf(file).catch(() => null)) === sha256;
}

/** The SHA-256 of the file. */
export async function digestOf(file: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(file)) digest.update(chunk);
  return digest.digest("hex");
}

/** Up to ten of the files by name, and the number of the others. */
export function namesOf(files: readonly string[]): string {
  const named = files.slice(0, namedMax).join(", ");
  return files.length > namedMax ? `${named} and ${files.length - namedMax} more` : named;
}

const namedMax = 10;

/** The files that are sound in none of the folders. */
export async function missingFrom(
  files: readonly string[],
  folders: readonly string[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const sha256 of files) {
    const found = folders.map((folder) => isSound(path.join(folder, nameOf(sha256)), sha256));
    if (!(await Promise.all(found)).includes(true)) missing.push(sha256);
  }
  return missing;
}
