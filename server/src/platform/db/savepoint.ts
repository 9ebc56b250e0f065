import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** @returns the message of the error, after a rollback of what `work` did; null on success */
export async function tryUnderSavepoint(tx: Tx, work: () => Promise<void>): Promise<string | null> {
  await sql`savepoint before_work`.execute(tx);
  try {
    await work();
    await sql`release savepoint before_work`.execute(tx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint before_work`.execute(tx);
    return error instanceof Error ? error.message : String(error);
  }
}
