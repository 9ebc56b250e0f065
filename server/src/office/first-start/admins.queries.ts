import type { ReadDatabase } from "../../platform/db/database.ts";

export type ListedAdmin = Awaited<ReturnType<typeof listAdmins>>[number];

/** All accounts with the role, by id; those who left too. */
export async function listAdmins(db: ReadDatabase) {
  const rows = await db
    .selectFrom("account")
    .select([
      "id",
      "email",
      "first_name as firstName",
      "last_name as lastName",
      "active",
      "developer",
      "locked_at as lockedAt",
      "last_seen_at as lastSeenAt",
      (account) => account("password_hash", "is not", null).as("hasRegistered"),
    ])
    .where("role", "=", "admin")
    .orderBy("id")
    .execute();
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: `${firstName} ${lastName}`,
  }));
}
