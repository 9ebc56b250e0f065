import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDatabaseFull, disksAt } from "../files/disks.ts";
import { findDatabaseFolder, isOfThisMachine } from "./database-disk.ts";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "./embedded-postgres.ts";

let dataDir = "";
let server: EmbeddedPostgres | null = null;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "portal-disk-"));
  await chmod(dataDir, 0o755);
  server = await openEmbeddedPostgres(dataDir, { name: "a test", isExclusive: false });
});

afterAll(async () => {
  await server?.close();
  await rm(dataDir, { recursive: true });
});

/** What is found for a database of your own on this machine, and what is logged. */
async function find(
  role: "ownerUrl" | "runtimeUrl",
  { isProduction = true, databaseDiskPath = null }: Partial<Settings> = {},
) {
  const databaseUrl = server?.[role] ?? "";
  const lines: string[] = [];
  const note = (_details: object, message: string) => void lines.push(message);
  const env = { databaseUrl, databaseDiskPath, dataDir, isProduction };
  const log = { info: note, warn: note, error: note };
  return { folder: await findDatabaseFolder(env, databaseUrl, log), lines };
}
type Settings = Readonly<{ isProduction: boolean; databaseDiskPath: string | null }>;

// shows R64, T90
describe("the disk of a database of your own", () => {
  test("is watched where the server on this machine names its folder", async () => {
    const { folder, lines } = await find("ownerUrl");

    expect(lines).toEqual([]);
    expect(folder).toBe(path.join(dataDir, "postgres"));
    const disks = disksAt({ database: folder, files: null });
    expect(await disks()).toMatchObject([{ of: "database", totalBytes: expect.any(Number) }]);
    expect(await isDatabaseFull(disks)).toBe(false);
  });

  test("is that of the setting, where the role may not read the folder", async () => {
    const { folder, lines } = await find("runtimeUrl", { databaseDiskPath: tmpdir() });
    expect([folder, lines]).toEqual([tmpdir(), []]);
  });

  test("is missed in the log of production, which says what follows", async () => {
    const { folder, lines } = await find("runtimeUrl");

    expect(folder).toBeNull();
    expect(lines).toEqual([
      expect.stringMatching(/orders go on until the disk is full .* Set DATABASE_DISK_PATH to /),
    ]);
    expect(await find("runtimeUrl", { isProduction: false })).toEqual({ folder: null, lines: [] });
  });

  test("stops the start where the setting names no folder", async () => {
    await expect(find("ownerUrl", { databaseDiskPath: "/no/such/folder" })).rejects.toMatchObject({
      exitCode: 2,
      message:
        'DATABASE_DISK_PATH must be a folder on the disk of the database, not "/no/such/folder".',
    });
  });

  test.each([
    [null, true],
    ["127.0.0.1", true],
    ["127.0.1.1", true],
    ["203.0.113.9", false],
    ["2001:db8::9", false],
  ])("of a server at %s: is it on this machine? %s", (address, expected) => {
    expect(isOfThisMachine(address)).toBe(expected);
  });
});
