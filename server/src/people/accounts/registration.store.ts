import type { Tx } from "../../platform/db/database.ts";

/** What somebody says who registers. Everything else about an account is for others to give. */
export type Registration = Readonly<{
  email: string;
  firstName: string;
  lastName: string;
  /** International form. */
  cell: string;
  referredBy: string | null;
  /** The member whose customer this is. */
  parentId: number | null;
}>;

/** @returns the new account of a customer, who has still to prove the email; null where the email has an account. */
export async function insertRegistration(tx: Tx, person: Registration): Promise<number | null> {
  const row = await tx
    .insertInto("account")
    .values({
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      cell: person.cell,
      role: "customer",
      referred_by: person.referredBy,
      parent_id: person.parentId,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whoever did not finish registering begins again; nobody else's account is touched. */
export async function renewRegistration(
  tx: Tx,
  person: Registration,
  now: string,
): Promise<Readonly<{ userId: number; active: boolean; isRenewed: boolean }>> {
  const known = await tx
    .selectFrom("account")
    .select(["id", "active", "verified", "password_hash", "role", "added_by", "parent_id"])
    .where("email", "=", person.email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const isUnfinished =
    known.active &&
    !known.verified &&
    known.password_hash === null &&
    known.role === "customer" &&
    known.added_by === null;
  if (isUnfinished)
    await tx
      .updateTable("account")
      .set({
        first_name: person.firstName,
        last_name: person.lastName,
        cell: person.cell,
        referred_by: person.referredBy,
        parent_id: known.parent_id ?? person.parentId,
        updated_at: now,
      })
      .where("id", "=", known.id)
      .execute();
  return { userId: known.id, active: known.active, isRenewed: isUnfinished };
}
