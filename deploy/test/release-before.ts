import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root, runProgram } from "../../scripts/run-program.ts";
import { installServerPackages } from "../../scripts/server-packages.ts";
import { StartError } from "../../server/src/platform/start-error.ts";

/**
 * The commit that last recorded migrations, which is when a release is cut. Where a later migration took something away, the
 * commit of that migration: an older one does not run beside the tables any more (docs/operators.md).
 */
export async function newestRelease(): Promise<string> {
  const released = await newestCommitOf("migrations/released.tsv");
  const contracting = await newestCommitOf("migrations/*-contract-*.sql");
  const isKnown = (await git("merge-base", contracting, released)).startsWith(
    (await git("rev-parse", contracting)).trim(),
  );
  return isKnown ? released : contracting;
}

async function newestCommitOf(files: string): Promise<string> {
  return (await git("log", "-1", "--format=%h", "--", files)).trim();
}

/** Exports an earlier commit with its packages into a folder, ready to run. */
export async function exportRelease(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = path.join(folder, "release.tar");
  await git("archive", `--output=${archive}`, commit);
  const unpacked = await runProgram("tar", ["-xf", archive], {}, folder);
  if (!unpacked.isFine) throw new StartError(unpacked.output);
  await installServerPackages(folder);
}

/** The present migrations and two that the next release might add: a column and an index. */
export async function nextMigrations(folder: string): Promise<URL> {
  await cp(path.join(root, "migrations"), folder, { recursive: true });
  const add = (name: string, text: string) => writeFile(path.join(folder, `${name}.sql`), text);
  await add("9998-trial-column", "alter table order_detail add column trial text;");
  await add(
    "9999-trial-index",
    `drop index concurrently if exists order_detail_trial;
    create index concurrently order_detail_trial on order_detail (trial);`,
  );
  return pathToFileURL(`${folder}${path.sep}`);
}

async function git(...words: readonly string[]): Promise<string> {
  const { isFine, output } = await runProgram("git", words);
  if (!isFine) throw new StartError(`The previous release is not available: ${output.trim()}`);
  return output;
}
