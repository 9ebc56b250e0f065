import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { test } from "../../testing/database-test.ts";
import { clientRowOf, clientRowsOf, rowOf, rowsOf } from "./rows.ts";

const numbered = z.strictObject({ number: z.int(), at: z.iso.datetime(), day: z.iso.date() });
const columns = `9007199254740991::bigint as number, '2026-03-01 08:00+02'::timestamptz as at, '2026-03-01'::date as day`;
const row = { number: 9_007_199_254_740_991, at: "2026-03-01T06:00:00.000Z", day: "2026-03-01" };

describe("the rows of raw SQL", () => {
  test("are parsed as the pool reads them", async ({ db, pool }) => {
    const statement = sql.raw(`select ${columns} from generate_series(1, 2)`);
    expect(await rowsOf(db, numbered, statement)).toEqual([row, row]);
    expect(await rowsOf(db, numbered, sql.raw(`select ${columns} where false`))).toEqual([]);

    const client = await pool.connect();
    try {
      const text = `select ${columns} from generate_series(1, $1)`;
      expect(await clientRowsOf(client, numbered, text, [2])).toEqual([row, row]);
      expect(await clientRowOf(client, numbered, `select ${columns}`)).toEqual(row);
    } finally {
      client.release();
    }
  });

  test.for([
    ["a null", "null::integer as sum", "invalid_type at sum"],
    ["another type", "'secret' as sum", "invalid_type at sum"],
    [
      "a column too many",
      `1 as sum, 'secret' as "bankAccount"`,
      "unrecognized_keys at bankAccount",
    ],
    ["a column too few", "1 as other", "invalid_type at sum"],
    ["a sum in JSON beyond the safe integers", "'9007199254740993'::json as sum", "too_big at sum"],
  ] as const)("name the column, and not the value, of %s", async ([, select, problem], { db }) => {
    const sum = z.strictObject({ sum: z.int() });
    const error = await rowOf(db, sum, sql.raw(`select ${select}`)).catch(String);
    expect(error).toMatch(/^Error: a row of the database differs from its schema: /);
    expect(error).toContain(problem);
    expect(error).not.toContain("secret");
  });

  test.for([0, 2])("are refused where one must come and %i do", async (count, { db }) => {
    const statement = sql`select n::integer as number from generate_series(1, ${count}::integer) n`;
    await expect(rowOf(db, z.strictObject({ number: z.int() }), statement)).rejects.toThrow(
      `a statement for one row returned ${count}`,
    );
  });
});
