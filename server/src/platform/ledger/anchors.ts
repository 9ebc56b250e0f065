import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { type Database, readOnly } from "../db/database.ts";
import { findNewestSeal, hasSeal, type Seal } from "./seals.ts";

const sealSchema = z.object({
  throughPosition: z.int().positive(),
  eventCount: z.int().positive(),
  previousRoot: z.string(),
  root: z.string(),
  publicKey: z.string(),
  signature: z.string(),
  sealedAt: z.string(),
});

/** One seal, some seals, or what `status --json`, `seal export` and the nightly export wrote. */
export const anchorsSchema = z.union([
  z.array(sealSchema),
  sealSchema.transform((seal) => [seal]),
  z.object({ seals: z.object({ newest: sealSchema }) }).transform(({ seals }) => [seals.newest]),
]);

const fileName = /^anchor-[\d-]+\.json$/;

/** The files of an export, the oldest first; none where the folder is not there. */
export async function anchorFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .filter((name) => fileName.test(name))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/**
 * Writes the newest seal into the file of the day. A seal that was exported and that the ledger no longer has is
 * evidence: it is never written over.
 *
 * @returns the file; null where nothing is sealed yet
 */
export async function exportAnchor(
  db: Database,
  folder: string,
  now: string,
): Promise<string | null> {
  const newest = await findNewestSeal(readOnly(db));
  if (!newest) return null;
  const file = path.join(folder, `anchor-${now.slice(0, 10)}.json`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const kept of await keptIn(file))
    if (!(await hasSeal(readOnly(db), kept)))
      throw new Error(`the seal in ${file} is not in the ledger: it is left as it is`);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify({ seals: { newest } }, null, 1)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return file;
}

async function keptIn(file: string): Promise<readonly Seal[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "[]";
    throw error;
  });
  return anchorsSchema.parse(JSON.parse(text));
}
