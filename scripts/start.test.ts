import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runningPort } from "../server/src/platform/db/postgres-cluster.ts";
import { findFreePort } from "../server/src/platform/free-port.ts";
import { compileCache } from "../server/src/testing/compile-cache.ts";

const root = path.join(import.meta.dirname, "..");
let folder = "";
let dataDir = "";
let port = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-start-"));
  // The database's system user needs access to the folder.
  await chmod(folder, 0o755);
  dataDir = path.join(folder, "data");
  port = await findFreePort();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("npm start", () => {
  test("serves the shop with the demo, prints its addresses, and leaves nothing running", async () => {
    const portal = start({});
    await portal.says("Press Ctrl-C to stop everything");

    const page = await fetch(`http://localhost:${port}/`);
    const ready = await fetch(`http://localhost:${port}/readyz`);
    portal.child.kill("SIGTERM");

    expect(page.status).toBe(200);
    expect(await page.text()).toContain("<!doctype html>");
    expect(ready.status).toBe(200);
    expect(portal.output()).toContain(`http://localhost:${port}`);
    expect(portal.output()).toContain("Seeded the demo: ");
    expect(portal.output()).toContain("anna.l1@shop.test");
    expect(await portal.exitCode).toBe(0);
    expect(await runningPort(path.join(dataDir, "postgres"))).toBeNull();
  });

  test("recovers after kill -9, and locks its folder", async () => {
    const killed = start({});
    await killed.says("Press Ctrl-C to stop everything");
    killed.child.kill("SIGKILL");
    await killed.exitCode;

    const portal = start({});
    await portal.says("Press Ctrl-C to stop everything");
    const second = start({ PORT: String(await findFreePort()) });
    const secondCode = await second.exitCode;
    portal.child.kill("SIGINT");

    expect(portal.output()).toContain("an earlier run left running");
    expect(portal.output()).not.toContain("Seeded");
    expect(secondCode).toBe(1);
    expect(second.output()).toMatch(
      /^The portal is already running on this data folder: npm start \(process \d+\)\..*\n$/,
    );
    expect(await portal.exitCode).toBe(0);
  });

  test("reports a port in use before anything else", async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => {
      squatter.listen(port, "localhost", resolve);
    });

    const portal = start({});

    expect(await portal.exitCode).toBe(1);
    expect(portal.output()).toBe(
      `Port ${port} is in use. Stop the program that uses it or choose another, for example PORT=${port + 1} npm start.\n`,
    );
    squatter.close();
  });

  test("reports invalid environment variables", async () => {
    const portal = start({ PORT: "eighty", REGION: "mars" });

    expect(await portal.exitCode).toBe(2);
    expect(portal.output()).toBe(
      'PORT must be a whole number from 0 to 65535, not "eighty".\nREGION must be one of za, uk, usa, not "mars".\n',
    );
  });

  test("refuses live payments without a secret passphrase", async () => {
    const portal = start({
      PAYFAST_MODE: "live",
      PAYFAST_MERCHANT_ID: "12345678",
      PAYFAST_MERCHANT_KEY: "key-of-the-merchant",
      PUBLIC_URL: "https://shop.example.com",
    });

    expect(await portal.exitCode).toBe(2);
    expect(portal.output()).toBe("PAYFAST_PASSPHRASE must be set when PAYFAST_MODE is live.\n");
  });

  test("reports an unreachable database, without its password", async () => {
    const nobody = await findFreePort();

    const portal = start({ DATABASE_URL: `postgres://me:hunter22@localhost:${nobody}/portal` });

    expect(await portal.exitCode).toBe(1);
    expect(portal.output()).toMatch(
      new RegExp(
        `^The database portal at localhost:${nobody} \\(DATABASE_URL\\) cannot be reached: .*ECONNREFUSED.*\\.\n$`,
      ),
    );
    expect(portal.output()).not.toContain("hunter22");
  });

  test("reports it from the server alone as well", async () => {
    const nobody = await findFreePort();

    const server = start(
      { DATABASE_URL: `postgres://me:hunter22@localhost:${nobody}/portal` },
      "serve",
    );

    expect(await server.exitCode).toBe(1);
    // The server writes lines of JSON from its first instant on, whoever reads them.
    expect(JSON.parse(server.output())).toMatchObject({
      level: 60,
      msg: expect.stringMatching(
        new RegExp(
          `^The database portal at localhost:${nobody} \\(DATABASE_URL\\) cannot be reached: .*\\.$`,
        ),
      ),
    });
    expect(server.output()).not.toContain("hunter22");
  });

  test("does not touch a database that is newer than the code", async () => {
    await withDatabase(async (url) => {
      await execute(url, "create table kysely_migration (name text primary key)");
      await execute(url, "insert into kysely_migration values ('9999-from-the-future')");

      const portal = start({ DATABASE_URL: url });

      expect(await portal.exitCode).toBe(1);
      expect(portal.output()).toMatch(
        /^The database is newer than this program: .*9999-from-the-future.*\n$/,
      );
    });
  });
});

type Started = Readonly<{
  child: ChildProcess;
  output: () => string;
  says: (words: string) => Promise<void>;
  exitCode: Promise<number | null>;
}>;

/** Excludes the settings of the user who runs the tests, except essential ones. */
function start(environment: Record<string, string>, script: "start" | "serve" = "start"): Started {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["--no-warnings", `scripts/${script}.ts`], {
    cwd: root,
    env: {
      ...compileCache,
      PATH,
      HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: "warn",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const waiting = new Map<string, () => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      for (const [words, found] of waiting) if (output.includes(words)) found();
    });
  }
  const exitCode = new Promise<number | null>((resolve) => {
    child.on("close", (code) => resolve(code));
  });
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      waiting.set(words, resolve);
      void exitCode.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
    });
  return { child, output: () => output, says, exitCode };
}

async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const server = process.env["TEST_DATABASE_URL"] ?? "";
  const name = `test_start_${process.pid}`;
  await execute(server, `create database ${name}`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    await work(url.href);
  } finally {
    await execute(server, `drop database ${name} with (force)`);
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
