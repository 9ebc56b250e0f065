import { accountLinkLifeDays } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { LinkPurpose } from "../../platform/db/shop-tables.ts";
import { digestOf, newLinkToken } from "../../platform/secrets.ts";

const hour = 3600;
export const linkLifeSeconds: Readonly<Record<LinkPurpose, number>> = {
  register: accountLinkLifeDays * 24 * hour,
  "reset-password": hour,
  "confirm-email": hour,
  "undo-contact-change": 7 * 24 * hour,
  invitation: 7 * 24 * hour,
  "set-up-factor": hour,
  "come-back": 7 * 24 * hour,
  "lost-factor": hour,
};

export type NewLink = Readonly<{
  userId: number;
  purpose: LinkPurpose;
  /** The email address that it is sent to; null for SMS or when it is returned to a browser. */
  sentTo: string | null;
  invitationId?: string;
}>;

/**
 * Makes the secret of a link: 128 random bits, formatted as a uuid; only a hash is stored. Older links live on: a stranger
 * who asks for another one must not end the link in the owner's mailbox.
 */
export async function mintLink(
  db: Database,
  { userId, purpose, sentTo, invitationId }: NewLink,
  now: string,
): Promise<string> {
  const token = newLinkToken();
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

export type LinkOwner = NonNullable<Awaited<ReturnType<typeof findLinkOwner>>>;

/**
 * @returns the account of a link that still works: `provesEmail` when it was sent to the account's present email,
 * `provesPending` when it was sent to the new one that is not confirmed yet
 */
export async function findLinkOwner(db: Database, token: string, now: string) {
  return db
    .selectFrom("account_link")
    .innerJoin("account", "account.id", "account_link.user_id")
    .select([
      "account.id as userId",
      "account_link.purpose",
      "account.first_name as firstName",
      "account.last_name as lastName",
      "account.email",
      "account.verified",
      "account.added_by as addedBy",
      "account.role",
      "account.developer",
      "account_link.invitation_id as invitationId",
      sql<boolean>`account.password_hash is not null`.as("hasPassword"),
      sql<boolean>`account_link.sent_to is not distinct from account.email`.as("provesEmail"),
      sql<boolean>`account_link.sent_to is not null and account.pending_email is not null
        and account_link.sent_to = account.pending_email`.as("provesPending"),
      "account_link.sent_to as sentTo",
    ])
    .where("token_hash", "=", await digestOf(token))
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("account.active", "=", true)
    .executeTakeFirst();
}

/** Whether an ended or expired link was sent to an address that is confirmed by now, by this link or another. */
export async function isConfirmedSince(db: Database, token: string): Promise<boolean> {
  const found = await db
    .selectFrom("account_link")
    .innerJoin("account", "account.id", "account_link.user_id")
    .select("account.id")
    .where("token_hash", "=", await digestOf(token))
    .where("purpose", "=", "confirm-email")
    .whereRef("sent_to", "=", "account.email")
    .where("account.verified", "=", true)
    .where("account.active", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a link of a registration ended because a password was chosen by it, or by another one of its kind. */
export async function isRegisteredSince(db: Database, token: string): Promise<boolean> {
  const found = await db
    .selectFrom("account_link")
    .innerJoin("account", "account.id", "account_link.user_id")
    .select("account.id")
    .where("token_hash", "=", await digestOf(token))
    .where("purpose", "=", "register")
    .where("ended_at", "is not", null)
    .where("account.password_hash", "is not", null)
    .where("account.active", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Ends the link, and all others that were sent for the same.
 *
 * @throws DomainError account.link-ended when the link was used or has expired meanwhile
 */
export async function useLink(tx: Tx, token: string, now: string): Promise<void> {
  const used = await tx
    .updateTable("account_link")
    .set({ ended_at: now })
    .where("token_hash", "=", await digestOf(token))
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["user_id as userId", "purpose", "invitation_id as invitationId"])
    .executeTakeFirst();
  if (!used) throw new DomainError("account.link-ended");
  await linksOf(tx, used.userId, now)
    .where("purpose", "=", used.purpose)
    .where("invitation_id", "is not distinct from", used.invitationId)
    .execute();
}

/** Except "undo-contact-change": an attacker who changed the contacts must not be able to end those. */
export async function endLinks(tx: Tx, userId: number, now: string): Promise<void> {
  await linksOf(tx, userId, now).where("purpose", "<>", "undo-contact-change").execute();
}

/** Including "undo-contact-change", once one of those was used. */
export async function endAllLinks(tx: Tx, userId: number, now: string): Promise<void> {
  await linksOf(tx, userId, now).execute();
}

export async function endConfirmations(tx: Tx, userId: number, now: string): Promise<void> {
  await linksOf(tx, userId, now).where("purpose", "=", "confirm-email").execute();
}

/** An update that ends the links that still work. */
function linksOf(db: Database, userId: number, now: string) {
  return db
    .updateTable("account_link")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null);
}
