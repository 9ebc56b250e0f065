import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/**
 * Until the transaction is over nobody else books a parcel of this order or changes where one goes, so that none
 * leaves for an address that was just corrected.
 */
export async function lockRecipients(tx: Tx, orderId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recipients-${orderId}`}, 0))`.execute(
    tx,
  );
}
