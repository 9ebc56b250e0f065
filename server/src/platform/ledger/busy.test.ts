import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connect } from "../db/connect.ts";
import { test } from "../../testing/database-test.ts";
import type { Tx } from "../db/database.ts";
import { isBusy, isForEveryone } from "./busy.ts";

/** A barrier for two. */
function twoSteps(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let came = 0;
  return async () => {
    came += 1;
    if (came === 2) resolve();
    await promise;
  };
}

describe("a database that cannot serve us now", () => {
  // shows R62, T89
  test.for([
    ["only reads, since another one took over", "create table t ()"],
    ["waits too long", "select pg_sleep(5)"],
    ["was told to stop", "select pg_terminate_backend(pg_backend_pid())"],
  ] as const)("because it %s is busy", async ([, statement], { ownerUrl }) => {
    const db = connect(ownerUrl, { readOnly: true, statementTimeoutMs: 50 });
    const error: unknown = await sql
      .raw(statement)
      .execute(db)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(isBusy(error)).toBe(true);
    await db.destroy();
  });

  test("is busy for transactions stopped by a deadlock or a serialization failure, and for no others", async ({
    superuser: db,
  }) => {
    await sql`create table contested (id integer primary key, n integer not null)`.execute(db);
    await sql`insert into contested values (1, 0), (2, 0)`.execute(db);
    const add = (tx: Tx, id: number) =>
      sql`update contested set n = n + 1 where id = ${id}`.execute(tx);
    const both = twoSteps();
    const crosswise = (first: number, second: number) =>
      db.transaction().execute(async (tx) => {
        await add(tx, first);
        await both();
        await add(tx, second);
      });
    const deadlocked = await Promise.allSettled([crosswise(1, 2), crosswise(2, 1)]);

    const late = db
      .transaction()
      .setIsolationLevel("serializable")
      .execute(async (tx) => {
        await sql`select sum(n) from contested`.execute(tx);
        await db.transaction().execute((quicker) => add(quicker, 1));
        await add(tx, 1);
      });

    const [serialisation] = await Promise.allSettled([late]);
    const stopped = [...deadlocked, serialisation].flatMap((settled) =>
      settled.status === "rejected" ? [settled.reason] : [],
    );
    expect(stopped).toMatchObject([{ code: "40P01" }, { code: "40001" }]);
    expect(stopped.map(isBusy)).toEqual([true, true]);
    expect(stopped.map(isForEveryone)).toEqual([false, false]);
  });

  test.for(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])(
    "is busy where its host is away: %s",
    (code) => {
      const error = Object.assign(new Error(`connect ${code} database:5432`), { code });
      expect(isBusy(error)).toBe(true);
      expect(isForEveryone(error)).toBe(true);
    },
  );

  test("is not an invalid statement", async ({ db }) => {
    const error: unknown = await sql`select nothing`.execute(db).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(isBusy(error)).toBe(false);
  });
});
