import type { SignedInUser } from "../platform/access/signed-in.ts";
import type { Database, Tx } from "../platform/db/database.ts";

export type NewAccount = Readonly<{
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  role: SignedInUser["role"];
  cell?: string;
  developer?: boolean;
  school?: boolean;
  test?: boolean;
  parentId?: number | null;
  marginBps?: number | null;
}>;

/** An account that is verified and has a password. */
export async function insertAccount(db: Database | Tx, account: NewAccount): Promise<number> {
  const { id } = await db
    .insertInto("account")
    .values({
      email: account.email,
      password_hash: account.passwordHash,
      first_name: account.firstName,
      last_name: account.lastName,
      cell: account.cell ?? null,
      role: account.role,
      developer: account.developer ?? false,
      school: account.school ?? false,
      test: account.test ?? false,
      verified: true,
      parent_id: account.parentId ?? null,
      margin_bps: account.marginBps ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
