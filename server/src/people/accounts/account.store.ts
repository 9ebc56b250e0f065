import type { SignedInUser } from "../../platform/access/signed-in.ts";
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
 * Read for every request, so that a change of permissions takes effect immediately.
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
    .select([
      "account.id",
      "account.first_name as firstName",
      "account.last_name as lastName",
      "account.email",
      "account.role",
      "account.developer",
      "account.school",
      "account.verified",
      "account.distributor_version as distributorVersion",
      (account) => account("account.password_hash", "is not", null).as("hasPassword"),
      (account) =>
        account
          .exists(
            account
              .selectFrom("factor")
              .select("factor.id")
              .whereRef("factor.user_id", "=", "account.id")
              .where("factor.ended_at", "is", null),
          )
          .as("hasFactor"),
      "account.locked_at as lockedAt",
      "member.level",
      "member.code",
    ])
    .where("account.id", "=", userId)
    .where("account.active", "=", true)
    .executeTakeFirst();
  if (!row) return null;
  const { level, hasPassword, hasFactor, lockedAt, ...user } = row;
  if (lockedAt !== null && !evenLocked) return null;
  return {
    ...user,
    level: level === 4 ? null : level,
    hasPassword: Boolean(hasPassword),
    hasFactor: Boolean(hasFactor),
  };
}
