import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";

/** A migration that makes it anew has to say it again; it is there for the live tables and for those of a rebuild. */
test("what every order and every payment loads is not planned anew each time", async ({ db }) => {
  const { rows } = await sql<{ name: string; settings: string[] | null }>`
    select oid::regprocedure::text as name, proconfig as settings from pg_proc
    where proname = 'load_rows'
  `.execute(db);
  expect(rows).toHaveLength(2);
  for (const { name, settings } of rows)
    expect(settings, name).toEqual(
      expect.arrayContaining(["plan_cache_mode=force_generic_plan", "enable_seqscan=off"]),
    );
});
