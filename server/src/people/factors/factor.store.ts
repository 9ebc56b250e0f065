import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FactorKind } from "@portal/shared/people/factors.ts";
import { sql } from "kysely";
import type { Passkey } from "../../gateways/factors/passkeys.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import { digestOf } from "../../platform/secrets.ts";

/** One that is in force. */
export type Factor = Awaited<ReturnType<typeof listFactors>>[number];

export async function listFactors(db: Database, userId: number) {
  return db
    .selectFrom("factor")
    .select(["id", "kind", "name", "made_at as madeAt", "last_used_at as lastUsedAt"])
    .select(["rp_id as rpId", "credential_id as credentialId", "public_key as publicKey"])
    .select(["sign_count as signCount", "transports", "secret"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .orderBy("made_at")
    .execute();
}

/** Null for one-time codes. */
export function passkeyOf(factor: Factor): Passkey | null {
  const { rpId, credentialId, publicKey, signCount, transports } = factor;
  if (rpId === null || credentialId === null || publicKey === null || signCount === null)
    return null;
  return { rpId, credentialId, publicKey, signCount, transports: transports ?? [] };
}

/** Whether the account of `ADMIN_EMAIL` may set up its first factor right after the password. */
export async function maySetUpFirst(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("id")
    .where("id", "=", userId)
    .where("is_first_admin", "=", true)
    .where((account) =>
      account.not(
        account.exists(
          account.selectFrom("factor").select("id").whereRef("user_id", "=", "account.id"),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the account ever had a factor, also one that ended. */
export async function everHadFactor(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("factor")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type NewFactor = Readonly<{ id: string; userId: number; name: string }> &
  (Readonly<{ passkey: Passkey }> | Readonly<{ secret: Buffer; step: number }>);

/** @throws DomainError access.wrong-factor for a passkey that is known already, of this account or another */
export async function insertFactor(tx: Tx, factor: NewFactor, now: string): Promise<void> {
  const { id, userId, name } = factor;
  const kind: FactorKind = "passkey" in factor ? "passkey" : "one-time-code";
  const row = { id, user_id: userId, kind, name, made_at: now };
  const own =
    "passkey" in factor
      ? {
          rp_id: factor.passkey.rpId,
          credential_id: factor.passkey.credentialId,
          public_key: factor.passkey.publicKey,
          sign_count: factor.passkey.signCount,
          transports: [...factor.passkey.transports],
        }
      : { secret: factor.secret, last_step: factor.step };
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("factor")
    .values({ ...row, ...own })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new DomainError("access.wrong-factor");
}

/** A half minute is used once, also by two requests at the same moment. */
export async function useStep(
  db: Database,
  { id, step }: Readonly<{ id: string; step: number }>,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("factor")
    .set({ last_step: step, last_used_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function recordPasskeyUse(
  db: Database,
  { id, signCount }: Readonly<{ id: string; signCount: number }>,
  now: string,
): Promise<void> {
  await db
    .updateTable("factor")
    .set({ sign_count: signCount, last_used_at: now })
    .where("id", "=", id)
    .execute();
}

/** The caller must hold the lock of the account's row. */
export async function endFactor(tx: Tx, id: string, now: string): Promise<void> {
  await tx.updateTable("factor").set({ ended_at: now }).where("id", "=", id).execute();
}

/** Also the recovery codes. */
export async function endAllFactors(tx: Tx, userId: number, now: string): Promise<void> {
  const ended = tx.updateTable("factor").set({ ended_at: now }).where("user_id", "=", userId);
  await ended.where("ended_at", "is", null).execute();
  await tx.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
}

/** Replaces all of the account's recovery codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: number,
  hashes: readonly string[],
  now: string,
): Promise<void> {
  await tx.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash, made_at: now }));
  await tx.insertInto("recovery_code").values(rows).execute();
}

export async function listUnusedCodes(db: Database, userId: number) {
  return db
    .selectFrom("recovery_code")
    .select(["id", "code_hash as hash"])
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .orderBy("id")
    .execute();
}

/** @returns false where it was used meanwhile */
export async function useRecoveryCode(tx: Tx, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const challengeSeconds = 300;

type Bound = Readonly<{ token: string; purpose: ShopTables["factor_challenge"]["purpose"] }>;

/** A challenge lives five minutes, and is good once in its session and for its purpose. */
export async function insertChallenge(
  db: Database,
  { token, purpose, ...made }: Bound & Readonly<{ challenge: string; secret?: Buffer }>,
  now: string,
): Promise<void> {
  await db
    .insertInto("factor_challenge")
    .values({
      challenge_hash: await digestOf(made.challenge),
      session_id: await digestOf(token),
      purpose,
      secret: made.secret ?? null,
      made_at: now,
      expires_at: new Date(Date.parse(now) + challengeSeconds * 1000).toISOString(),
    })
    .execute();
}

/** Used up by being asked for: of two requests one gets it. */
export async function takeChallenge(
  db: Database,
  { token, purpose, challenge }: Bound & Readonly<{ challenge: string }>,
  now: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("factor_challenge")
    .where("challenge_hash", "=", await digestOf(challenge))
    .where("session_id", "=", await digestOf(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The newest secret of one-time codes that is being set up in this session. */
export async function findPendingSecret(
  db: Database,
  token: string,
  now: string,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom("factor_challenge")
    .select("secret")
    .where("session_id", "=", await digestOf(token))
    .where("purpose", "=", "set-up")
    .where("secret", "is not", null)
    .where("expires_at", ">", now)
    .orderBy("made_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.secret ?? null;
}

/** The caller must hold the lock of the account's row. */
export async function findTries(
  tx: Tx,
  userId: number,
): Promise<Readonly<{ wrongAt: readonly string[]; wantsPassword: boolean }>> {
  const row = await tx
    .selectFrom("factor_try")
    .select(["tried_at as wrongAt", "wants_password as wantsPassword"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const { wrongAt = [], wantsPassword = false } = row ?? {};
  return { wrongAt: wrongAt.map((at) => new Date(at).toISOString()), wantsPassword };
}

export async function saveTries(
  tx: Tx,
  userId: number,
  { wrongAt, wantsPassword }: Readonly<{ wrongAt: readonly string[]; wantsPassword: boolean }>,
): Promise<void> {
  const row = { tried_at: [...wrongAt], wants_password: wantsPassword };
  await tx
    .insertInto("factor_try")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/** Gives back the try of that instant, which was right. */
export async function giveTryBack(db: Database, userId: number, at: string): Promise<void> {
  await sql`
    update factor_try set tried_at =
      tried_at[:array_position(tried_at, ${at}::timestamptz) - 1]
        || tried_at[array_position(tried_at, ${at}::timestamptz) + 1:]
    where user_id = ${userId} and ${at}::timestamptz = any(tried_at)`.execute(db);
}

/** With a new password guessing begins anew. */
export async function clearFactorTries(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("factor_try").where("user_id", "=", userId).execute();
}
