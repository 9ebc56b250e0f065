import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { describe, expect, onTestFinished } from "vitest";
import { appendLock } from "../../platform/ledger/append-statement.ts";
import { ofThisDatabase } from "../../testing/advisory-locks.ts";
import { test } from "../../testing/database-test.ts";

const program = fileURLToPath(new URL("../../testing/hang-under-the-lock.ts", import.meta.url));

describe("a process that hangs while it holds the append lock", () => {
  // shows T431
  test.for(["an append", "a rebuild"])(
    "loses it within seconds, in the middle of %s",
    { timeout: 60_000 },
    async (work, { db, ownerUrl }) => {
      const child = spawn(process.execPath, [program, ownerUrl, work], { stdio: "inherit" });
      onTestFinished(() => void child.kill("SIGKILL"));
      const isHeld = async () => {
        const { rows } = await sql`
          select from pg_locks where locktype = 'advisory' and objid = ${appendLock} and granted
            and ${ofThisDatabase}`.execute(db);
        return rows.length > 0;
      };
      const hangs = async () => {
        const stat = await readFile(`/proc/${child.pid}/stat`, "utf8");
        return stat.includes(") T ") && (await isHeld());
      };

      await expect.poll(hangs, { timeout: 20_000 }).toBe(true);
      await expect.poll(isHeld, { timeout: 20_000 }).toBe(false);
    },
  );
});
