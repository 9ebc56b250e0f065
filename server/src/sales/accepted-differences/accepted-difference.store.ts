import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { freeTextIn } from "../../platform/free-text/free-text.store.ts";

export type Accepted = Readonly<{ id: number; note: string | null; byName: string; at: string }>;

/**
 * The differences between the ledger and the stored bank statements that somebody accepted, by their keys. Each was accepted by
 * hand, so they are few.
 */
export async function listAccepted(
  db: Pick<ReadDatabase, "selectFrom">,
): Promise<ReadonlyMap<string, Accepted>> {
  const rows = await db
    .selectFrom("accepted_difference as accepted")
    .innerJoin("account", "account.id", "accepted.accepted_by")
    .select([
      "accepted.id",
      "accepted.key",
      "accepted.accepted_at as at",
      freeTextIn("accepted.note_id").as("note"),
      sql<string>`account.first_name || ' ' || account.last_name`.as("byName"),
    ])
    .execute();
  return new Map(rows.map(({ key, ...accepted }) => [key, accepted]));
}
