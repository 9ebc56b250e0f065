import { signUpCodeLength } from "@portal/shared/people/accounts.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { CodePurpose } from "../../platform/db/shop-tables.ts";
import type { Passwords } from "../../gateways/passwords/passwords.ts";
import { digestOf, newCode } from "../../platform/secrets.ts";

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
