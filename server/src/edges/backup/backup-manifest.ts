import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { StartError } from "../../platform/start-error.ts";

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  file: z.string().regex(/^[\w.-]+$/),
  rows: z.int(),
  sha256: z.string(),
});

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  server: z.string(),
  migrations: z.array(z.string()),
  head: z.int(),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.int() })),
});

export type BackupTable = z.infer<typeof tableSchema>;

/** What a backup holds; written last, so that a folder without one is no backup. */
export type BackupManifest = z.infer<typeof manifestSchema>;

export const manifestFile = "manifest.json";

export async function readManifest(folder: string): Promise<BackupManifest> {
  const file = path.join(folder, manifestFile);
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new StartError(`${folder} is no backup: it has no ${manifestFile}.`, {
      exitCode: 2,
      cause,
    });
  });
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`${file} is damaged or of another release.`, { exitCode: 2, cause });
  }
}
