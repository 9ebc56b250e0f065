import type { Database, Tx } from "../../platform/db/database.ts";

/** The newest position of the ledger, 0 for an empty one. */
export async function readHead(db: Database | Tx): Promise<number> {
  const head = await db.selectFrom("ledger_head").select("position").executeTakeFirst();
  return head?.position ?? 0;
}
