import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connect } from "../db/connect.ts";
import { test } from "../../testing/database-test.ts";
import { isBusy } from "./busy.ts";

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

  test("is another one than a statement that is wrong", async ({ db }) => {
    const error: unknown = await sql`select nothing`.execute(db).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(isBusy(error)).toBe(false);
  });
});
