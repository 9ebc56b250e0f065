import { codeLifeMinutes } from "@portal/shared/platform/constants.ts";
import { signUpCodeLength } from "@portal/shared/people/accounts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { officeRoles } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import type { Passwords } from "../../gateways/passwords/passwords.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { CodePurpose } from "../../platform/db/shop-tables.ts";
import { digestOf, newCode } from "../../platform/secrets.ts";
import type { Registration } from "./registration.store.ts";

const lifeSeconds = codeLifeMinutes * 60;
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
  passwords: Pick<Passwords, "hash">,
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
      .where("account.role", "not in", officeRoles)
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
