import type { QueryExecutorProvider, RawBuilder } from "kysely";
import type pg from "pg";
import { z } from "zod";

/**
 * Runs raw SQL and parses its rows, because the compiler takes any type that is written for them on trust. The schema stands
 * beside the statement, made once: a schema that is made anew for each call costs more than parsing. Values are as
 * `connect.ts` reads them: a bigint is a number, an instant or a day ISO text.
 *
 * @throws Error that names the columns by which a row differs from the schema, never their values
 */
export async function rowsOf<Row>(
  db: QueryExecutorProvider,
  schema: z.ZodType<Row>,
  statement: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await statement.execute(db);
  return parsed(schema, rows);
}

/** Of a statement that always returns one row. @throws Error for another number of rows, and as `rowsOf` */
export async function rowOf<Row>(
  db: QueryExecutorProvider,
  schema: z.ZodType<Row>,
  statement: RawBuilder<unknown>,
): Promise<Row> {
  return only(await rowsOf(db, schema, statement));
}

/** `rowsOf` on a connection, for what runs beside COPY or names its tables by text. */
export async function clientRowsOf<Row>(
  client: pg.ClientBase,
  schema: z.ZodType<Row>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await client.query(text, [...values]);
  return parsed(schema, rows);
}

/** `rowOf` on a connection. */
export async function clientRowOf<Row>(
  client: pg.ClientBase,
  schema: z.ZodType<Row>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  return only(await clientRowsOf(client, schema, text, values));
}

/** No ZodError, which the edges would answer as a mistake in what was sent. */
function parsed<Row>(schema: z.ZodType<Row>, rows: readonly unknown[]): Row[] {
  return rows.map((row) => {
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    const problems = result.error.issues.map(problemOf).join(", ");
    throw new Error(`a row of the database differs from its schema: ${problems}`);
  });
}

/** Zod's own messages are those for whoever fills in a form. */
function problemOf(issue: z.core.$ZodIssue): string {
  const at = issue.code === "unrecognized_keys" ? issue.keys : issue.path;
  return `${issue.code} at ${at.join(".")}`;
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1)
    throw new Error(`a statement for one row returned ${rows.length}`);
  return row;
}
