import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import { migrate } from "../platform/db/migrate.ts";
import { test as databaseTest } from "./database-test.ts";
import { createDatabase, databaseUrl, dropDatabase } from "./test-database.ts";

const migrations = path.resolve(import.meta.dirname, "../../../migrations");

/** `test` with a database as it was before a migration, named by its file. */
export function testBefore(tested: string) {
  return databaseTest.extend("olderUrl", async ({}, { onCleanup }) => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await createDatabase(inject("serverUrl"), name);
    const folder = await mkdtemp(path.join(tmpdir(), "portal-older-"));
    onCleanup(async () => {
      await dropDatabase(inject("serverUrl"), name);
      await rm(folder, { recursive: true });
    });
    await symlink(path.resolve(migrations, "../node_modules"), path.join(folder, "node_modules"));
    for (const entry of await readdir(migrations))
      if (entry < tested)
        await cp(path.join(migrations, entry), path.join(folder, entry), { recursive: true });
    const url = databaseUrl(inject("serverUrl"), name);
    await migrate(url, pathToFileURL(`${folder}/`));
    return url;
  });
}
