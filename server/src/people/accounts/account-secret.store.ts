import { signUpCodeLength } from "@portal/shared/people/accounts.ts";
import { shownRole } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { Passwords } from "../../gateways/passwords/passwords.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { CodePurpose, LinkPurpose } from "../../platform/db/shop-tables.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import type { Secrets, Ways } from "../../platform/messages/message-sources.ts";
import { portalOf, type Secret } from "../../platform/messages/render-message.ts";
import { digestOf, newCode, newLinkToken } from "../../platform/secrets.ts";

/**
 * Makes the code or link of a message at the moment when it is sent, so that it is nowhere but in the
 * message: not in the queue, not in our tables.
 *
 * @returns nothing to fill in for messages without a secret; null when the code is not asked for any more
 */
export async function mintSecrets(
  { db, passwords, shop, now }: Pick<Caller, "db" | "passwords" | "shop" | "now">,
  about: MessageAbout,
  ways: Ways,
): Promise<Secrets | null> {
  const portal = await portalFor(db, shop, about.userId);
  const linkTo = async (page: string, link: NewLink): Promise<Secret> => ({
    // What follows the # stays in the browser: no server, proxy or log on the way is told of it.
    link: `${portal}/${page}#${await mintLink(db, link, now())}`,
  });
  const { email, sms } = ways;
  const linksTo = async (page: string, userId: number, purpose: LinkPurpose) => ({
    email: email === undefined ? {} : await linkTo(page, { userId, purpose, sentTo: email }),
    sms: sms === undefined ? {} : await linkTo(page, { userId, purpose, sentTo: null }),
  });
  switch (about.kind) {
    case "sign-in-code":
    case "sign-up-code": {
      const asked = { codeId: about.codeId, mailedTo: ways.email ?? null };
      const codes = await mintCodes(db, passwords, asked, now());
      if (!codes || about.kind === "sign-in-code")
        return codes && { email: { code: codes.email }, sms: { code: codes.sms } };
      // The link types the code, in the browser that asked for it, and no more than that.
      const typing = (code: string) => ({ code, link: `${shop.publicUrl}/sign-up#${code}` });
      return { email: typing(codes.email), sms: typing(codes.sms) };
    }
    case "registration":
      return linksTo("set-password", about.userId, "register");
    case "password-reset":
      return linksTo("set-password", about.userId, "reset-password");
    case "confirm-email":
    case "confirm-new-email":
      return linksTo("confirm-email", about.userId, "confirm-email");
    case "email-change-asked":
    case "email-changed":
    case "cell-changed": {
      const { email: undo } = await linksTo("not-me", about.userId, "undo-contact-change");
      // An SMS says no more than that there is a mail: whoever has the phone need not be the person.
      return { email: undo, sms: { link: `${portal}/not-me` } };
    }
    case "invitation": {
      const { userId, invitationId } = about;
      const sentTo = ways.email ?? null;
      const link = { userId, purpose: "invitation", sentTo, invitationId } as const;
      return { email: await linkTo("invitation", link), sms: {} };
    }
    case "already-registered":
    case "password-changed":
    case "bank-details-changed":
    case "converted":
    case "network-changed":
    case "order-placed":
    case "order-eft":
    case "order-paid":
    case "order-payment-failed":
    case "order-shipped":
    case "order-delivered":
    case "parcel-shipped":
    case "order-ready":
    case "order-cancelled":
    case "order-refunded":
    case "order-recipient-corrected":
    case "back-in-stock":
    case "payout-requested":
    case "payout-paid":
    case "payout-rejected":
    case "statement-ready":
    case "entry-question-asked":
    case "entry-question-answered":
    case "contact-received":
    case "contact-acknowledged":
    case "proposal":
    case "copy-test":
      return { email: {}, sms: {} };
  }
}

