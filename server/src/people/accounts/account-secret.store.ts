import { signUpCodeLength } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { shownRole } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { Passwords } from "../../gateways/passwords/passwords.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { CodePurpose, LinkPurpose } from "../../platform/db/shop-tables.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import type { Secrets, Ways } from "../../platform/messages/message-sources.ts";
import { portalOf, type Secret } from "../../platform/messages/render-message.ts";
import { mintDeclineLink } from "../../platform/proposals/decline-link.store.ts";
import { digestOf, newCode } from "../../platform/secrets.ts";
import { mintLink, type NewLink } from "./account-link.store.ts";
import type { Registration } from "./registration.store.ts";

/**
 * Generates the code or link of a message when it is sent, so that it exists in the message only, neither in the queue
 * nor in our tables.
 *
 * @returns empty objects for messages without a secret; null when the code request has ended
 */
export async function mintSecrets(
  { db, passwords, shop, now }: Pick<Caller, "db" | "passwords" | "shop" | "now">,
  about: MessageAbout,
  ways: Ways,
): Promise<Secrets | null> {
  const portal = await portalFor(db, shop, about.userId);
  const linkTo = async (page: string, link: NewLink): Promise<Secret> => ({
    // The fragment stays in the browser: it reaches no server, proxy or log.
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
      const request = { codeId: about.codeId, mailedTo: ways.email ?? null };
      const codes = await mintCodes(db, passwords, request, now());
      if (!codes || about.kind === "sign-in-code")
        return codes && { email: { code: codes.email }, sms: { code: codes.sms } };
      // The link only fills in the code, and works only in the browser that requested it.
      const withLink = (code: string) => ({ code, link: `${shop.publicUrl}/sign-up#${code}` });
      return { email: withLink(codes.email), sms: withLink(codes.sms) };
    }
    case "registration":
      return linksTo("set-password", about.userId, "register");
    case "password-reset":
      return linksTo("set-password", about.userId, "reset-password");
    case "set-up-factor":
      return linksTo("set-up-sign-in", about.userId, "set-up-factor");
    case "come-back":
      return linksTo("unlock-account", about.userId, "come-back");
    case "lost-factor":
      return linksTo("lost-sign-in", about.userId, "lost-factor");
    case "confirm-email":
    case "confirm-new-email":
      return linksTo("confirm-email", about.userId, "confirm-email");
    case "email-change-asked":
    case "email-changed":
    case "cell-changed": {
      const { email: undo } = await linksTo("not-me", about.userId, "undo-contact-change");
      // The SMS only refers to the email: the phone may be in other hands.
      return { email: undo, sms: { link: `${portal}/not-me` } };
    }
    case "invitation": {
      const { userId, invitationId } = about;
      const sentTo = ways.email ?? null;
      const link = { userId, purpose: "invitation", sentTo, invitationId } as const;
      return { email: await linkTo("invitation", link), sms: {} };
    }
    case "proposal": {
      const { proposalId, userId } = about;
      const token =
        userId === null ? null : await mintDeclineLink(db, { proposalId, userId }, now());
      return { email: token === null ? {} : { link: `${portal}/decline#${token}` }, sms: {} };
    }
    case "already-registered":
    case "admin-sign-in":
    case "no-code-for-admins":
    case "password-changed":
    case "passwords-guessed":
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
    case "admin-account":
    case "portal-restored":
    case "office-day":
    case "copy-test":
      return { email: {}, sms: {} };
  }
}

/** Links lead to the host where the user's pages are. */
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

const lifeSeconds = 600;
const triesMax = 5;

export type NewCodeRequest = Readonly<{
  id: string;
  userId: number;
  purpose: CodePurpose;
  /** The secret of the requesting browser; only its hash is stored. */
  requestId: string;
  /** The guest who registers, whose recipients move to the account. */
  guestId: string | null;
  /** What was typed at a sign-up. */
  registration?: Registration;
}>;

/** Older requests live on in their browsers: a stranger who asks for a code must not end the owner's. */
export async function insertCodeRequest(
  tx: Tx,
  { id, userId, purpose, requestId, guestId, registration }: NewCodeRequest,
  now: string,
): Promise<void> {
  await tx
    .insertInto("sign_in_code")
    .values({
      id,
      user_id: userId,
      purpose,
      request_hash: await digestOf(requestId),
      guest_id: guestId,
      registration: registration ? JSON.stringify(registration) : null,
      created_at: now,
      expires_at: new Date(Date.parse(now) + lifeSeconds * 1000).toISOString(),
    })
    .execute();
}

export type MintedCodes = Readonly<{ email: string; sms: string }>;

/**
 * Generates the code of a request when it is sent, and stores its hash. A retried send makes a new code, which invalidates
 * the first. A registration gets different codes by email and SMS, because only the one from the email verifies the email.
 *
 * @returns null when the request has ended or expired
 */
export async function mintCodes(
  db: Database,
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

/** Fixed for registrations; a setting for signing in. */
export async function codeLengthFor(db: Database, purpose: CodePurpose): Promise<number> {
  if (purpose === "sign-up") return signUpCodeLength;
  const setting = await db
    .selectFrom("shop_setting")
    .select("sign_in_code_length")
    .executeTakeFirstOrThrow();
  return setting.sign_in_code_length;
}

export type TriedCode = NonNullable<Awaited<ReturnType<typeof consumeTry>>>;

/**
 * Counts a try before the code is compared, so that concurrent guesses cannot exceed the limit.
 *
 * @returns undefined when no code can be tried: the account has no such request, or it was used, replaced, has expired or
 * was tried too often; `isMailedToAccount` when the code was sent to the account's present email
 */
export async function consumeTry(
  db: Database,
  { email, requestId }: Readonly<{ email: string; requestId: string }>,
  now: string,
) {
  return (
    db
      .updateTable("sign_in_code")
      .from("account")
      .set((code) => ({ wrong_tries: code("wrong_tries", "+", 1) }))
      .whereRef("account.id", "=", "sign_in_code.user_id")
      .where("account.email", "=", email)
      .where("account.active", "=", true)
      // The office signs in by password and second factor alone.
      .where("account.role", "<>", "admin")
      .where("account.developer", "=", false)
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
      .executeTakeFirst()
  );
}

/**
 * Ends the code, and all others of the account.
 *
 * @throws DomainError access.wrong-code when the code was used meanwhile
 */
export async function endCode(tx: Tx, id: string, now: string): Promise<void> {
  const used = await tx
    .updateTable("sign_in_code")
    .set({ ended_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning("user_id as userId")
    .executeTakeFirst();
  if (!used) throw new DomainError("access.wrong-code");
  await endCodesOf(tx, used.userId, now);
}

export async function endCodesOf(tx: Tx, userId: number, now: string): Promise<void> {
  await tx
    .updateTable("sign_in_code")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .execute();
}
