import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";
import { logBytesMax, rotateLog, runningPort } from "./postgres-cluster.ts";

const portal = { name: "the portal", isExclusive: true };
const command = { name: "a command", isExclusive: false };

let dataDir = "";
const clusterFolder = () => path.join(dataDir, "postgres");

beforeAll(async () => {
  dataDir = await newFolder(0o755);
});

afterAll(async () => {
  const server = await openEmbeddedPostgres(dataDir, command);
  await server.close();
  await rm(dataDir, { recursive: true });
});

describe("the embedded database", () => {
  // shows R63, T91
  test("has durable writes, checksums, and a restricted role for the portal", async () => {
    const server = await openEmbeddedPostgres(dataDir, portal);
    try {
      expect(await ask(server.ownerUrl, "show fsync")).toBe("on");
      expect(await ask(server.ownerUrl, "show data_checksums")).toBe("on");
      expect(await ask(server.ownerUrl, "show listen_addresses")).toBe("127.0.0.1");
      expect(
        await ask(server.runtimeUrl, "select rolsuper from pg_roles where rolname = current_user"),
      ).toBe(false);
      expect((await stat(path.join(dataDir, "database.json"))).mode & 0o777).toBe(0o600);
    } finally {
      await server.close();
    }
  });

  test("keeps its data and its passwords", async () => {
    const first = await openEmbeddedPostgres(dataDir, portal);
    await ask(first.ownerUrl, "create table kept as select 42 as answer");
    await first.close();
    expect(await runningPort(clusterFolder())).toBeNull();

    const second = await openEmbeddedPostgres(dataDir, portal);

    expect(await ask(second.ownerUrl, "select answer from kept")).toBe(42);
    expect(second.ownerUrl).toBe(first.ownerUrl);
    await second.close();
  });

  // shows R63, T91
  test("serves one portal at a time, and names the running one", async () => {
    const running = await openEmbeddedPostgres(dataDir, portal);

    await expect(openEmbeddedPostgres(dataDir, { ...portal, name: "another" })).rejects.toThrow(
      `The portal is already running on this data folder: the portal (process ${process.pid}). Stop it first`,
    );

    expect(await ask(running.ownerUrl, "select 1 as one")).toBe(1);
    await running.close();
  });

  test("is stopped by the last process that leaves", async () => {
    const running = await openEmbeddedPostgres(dataDir, portal);
    const visitor = await openEmbeddedPostgres(dataDir, command);

    await running.close();
    expect(await ask(visitor.ownerUrl, "select 1 as one")).toBe(1);

    await visitor.close();
    expect(await runningPort(clusterFolder())).toBeNull();
  });

  // shows R63, T91
  test("is reused when a kill -9 left it running", async () => {
    const killed = await openAndBeKilled();
    const orphan = await readFile(path.join(clusterFolder(), "postmaster.pid"), "utf8");

    const server = await openEmbeddedPostgres(dataDir, portal);

    expect(server.ownerUrl).toBe(killed);
    expect(server.notes).toEqual(["Using a database server that an earlier run left running."]);
    expect(await readFile(path.join(clusterFolder(), "postmaster.pid"), "utf8")).toBe(orphan);
    await server.close();
    expect(await runningPort(clusterFolder())).toBeNull();
  });

  test("is restarted when it is killed under a running portal", async () => {
    const server = await openEmbeddedPostgres(dataDir, portal);
    await ask(server.ownerUrl, "create table acknowledged as select 7 as answer");
    const lock = await readFile(path.join(clusterFolder(), "postmaster.pid"), "utf8");

    process.kill(Number.parseInt(lock, 10), "SIGKILL");

    await expect
      .poll(() => ask(server.runtimeUrl, "select 1 as one").catch(() => "not yet"), {
        timeout: 15_000,
      })
      .toBe(1);
    expect(await ask(server.ownerUrl, "select answer from acknowledged")).toBe(7);
    await server.close();
    expect(await runningPort(clusterFolder())).toBeNull();
  });

  test("starts although another process has its old pid", async () => {
    const stale = [process.pid, clusterFolder(), 1, 5432, "", "127.0.0.1", "", "ready"].join("\n");
    await writeFile(path.join(clusterFolder(), "postmaster.pid"), stale);
    await writeFile(path.join(clusterFolder(), ".s.PGSQL.5432.lock"), stale);

    const server = await openEmbeddedPostgres(dataDir, portal);

    expect(await ask(server.ownerUrl, "select 1 as one")).toBe(1);
    await server.close();
  });

  // shows T429
  test("refuses a folder whose server runs in another container, and leaves it alone", async () => {
    const running = await openEmbeddedPostgres(dataDir, portal);
    const lock = path.join(clusterFolder(), "postmaster.pid");
    const own = await readFile(lock, "utf8");
    // There, its process has a number that nobody has here.
    const seenElsewhere = own.replace(/^\d+/, "4194300");
    await writeFile(lock, seenElsewhere);

    for (const use of [portal, command])
      await expect(openEmbeddedPostgres(dataDir, use)).rejects.toThrow(
        `${clusterFolder()} is in use by a database server in another container`,
      );

    expect(await readFile(lock, "utf8")).toBe(seenElsewhere);
    await writeFile(lock, own);
    expect(await ask(running.ownerUrl, "select 1 as one")).toBe(1);
    await running.close();
  });

  // shows T429
  test("starts at once where a container was killed, with its sockets left and its pid taken", async () => {
    const running = await openEmbeddedPostgres(dataDir, portal);
    const left = await readdir(clusterFolder());
    expect(left.filter((name) => /^\.s\.PGSQL\.\d+$/.test(name))).toHaveLength(1);
    await running.close();
    const dead = path.join(clusterFolder(), ".s.PGSQL.5555");
    await diesListening([dead, path.join(clusterFolder(), ".starting")]);

    const server = await openEmbeddedPostgres(dataDir, portal);

    expect(await ask(server.ownerUrl, "select 1 as one")).toBe(1);
    await server.close();
    expect(await readdir(clusterFolder())).not.toContain(".s.PGSQL.5555");
  });

  test("moves a large log aside and goes on writing, with the server running and at a start", async () => {
    const log = path.join(clusterFolder(), "server.log");
    const running = await openEmbeddedPostgres(dataDir, portal);
    await appendFile(log, `${"x".repeat(logBytesMax)}\n`);

    await rotateLog(clusterFolder());

    expect((await stat(log)).size).toBe(0);
    expect((await stat(`${log}.1`)).size).toBeGreaterThan(logBytesMax);
    await expect(ask(running.ownerUrl, "select no_such_column")).rejects.toThrow("no_such_column");
    await expect.poll(() => readFile(log, "utf8")).toMatch(/^\d.*no_such_column/);
    await rotateLog(clusterFolder());
    expect(await readFile(log, "utf8")).toContain("no_such_column");
    await running.close();

    await writeFile(log, "y".repeat(logBytesMax + 1));
    await (await openEmbeddedPostgres(dataDir, command)).close();
    expect((await stat(log)).size).toBeLessThan(logBytesMax);
    expect((await readFile(`${log}.1`, "utf8")).slice(0, 3)).toBe("yyy");
  });

  test("moves to another port when its own is in use", async () => {
    const before = await openEmbeddedPostgres(dataDir, portal);
    await before.close();
    const port = Number(new URL(before.ownerUrl).port);
    const squatter = createServer();
    await new Promise<void>((resolve) => {
      squatter.listen(port, "127.0.0.1", resolve);
    });

    const server = await openEmbeddedPostgres(dataDir, portal);

    expect(new URL(server.ownerUrl).port).not.toBe(String(port));
    expect(await ask(server.ownerUrl, "select 1 as one")).toBe(1);
    await server.close();
    squatter.close();
  });

  test("is one server when two commands start it at once", async () => {
    const folder = await newFolder(0o755);

    const [left, right] = await Promise.all([
      openEmbeddedPostgres(folder, command),
      openEmbeddedPostgres(folder, command),
    ]);

    expect(left.ownerUrl).toBe(right.ownerUrl);
    await left.close();
    await right.close();
    await rm(folder, { recursive: true });
  });

  test("works below a folder that only its owner can enter", async () => {
    const folder = await newFolder(0o700);
    const isRoot = process.getuid?.() === 0;

    const server = await openEmbeddedPostgres(folder, portal);

    expect(await ask(server.ownerUrl, "select 1 as one")).toBe(1);
    const place = String(await ask(server.ownerUrl, "show data_directory"));
    // Root hands the server to another user, which has to be able to reach its data.
    expect(place.startsWith(folder)).toBe(!isRoot);
    const note = `The database is in ${path.dirname(place)}, because the user that runs PostgreSQL cannot open ${folder}.`;
    expect(server.notes).toEqual(isRoot ? [note] : []);
    await server.close();
    await rm(isRoot ? path.dirname(place) : place, { recursive: true });
    await rm(folder, { recursive: true });
  });

  test("does not touch data of another PostgreSQL", async () => {
    const versionFile = path.join(clusterFolder(), "PG_VERSION");
    await writeFile(versionFile, "17\n");

    await expect(openEmbeddedPostgres(dataDir, portal)).rejects.toThrow(
      "was made by PostgreSQL 17, but this release uses 18",
    );

    await writeFile(versionFile, "18\n");
  });
});

async function newFolder(mode: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-embedded-"));
  await chmod(folder, mode);
  return folder;
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: question, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Another process listens on these sockets and dies. */
async function diesListening(sockets: readonly string[]): Promise<void> {
  const program = `
    import { createServer } from "node:net";
    for (const file of ${JSON.stringify(sockets)})
      await new Promise((resolve) => createServer().listen(file, resolve));
    process.kill(process.pid, "SIGKILL");
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  await once(child, "close");
}

/** Another process opens the database, says where it is, and dies without a chance to close it. */
function openAndBeKilled(): Promise<string> {
  const program = `
    import { openEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, "embedded-postgres.ts"))};
    const server = await openEmbeddedPostgres(${JSON.stringify(dataDir)}, { name: "killed", isExclusive: true });
    process.stdout.write(server.ownerUrl, () => process.kill(process.pid, "SIGKILL"));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let url = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    url += text;
  });
  return new Promise((resolve) => {
    child.on("close", () => resolve(url));
  });
}
