import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";

/** A migration that redefines the functions has to repeat the setting, for the live and the shadow schema. */
test("the functions that load rows for every order and payment use a generic plan", async ({
  db,
}) => {
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
