import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { LinkPurpose } from "../../platform/db/shop-tables.ts";
import { digestOf, newLinkToken } from "../../platform/secrets.ts";

const hour = 3600;
export const linkLifeSeconds: Readonly<Record<LinkPurpose, number>> = {
  register: 7 * 24 * hour,
  "reset-password": hour,
  "confirm-email": hour,
  invitation: 7 * 24 * hour,
};

export type NewLink = Readonly<{
  userId: number;
  purpose: LinkPurpose;
  /** The email that it is mailed to; null where it goes by SMS or is handed to a browser. */
  sentTo: string | null;
  invitationId?: string;
}>;

/**
 * Makes the secret of a link: 128 random bits, written as a uuid, of which only a hash is kept. A
 * newer link for the same purpose by the same way ends the older ones. Registrations and invitations
 * live for a week, resets and confirmations for an hour.
 */
export async function mintLink(
  db: Database | Tx,
  { userId, purpose, sentTo, invitationId }: NewLink,
  now: string,
): Promise<string> {
  const token = newLinkToken();
  await linksOf(db, userId, now)
    .where("purpose", "=", purpose)
    .where("sent_to", sentTo === null ? "is" : "is not", null)
    .where("invitation_id", "is not distinct from", invitationId ?? null)
    .execute();
  await db
    .insertInto("account_link")
    .values({
      token_hash: await digestOf(token),
      user_id: userId,
      purpose,
      sent_to: sentTo,
      invitation_id: invitationId ?? null,
      created_at: now,
      expires_at: new Date(Date.parse(now) + linkLifeSeconds[purpose] * 1000).toISOString(),
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
  verified: boolean;
  hasPassword: boolean;
  /** It was mailed to the email that the account has now. */
  provesEmail: boolean;
  invitationId: string | null;
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
      "account.verified",
      "account_link.invitation_id as invitationId",
      sql<boolean>`account.password_hash is not null`.as("hasPassword"),
      sql<boolean>`account_link.sent_to is not distinct from account.email`.as("provesEmail"),
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

export async function endLinks(tx: Tx, userId: number, now: string): Promise<void> {
  await linksOf(tx, userId, now).execute();
}

/** Ends those that still work. */
function linksOf(db: Database | Tx, userId: number, now: string) {
  return db
    .updateTable("account_link")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null);
}
