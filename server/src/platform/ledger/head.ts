import type { ReadDatabase } from "../db/database.ts";

/** The position of the last event; 0 in an empty ledger. */
export async function readHead(db: Pick<ReadDatabase, "selectFrom">): Promise<number> {
  const head = await db.selectFrom("ledger_head").select("position").executeTakeFirst();
  return head?.position ?? 0;
}
