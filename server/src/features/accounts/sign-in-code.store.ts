import { signUpCodeLength } from "@portal/shared/accounts.ts";
import type { Database, Tx } from "../../db/database.ts";
import type { CodePurpose } from "../../db/shop-tables.ts";
import type { Passwords } from "../../gateways/passwords/passwords.ts";
import { digestOf, newCode } from "./secrets.ts";

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

/**
 * Makes the code of a request at the moment when it is sent, and keeps a hash of it. A second try to
 * send makes another one, and the first is wrong from then on.
 *
 * @returns null when the request has ended meanwhile, or is too old.
 */
export async function mintCode(
  db: Database | Tx,
  passwords: Passwords,
  codeId: string,
  now: string,
): Promise<string | null> {
  const request = await db
    .selectFrom("sign_in_code")
    .select("purpose")
    .where("id", "=", codeId)
    .executeTakeFirst();
  if (!request) return null;
  const code = newCode(await codeLengthFor(db, request.purpose));
  const { numUpdatedRows } = await db
    .updateTable("sign_in_code")
    .set({ code_hash: await passwords.hash(code) })
    .where("id", "=", codeId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("wrong_tries", "<", triesMax)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? code : null;
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
  guestId: string | null;
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
      "guest_id as guestId",
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
