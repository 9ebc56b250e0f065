import { sql } from "kysely";
import { describe, expect } from "vitest";
import { isBusy } from "../ledger/busy.ts";
import { test } from "../../testing/database-test.ts";
import { layCable } from "../../testing/database-cable.ts";
import {
  closeIdleConnections,
  connect,
  type ConnectOptions,
  connectPool,
  patient,
} from "./connect.ts";

describe("a connection", () => {
  test("has the few rights of the portal role", async ({ db }) => {
    const { rows } = await sql`select current_user as role`.execute(db);

    expect(rows).toEqual([{ role: "portal_app" }]);
  });

  test("parses integers, instants and days into types of JSON", async ({ db }) => {
    const { rows } = await sql`
      select 9007199254740991::bigint as amount, array[1, null]::bigint[] as positions,
        '2026-01-31T10:00:00.5+02'::timestamptz as instant, '2026-01-31'::date as day`.execute(db);

    expect(rows).toEqual([
      {
        amount: 9007199254740991,
        positions: [1, null],
        instant: "2026-01-31T08:00:00.500Z",
        day: "2026-01-31",
      },
    ]);
  });

  test("rejects an integer that is not safe", async ({ db }) => {
    const reading = sql`select 9007199254740993::bigint as amount`.execute(db);

    await expect(reading).rejects.toThrow("9007199254740993 is more than a number can hold");
  });

  // shows R62, T89
  test("survives the loss of an idle connection", async ({ db, pool, superuser }) => {
    await sql`select 1`.execute(db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(superuser);
    await expect.poll(() => pool.totalCount).toBe(0);

    const { rows } = await sql`select 1 as one`.execute(db);

    expect(rows).toEqual([{ one: 1 }]);
  });

  // shows R62, T89
  test("survives the loss of a connection that is in a transaction", async ({ db, superuser }) => {
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(superuser);
      await sql`select 1`.execute(tx);
    });

    await expect(broken).rejects.toSatisfy(isBusy);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  // shows R62, T89
  test("is closed when it receives nothing any more, and replaced", async ({ ownerUrl }) => {
    const cable = await layCable(ownerUrl);
    const cut = connect(cable.url, { statementTimeoutMs: 100, poolSize: 1 });
    await sql`select 1`.execute(cut);

    cable.numb();
    const error: unknown = await sql`select 1`.execute(cut).catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty("message", "timeout exceeded: the database does not answer");
    expect(isBusy(error)).toBe(true);

    cable.pull();
    cable.putBack();
    expect((await sql`select 1 as one`.execute(cut)).rows).toEqual([{ one: 1 }]);
    await cut.destroy();
    await cable.close();
  });

  // shows T431
  test("ends within minutes where its peer is gone, as the database sees it", async ({
    ownerUrl,
  }) => {
    const peers = async (options: ConnectOptions) => {
      const client = connect(ownerUrl, { ...options, poolSize: 1 });
      const { rows } = await sql<Record<string, string>>`
        select current_setting('tcp_keepalives_idle') as idle,
          current_setting('tcp_keepalives_interval') as interval,
          current_setting('tcp_keepalives_count') as count,
          current_setting('tcp_user_timeout') as unconfirmed,
          current_setting('client_connection_check_interval') as looked`.execute(client);
      await client.destroy();
      return rows[0];
    };
    const asked = { idle: "30", interval: "10", count: "3", looked: "10s" };
    expect(await peers({})).toEqual({ ...asked, unconfirmed: "30000" });
    expect(await peers(patient)).toEqual({ ...asked, unconfirmed: "300000" });
  });

  // shows T431
  test("frees what it holds while its statement runs, once its peer is gone", {
    timeout: 30_000,
  }, async ({ ownerUrl, superuser }) => {
    const cable = await layCable(ownerUrl);
    const cut = connect(cable.url, { ...patient, poolSize: 1, applicationName: "cut" });
    const sleeping = sql`select pg_sleep(600)`.execute(cut).catch(() => {});
    const isThere = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where application_name = 'cut' and state = 'active'
          and datname = current_database()`.execute(superuser);
      return rows.length;
    };
    await expect.poll(isThere).toBe(1);
    cable.pull();
    await sleeping;
    await expect.poll(isThere, { timeout: 15_000 }).toBe(0);
    await cut.destroy();
    await cable.close();
  });

  test("may be silent while it is idle", async ({ ownerUrl }) => {
    const pool = connectPool(ownerUrl, { poolSize: 1 });
    closeIdleConnections(pool, 50);
    const pid = async () => (await pool.query("select pg_backend_pid() as pid")).rows[0];
    const before = await pid();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await pid()).toEqual(before);
    await pool.end();
  });
});
