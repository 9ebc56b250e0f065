import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../server/src/platform/start-error.ts";
import { root, runProgram } from "./run-program.ts";

const webFolder = path.join(root, "web");
const built = path.join(webFolder, "dist");
const marker = path.join(built, ".sources");

/** The inputs of the client's build. The client uses only types of the server's code. */
const sources = [
  "web/{src,public}/**/*",
  "web/{index.html,package.json,service-worker.js,vite.config.ts,*-plugin.ts}",
  "shared/src/**/*",
  "package-lock.json",
];

/** Builds the client if its sources have changed. @returns whether it was built */
export async function buildWebClient(): Promise<boolean> {
  const digest = await digestOfSources();
  if (existsSync(marker) && (await readFile(marker, "utf8")) === digest) return false;

  // Built in another folder and renamed, so that an interrupted build is never served.
  const unfinished = `${built}.new`;
  const { isFine, output } = await runProgram(
    "vite",
    ["build", "--outDir", unfinished, "--emptyOutDir", "--logLevel", "warn"],
    { NODE_ENV: "production" },
    webFolder,
  );
  if (!isFine) throw new StartError(`The web client could not be built:\n${output.trim()}`);
  await writeFile(path.join(unfinished, ".sources"), digest);
  await rm(built, { recursive: true, force: true });
  await rename(unfinished, built);
  return true;
}

async function digestOfSources(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !/\.test\.tsx?$/.test(file)) files.push(path.relative(root, file));
  }
  const digest = createHash("sha256");
  for (const file of files.toSorted()) {
    digest
      .update(`${file}\0`)
      .update(await readFile(path.join(root, file)))
      .update("\0");
  }
  return digest.digest("hex");
}
