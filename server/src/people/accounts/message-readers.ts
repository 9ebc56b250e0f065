import { shownRole } from "@portal/shared/platform/roles.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Addressee } from "../../platform/messages/define-message.ts";
import { numberForCodes } from "../../platform/messages/queue-message.ts";

type OfAccount = Readonly<{ userId: number }>;

/** Who gets the messages of an account; null when there is no such person any more. */
export const readers = {
  account: async (db: Database, ids: OfAccount, now: string): Promise<Addressee | null> => {
    const found = await findReader(db, ids, now);
    return found?.active ? found.reader : null;
  },
  /** Somebody who was deactivated hears of it, and of the office's decisions for a while. */
  accountThoughInactive: async (db: Database, ids: OfAccount, now: string) =>
    (await findReader(db, ids, now))?.reader ?? null,
  /** At the address that waits for its confirmation. */
  pendingEmail: async (db: Database, ids: OfAccount, now: string): Promise<Addressee | null> => {
    const found = await findReader(db, ids, now);
    if (!found?.active || found.pendingEmail === null) return null;
    return { ...found.reader, email: found.pendingEmail };
  },
};

async function findReader(db: Database, { userId }: OfAccount, now: string) {
  const row = await db
    .selectFrom("account")
    .select(["first_name as firstName", "role", "school", "email", "cell", "active"])
    .select(["pending_email as pendingEmail"])
    .select(["former_cell as formerCell", "cell_changed_at as cellChangedAt"])
    .select("cell_confirmed as cellConfirmed")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!row) return null;
  const { firstName, email, active, pendingEmail } = row;
  const cell = numberForCodes(row, now);
  return { active, pendingEmail, reader: { firstName, role: shownRole(row), email, cell } };
}
