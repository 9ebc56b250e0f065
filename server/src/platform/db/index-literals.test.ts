import { inactiveMark, selfCollectionService } from "@portal/shared/platform/constants.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";

// A partial index serves a query only while both have the same literal, and a migration cannot take it from a constant.
test("the partial indexes have the literals of the constants that queries use", async ({ db }) => {
  const { rows } = await sql<{ index: string; literal: string }>`
    select indexname as index, match[1] as literal
    from pg_indexes, regexp_matches(indexdef,
      '(?:delivery_service IS (?:NOT )?DISTINCT FROM|email !?~~) ''([^'']*)''', 'g') match
    where schemaname in ('public', 'projection')`.execute(db);

  const literals = Map.groupBy(rows, ({ literal }) => literal);
  expect(new Set(literals.keys())).toEqual(new Set([selfCollectionService, `%${inactiveMark}%`]));
  expect(literals.get(selfCollectionService)).toHaveLength(4);
  expect(literals.get(`%${inactiveMark}%`)).toHaveLength(6);
});
