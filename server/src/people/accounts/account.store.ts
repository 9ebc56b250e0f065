import {
  signedInColumns,
  type SignedInUser,
  signedInUserFrom,
} from "../../platform/access/signed-in.ts";
import type { Database, Tx } from "../../platform/db/database.ts";

export type Credentials = Readonly<{ id: number; passwordHash: string | null }>;

/** Waits for a concurrent change of the password to commit. */
export async function isStillPassword(
  db: Database,
  { id, passwordHash }: Credentials,
): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("id")
    .where("id", "=", id)
    .where("password_hash", "=", passwordHash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function findActiveAccount(db: Database, email: string) {
  return db
    .selectFrom("account")
    .select(["id", "verified", "password_hash as passwordHash", "locked_at as lockedAt"])
    .select(["role", "developer"])
    .where("email", "=", email)
    .where("active", "=", true)
    .executeTakeFirst();
}

/** Until the transaction ends, requests for codes and changes of the email wait. */
export async function lockAccount(tx: Tx, userId: number): Promise<void> {
  await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * As the session of a request finds it.
 *
 * @param evenLocked for a session that a mailed link began
 */
export async function findSignedInUser(
  db: Database,
  userId: number,
  evenLocked = false,
): Promise<SignedInUser | null> {
  const row = await db
    .selectFrom("account")
    .leftJoin("projection.member as member", "member.user_id", "account.id")
    .select(signedInColumns)
    .where("account.id", "=", userId)
    .executeTakeFirst();
  return row ? signedInUserFrom(userId, row, evenLocked) : null;
}
