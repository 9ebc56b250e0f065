import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";

/** A migration that makes one of them anew has to say it again. */
test("what every order and every payment asks is not planned anew each time", async ({ db }) => {
  const { rows } = await sql<{ name: string; settings: string[] | null }>`
    select oid::regprocedure::text as name, proconfig as settings from pg_proc
    where proname in ('order_facts', 'shop_terms', 'buyer_facts', 'load_rows')
  `.execute(db);
  expect(rows).toHaveLength(5);
  for (const { name, settings } of rows)
    expect(settings, name).toEqual(
      expect.arrayContaining(["plan_cache_mode=force_generic_plan", "enable_seqscan=off"]),
    );
});