/** Whoever signs in by a link is signed in where their pages are. */
async function portalFor(
  db: Database,
  shop: Caller["shop"],
  userId: number | null,
): Promise<string> {
  if (userId === null) return shop.publicUrl;
  const account = await db
    .selectFrom("account")
    .select(["role", "school"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return account ? portalOf(shop, shownRole(account)) : shop.publicUrl;
}

const hour = 3600;
export const linkLifeSeconds: Readonly<Record<LinkPurpose, number>> = {
  register: 7 * 24 * hour,
  "reset-password": hour,
  "confirm-email": hour,
  "undo-contact-change": 7 * 24 * hour,
  invitation: 7 * 24 * hour,
};

type NewLink = Readonly<{
  userId: number;
  purpose: LinkPurpose;
  /** The email that it is mailed to; null where it goes by SMS or is handed to a browser. */
  sentTo: string | null;
  invitationId?: string;
}>;

/**
 * Makes the secret of a link: 128 random bits, written as a uuid, of which only a hash is kept. A
 * newer link for the same purpose by the same way ends the older ones, but for one that puts back what was known
 * before: whoever changes the email twice must not end what lies in the first mailbox. Registrations,
 * invitations and those live for a week, resets and confirmations for an hour.
 */
export async function mintLink(
  db: Database | Tx,
  { userId, purpose, sentTo, invitationId }: NewLink,
  now: string,
): Promise<string> {
  const token = newLinkToken();
  await linksOf(db, userId, now)
    .where("purpose", "=", purpose)
    .where("purpose", "<>", "undo-contact-change")
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
  /** It was mailed to the new email that waits to be confirmed. */
  provesPending: boolean;
  sentTo: string | null;
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
      sql<boolean>`account_link.sent_to is not null and account.pending_email is not null
        and account_link.sent_to = account.pending_email`.as("provesPending"),
      "account_link.sent_to as sentTo",
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

/** All but those that put a changed contact back: whoever changed it must not be able to end them. */
export async function endLinks(tx: Tx, userId: number, now: string): Promise<void> {
  await linksOf(tx, userId, now).where("purpose", "<>", "undo-contact-change").execute();
}

/** Those as well, once one of them was used. */
export async function endAllLinks(tx: Tx, userId: number, now: string): Promise<void> {
  await linksOf(tx, userId, now).execute();
}

/** Of the new address that is not to be confirmed any more. */
export async function endConfirmations(tx: Tx, userId: number, now: string): Promise<void> {
  await linksOf(tx, userId, now).where("purpose", "=", "confirm-email").execute();
}

/** Ends those that still work. */
function linksOf(db: Database | Tx, userId: number, now: string) {
  return db
    .updateTable("account_link")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null);
}

const lifeSeconds = 600;
const triesMax = 5;

export type NewCodeRequest = Readonly<{
  id: string;
  userId: number;
  purpose: CodePurpose;
  /** The secret of the browser that asks; only its hash is kept. */
  requestId: string;
  /** The guest who registers, whose recipients come along. */
  guestId: string | null;
}>;

/** A newer request ends the older ones. The caller holds the account's row, so that two at once are one after the other. */
export async function insertCodeRequest(
  tx: Tx,
  { id, userId, purpose, requestId, guestId }: NewCodeRequest,
  now: string,
): Promise<void> {
  await endCodesOf(tx, userId, now);
  await tx
    .insertInto("sign_in_code")
    .values({
      id,
      user_id: userId,
      purpose,
      request_hash: await digestOf(requestId),
      guest_id: guestId,
      created_at: now,
      expires_at: new Date(Date.parse(now) + lifeSeconds * 1000).toISOString(),
    })
    .execute();
}

/** What the mail says, and what the SMS says. */
export type MintedCodes = Readonly<{ email: string; sms: string }>;

/**
 * Makes the code of a request at the moment when it is sent, and keeps a hash of it. A second try to
 * send makes another one, and the first is wrong from then on. Whoever registers gets one by mail and another by SMS,
 * because only the one of the mail proves the email.
 *
 * @returns null when the request has ended meanwhile, or is too old.
 */
export async function mintCodes(
  db: Database | Tx,
  passwords: Passwords,
  { codeId, mailedTo }: Readonly<{ codeId: string; mailedTo: string | null }>,
  now: string,
): Promise<MintedCodes | null> {
  const request = await db
    .selectFrom("sign_in_code")
    .select("purpose")
    .where("id", "=", codeId)
    .executeTakeFirst();
  if (!request) return null;
  const { purpose } = request;
  const email = newCode(await codeLengthFor(db, purpose));
  const sms = purpose === "sign-up" ? newCodeExcept(email) : email;
  const { numUpdatedRows } = await db
    .updateTable("sign_in_code")
    .set({
      code_hash: await passwords.hash(email),
      sms_code_hash: sms === email ? null : await passwords.hash(sms),
      mailed_to: mailedTo,
    })
    .where("id", "=", codeId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("wrong_tries", "<", triesMax)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { email, sms } : null;
}

function newCodeExcept(other: string): string {
  let code = other;
  while (code === other) code = newCode(other.length);
  return code;
}

/** Three characters finish a registration; how many sign in to an account that exists is a setting. */
export async function codeLengthFor(db: Database | Tx, purpose: CodePurpose): Promise<number> {
  if (purpose === "sign-up") return signUpCodeLength;
  const setting = await db
    .selectFrom("shop_setting")
    .select("sign_in_code_length")
    .executeTakeFirstOrThrow();
  return setting.sign_in_code_length;
}

export type TriedCode = Readonly<{
  id: string;
  userId: number;
  purpose: CodePurpose;
  codeHash: string | null;
  smsCodeHash: string | null;
  guestId: string | null;
  /** The code of the mail went to the email that the account has now. */
  isMailedToAccount: boolean;
}>;

/**
 * Counts a try before the code is looked at, so that thirty at once are five.
 *
 * @returns null where nothing can be tried: no such request of this account, used, replaced, too old or tried too often.
 */
export async function takeTry(
  db: Database,
  { email, requestId }: Readonly<{ email: string; requestId: string }>,
  now: string,
): Promise<TriedCode | null> {
  const tried = await db
    .updateTable("sign_in_code")
    .from("account")
    .set((code) => ({ wrong_tries: code("wrong_tries", "+", 1) }))
    .whereRef("account.id", "=", "sign_in_code.user_id")
    .where("account.email", "=", email)
    .where("account.active", "=", true)
    .where("request_hash", "=", await digestOf(requestId))
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("code_hash", "is not", null)
    .where("wrong_tries", "<", triesMax)
    .returning([
      "sign_in_code.id",
      "user_id as userId",
      "purpose",
      "code_hash as codeHash",
      "sms_code_hash as smsCodeHash",
      "guest_id as guestId",
      sql<boolean>`sign_in_code.mailed_to is not distinct from account.email`.as(
        "isMailedToAccount",
      ),
    ])
    .executeTakeFirst();
  return tried ?? null;
}

/** @returns false where somebody else was quicker. */
export async function endCode(tx: Tx, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("sign_in_code")
    .set({ ended_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endCodesOf(tx: Tx, userId: number, now: string): Promise<void> {
  await tx
    .updateTable("sign_in_code")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .execute();
}
