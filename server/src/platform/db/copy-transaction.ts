import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Tables, Tx } from "./database.ts";

/**
 * One transaction for Kysely and, on the connection itself, for COPY and cursors. Statements
 * of the two go one after the other: none starts before the last one is done.
 */
export async function copyTransaction<Answer>(
  pool: pg.Pool,
  work: (tx: Tx, client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  // A connection that breaks while nothing runs on it would end the process; the next statement fails anyway.
  client.on("error", ignore);
  const single = { connect: async () => client, end: async () => {}, options: pool.options };
  // Kysely gives the connection back to the pool when the transaction ends.
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: single }) });
  try {
    return await db.transaction().execute((tx) => work(tx, client));
  } finally {
    client.off("error", ignore);
  }
}

function ignore() {}
