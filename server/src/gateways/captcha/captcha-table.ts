import type { Database } from "../../platform/db/database.ts";

/** The one key of this shop, which the migration made. */
export async function readCaptchaKey(db: Database): Promise<string> {
  const { key } = await db.selectFrom("captcha_key").select("key").executeTakeFirstOrThrow();
  return key;
}

/** One statement, so that of twenty that come with one answer at once, one was first. */
export async function rememberAnswer(
  db: Database,
  answer: Readonly<{ hash: string; expiresAt: string }>,
): Promise<boolean> {
  const row = await db
    .insertInto("captcha_answer")
    .values({ hash: answer.hash, expires_at: answer.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("hash")
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetAnswers(db: Database, now: string): Promise<void> {
  await db.deleteFrom("captcha_answer").where("expires_at", "<", now).execute();
}
