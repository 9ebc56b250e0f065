import { sql } from "kysely";
import { Gauge } from "prom-client";
import { describe, expect } from "vitest";
import { buildApp } from "../../app.ts";
import type { Deps } from "../../deps.ts";
import { appOptions, test } from "../../testing/shop-test.ts";
import { startArchivingServer } from "../../testing/test-server.ts";
import { connect, connectPool, databaseOn, portalRole } from "../db/connect.ts";
import { archiveWaitSeconds } from "./database-gauges.ts";

async function figuresOf(deps: Deps, metrics: typeof appOptions.metrics = []): Promise<string> {
  await using app = await buildApp(deps, { ...appOptions, metrics });
  const { body, statusCode } = await app.inject({ url: "/metrics" });
  expect(statusCode).toBe(200);
  return body;
}

describe("figures that cannot be read", () => {
  // shows T432
  test("hide no others, are counted, and do not mean that the database is gone", async ({
    shop,
    superuser,
  }) => {
    await sql`revoke select on sales_count from portal_app`.execute(superuser);
    const body = await figuresOf(shop.deps);
    await sql`grant select on sales_count to portal_app`.execute(superuser);

    expect(body).toMatch(/^database_up 1$/m);
    expect(body).toMatch(/^portal_ready 1$/m);
    expect(body).toMatch(/^messages_unsent \d+$/m);
    expect(body).toMatch(/^database_size_bytes [1-9]\d+$/m);
    // Some of them may be old.
    expect(body).not.toMatch(/^ledger_position /m);
    expect(body).toMatch(/^metrics_failures_total\{figures="ledger"\} 1$/m);
    expect(body).toMatch(/^metrics_failures_total\{figures="messages"\} 0$/m);
  });

  // shows T432
  test("keep no others waiting for longer than Prometheus waits", { timeout: 20_000 }, async ({
    shop,
    superuser,
  }) => {
    const started = performance.now();
    const body = await superuser.transaction().execute(async (tx) => {
      await sql`lock table message, sales_count in access exclusive mode`.execute(tx);
      return figuresOf(shop.deps);
    });
    expect(performance.now() - started).toBeLessThan(8000);
    expect(body).toMatch(/^database_up 1$/m);
    expect(body).toMatch(/^clock_drift_seconds \S+$/m);
    expect(body).toMatch(/^metrics_failures_total\{figures="messages"\} 1$/m);
  });

  // shows T432
  test("hide no others where it is the process that cannot tell them", async ({ shop }) => {
    const broken = new Gauge({
      name: "broken",
      help: "What cannot be read.",
      registers: [],
      collect() {
        throw new Error("a file is gone");
      },
    });
    const body = await figuresOf(shop.deps, [broken]);
    expect(body).toMatch(/^ledger_position \d+$/m);
    expect(body).toMatch(/^metrics_failures_total\{figures="broken"\} 1$/m);
  });

  // shows T432
  test("are no sign of a database that is gone where all connections are in use", {
    timeout: 20_000,
  }, async ({ shop, ownerUrl }) => {
    const pool = connectPool(ownerUrl, { role: portalRole, poolSize: 1, connectTimeoutMs: 500 });
    const busy = await pool.connect();
    const body = await figuresOf({ ...shop.deps, db: databaseOn(pool) });
    busy.release();
    await pool.end();
    expect(body).toMatch(/^database_up 1$/m);
    expect(body).toMatch(/^metrics_failures_total\{figures="ledger"\} 1$/m);
  });
});

describe("the archive of the database's log", () => {
  test("is none where the server has none", async ({ shop }) => {
    expect(await archiveWaitSeconds(shop.deps.db)).toBeNull();
    expect(await figuresOf(shop.deps)).not.toMatch(/^wal_archive_waits_seconds\{/m);
  });

  // shows T432
  test("is told where its command fails, where it hangs, and no more once it works", {
    timeout: 60_000,
  }, async ({ onTestFinished }) => {
    const server = await startArchivingServer();
    const db = connect(server.url, { poolSize: 1 });
    onTestFinished(async () => {
      await db.destroy();
      await server.stop();
    });
    const fillFiles = async () => {
      for (const _ of [1, 2, 3]) {
        await sql`select pg_logical_emit_message(false, 'portal', 'x')`.execute(db);
        await sql`select pg_switch_wal()`.execute(db);
      }
    };
    const archiveBy = async (command: string) => {
      await sql`alter system set archive_command = ${sql.lit(command)}`.execute(db);
      await sql`select pg_reload_conf()`.execute(db);
    };
    const waits = () => archiveWaitSeconds(db);
    expect(await waits()).toBe(0);

    await archiveBy("false");
    await fillFiles();
    await expect.poll(waits, { timeout: 10_000 }).toBeGreaterThan(0);

    await archiveBy("true");
    await expect.poll(waits, { timeout: 20_000 }).toBe(0);

    await archiveBy("sleep 30");
    await fillFiles();
    await expect.poll(waits, { timeout: 20_000 }).toBeGreaterThan(0);
  });
});
