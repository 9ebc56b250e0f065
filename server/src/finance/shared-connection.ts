import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Tables, Tx } from "../db/database.ts";

/** One transaction for code that writes through Kysely and code that needs the connection itself (COPY). */
export async function withSharedConnection<Result>(
  pool: pg.Pool,
  work: (tx: Tx, client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      // Kysely gives the connection back when the transaction is over, by `release`.
      pool: { connect: async () => client, end: async () => {}, options: pool.options },
    }),
  });
  return db.transaction().execute((tx) => work(tx, client));
}
