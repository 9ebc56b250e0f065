import type { Caller } from "../../caller.ts";
import { knownBrowserCookie } from "../../platform/access/browser.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { digestOf, newLinkToken } from "../../platform/secrets.ts";

/** Not used for so long, a browser is forgotten; the cookie lives as long. */
export const knownBrowserDays = 365;

/**
 * After a sign-in: the cookie stays the same where the browser has one, also of another account.
 *
 * @returns the `Set-Cookie` value
 */
export async function rememberBrowser(
  { db, now, shop, knownBrowser }: Caller,
  userId: number,
): Promise<string> {
  const token = knownBrowser ?? newLinkToken();
  const seen = { token_hash: await digestOf(token), user_id: userId, seen_at: now() };
  await db
    .insertInto("known_browser")
    .values(seen)
    .onConflict((conflict) =>
      conflict.columns(["token_hash", "user_id"]).doUpdateSet({ seen_at: seen.seen_at }),
    )
    .execute();
  return knownBrowserCookie(token, knownBrowserDays, shop);
}

/** The key of a browser in which this account was signed in before; null for any other browser. */
export async function findKnownBrowser(
  { db, knownBrowser }: Pick<Caller, "db" | "knownBrowser">,
  email: string,
): Promise<string | null> {
  if (knownBrowser === null) return null;
  const row = await db
    .selectFrom("known_browser")
    .innerJoin("account", "account.id", "known_browser.user_id")
    .select("token_hash as key")
    .where("token_hash", "=", await digestOf(knownBrowser))
    .where("account.email", "=", email)
    .executeTakeFirst();
  return row?.key ?? null;
}

/** With the password, whoever had signed in by it: only the browser in which the new one was chosen stays known. */
export async function forgetBrowsers(
  tx: Tx,
  { knownBrowser }: Pick<Caller, "knownBrowser">,
  userId: number,
): Promise<void> {
  const own = knownBrowser === null ? "" : await digestOf(knownBrowser);
  await tx
    .deleteFrom("known_browser")
    .where("user_id", "=", userId)
    .where("token_hash", "<>", own)
    .execute();
}

export async function purgeKnownBrowsers(db: Database, before: string): Promise<void> {
  await db.deleteFrom("known_browser").where("seen_at", "<", before).execute();
}
