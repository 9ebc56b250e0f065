import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/** The advisory lock of `ledger.append` (migrations/0002-ledger.sql), for who needs the ledger to stand still. */
export const appendLock = 7_226_001;

/**
 * For the rest of a transaction that holds the lock: a statement that meets a lock of somebody else's, of
 * a row or of anything, fails at once. Whoever holds a row may hold it for seconds, and behind this one
 * waits everybody who writes to the ledger.
 */
export async function neverWait(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '1ms'`.execute(tx);
}
