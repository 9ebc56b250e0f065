import type { Database, Tx } from "../../db/database.ts";
import type { LinkPurpose } from "../../db/shop-tables.ts";
import { digestOf, newLinkToken } from "./secrets.ts";

const hour = 3600;
const lifeSeconds: Readonly<Record<LinkPurpose, number>> = {
  register: 7 * 24 * hour,
  "reset-password": hour,
  "confirm-email": hour,
};

/**
 * Makes the secret of a link: 128 random bits, written as a uuid, of which only a hash is kept. A
 * newer link for the same purpose ends the older ones. Registrations live for a week, resets and
 * confirmations for an hour.
 */
export async function mintLink(
  db: Database | Tx,
  userId: number,
  purpose: LinkPurpose,
  now: string,
): Promise<string> {
  const token = newLinkToken();
  await endLinks(db, userId, { purpose, now });
  await db
    .insertInto("account_link")
    .values({
      token_hash: await digestOf(token),
      user_id: userId,
      purpose,
      created_at: now,
      expires_at: new Date(Date.parse(now) + lifeSeconds[purpose] * 1000).toISOString(),
    })
    .execute();
  return token;
}

export type LinkOwner = Readonly<{
  userId: number;
  purpose: LinkPurpose;
  firstName: string;
  lastName: string;
  email: string;
}>;

/** Whom a link that still works was sent to; null for every other one. */
export async function findLinkOwner(
  db: Database,
  token: string,
  now: string,
): Promise<LinkOwner | null> {
  const owner = await db
    .selectFrom("account_link")
    .innerJoin("account", "account.id", "account_link.user_id")
    .select([
      "account.id as userId",
      "account_link.purpose",
      "account.first_name as firstName",
      "account.last_name as lastName",
      "account.email",
    ])
    .where("token_hash", "=", await digestOf(token))
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("account.active", "=", true)
    .executeTakeFirst();
  return owner ?? null;
}

/** @returns false where somebody else was quicker, or it has ended meanwhile. */
export async function useLink(tx: Tx, token: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("account_link")
    .set({ ended_at: now })
    .where("token_hash", "=", await digestOf(token))
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those for one purpose, or all. */
export async function endLinks(
  db: Database | Tx,
  userId: number,
  { purpose, now }: Readonly<{ purpose?: LinkPurpose; now: string }>,
): Promise<void> {
  let ended = db
    .updateTable("account_link")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null);
  if (purpose !== undefined) ended = ended.where("purpose", "=", purpose);
  await ended.execute();
}
