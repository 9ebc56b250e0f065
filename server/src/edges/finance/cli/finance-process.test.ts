import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { compileCache } from "../../../testing/compile-cache.ts";
import { test as base } from "../../../testing/database-test.ts";
import { januaryFile, readJanuaryTotals } from "../finance-test.ts";

const script = fileURLToPath(new URL("../../../../../scripts/finance.ts", import.meta.url));
/** A folder without keys and seals. */
const DATA_DIR = path.join(tmpdir(), `portal-none-${process.pid}`);

type Outcome = Readonly<{ exitCode: number; stdout: string; stderr: string }>;

const test = base
  .extend("finance", { scope: "file" }, ({ ownerUrl }) => runnerOn(ownerUrl))
  .extend("imported", { scope: "file" }, ({ finance }) => finance("import", januaryFile));

/** Runs the script in a process of its own, like `npm run finance`. */
function runnerOn(databaseUrl: string, environment: Record<string, string> = {}) {
  return (...args: string[]): Promise<Outcome> =>
    new Promise((resolve) => {
      const env = {
        PATH: "/usr/bin:/bin",
        DATABASE_URL: databaseUrl,
        DATA_DIR,
        ...compileCache,
        ...environment,
      };
      execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
        resolve({
          exitCode: typeof error?.code === "number" ? error.code : error ? -1 : 0,
          stdout,
          stderr,
        }),
      );
    });
}

describe("the finance process", () => {
  test("writes only the JSON document to standard output", async ({ finance, imported }) => {
    const [totals, asOf] = await Promise.all([
      finance("totals", "--json"),
      finance("--json", "totals", "--as-of", "2026-01-26"),
    ]);

    expect(imported).toEqual({
      exitCode: 0,
      stdout: "Imported 59 events. The ledger is at position 59.\n",
      stderr: "",
    });
    expect(totals).toEqual({ exitCode: 0, stdout: await readJanuaryTotals(), stderr: "" });
    expect(JSON.parse(asOf.stdout)).toHaveLength(8);
    expect(asOf.stderr).toMatch(/^Totals with events up to 2026-01-26T21:59:59.999Z /);
  });

  test("ends with 2 and one sentence for wrong usage", async ({ finance, imported }) => {
    const outcomes = await Promise.all([
      finance("totals", "--as-off", "2026-01-26"),
      finance("import", "/no/such/file.ndjson"),
      finance("explain", "--order", "1"),
    ]);

    expect(imported.exitCode).toBe(0);
    for (const { exitCode, stdout, stderr } of outcomes) {
      expect(stderr).toMatch(/^[^\n]+\.\n$/);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    }
  });

  test("ends with 2 and one sentence without a database", async ({ ownerUrl, imported }) => {
    const unreachable = new URL(ownerUrl);
    unreachable.port = "1";
    const outcomes = await Promise.all([
      runnerOn(unreachable.href)("status"),
      runnerOn(ownerUrl, { REGION: "mars" })("status"),
      runnerOn("mysql://localhost/shop")("status"),
    ]);

    expect(imported.exitCode).toBe(0);
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2]);
    const [first, second, third] = outcomes.map(({ stderr }) => stderr);
    expect(first).toMatch(/^The database .* cannot be reached: .*\.\n$/);
    expect(second).toMatch(/^REGION [^\n]*\n$/);
    expect(third).toMatch(/^DATABASE_URL [^\n]*\n$/);
  });

  test("refuses a database with migrations of a newer release", async ({
    finance,
    superuser,
    imported,
  }) => {
    await sql`insert into kysely_migration values ('9999-contract-of-tomorrow', now()::text)`.execute(
      superuser,
    );

    const { exitCode, stderr } = await finance("status");
    await sql`delete from kysely_migration where name = '9999-contract-of-tomorrow'`.execute(
      superuser,
    );

    expect(imported.exitCode).toBe(0);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^The database is newer than this program: .*9999-contract-of-tomorrow.*\n$/,
    );
  });

  test("ends silently when the reader of its output has gone", async ({
    finance,
    ownerUrl,
    imported,
  }) => {
    const child = spawn(process.execPath, [script, "totals", "--json"], {
      env: { PATH: "/usr/bin:/bin", DATABASE_URL: ownerUrl },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.once("data", () => child.stdout.destroy());
    let stderr = "";
    child.stderr.on("data", (text) => (stderr += String(text)));

    const [exitCode] = await once(child, "close");

    expect(imported.exitCode).toBe(0);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect((await finance("verify")).exitCode).toBe(0);
  });

  test("closes a month once, and keeps its statement", async ({ finance, imported }) => {
    const statement = () => finance("statement", "--member", "103", "--month", "2026-01", "--json");
    const closed = await finance("close", "--month", "2026-01");
    const first = await statement();
    const again = await finance("close", "--month", "2026-01");

    expect(imported.exitCode).toBe(0);
    expect(closed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(again).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "This month is already closed.\n",
    });
    expect(JSON.parse(first.stdout)).toMatchObject({ seal: { throughPosition: 59 } });
    expect(await statement()).toEqual(first);
    expect((await finance("verify")).exitCode).toBe(0);
  });
});
