import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { inBatches } from "../../platform/db/in-batches.ts";
import { purgeOldRateLimits, clientIpPrefix } from "../../platform/rate-limit/rate-limits.ts";

/** After `freeTries`, the wait doubles with each try (docs/adr/0009-counting-in-memory-and-waits-that-grow.md). */
type Throttle = Readonly<{
  key: string;
  freeTries: number;
  waitSecondsMax: number;
  /** By default one. */
  firstWaitSeconds?: number;
}>;

/**
 * Counts a try before it is made, in one statement, so that concurrent tries are all counted.
 *
 * @returns how many there were within the hour, with this one; 0 when this one comes too early; then it is not counted
 */
export async function countTry(db: Database, throttle: Throttle, now: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failure as failure (key, failures, last_at)
    values (${throttle.key}, 1, ${now})
    on conflict (key) do update set
      failures = case
        when failure.last_at < excluded.last_at - interval '1 hour' or ${isOfTheFuture} then 1
        else failure.failures + 1
      end,
      last_at = excluded.last_at
    where ${isOfTheFuture} or failure.failures < ${throttle.freeTries}
      or failure.last_at + least(
        ${throttle.firstWaitSeconds ?? 1}
          * power(2, least(failure.failures - ${throttle.freeTries}::integer, 20)),
        ${throttle.waitSecondsMax}
      ) * interval '1 second' <= excluded.last_at
    returning failures
  `.execute(db);
  return rows[0]?.failures ?? 0;
}

/** Counted while a clock was wrong: it would have to wait until then. Clocks of processes differ by five minutes at most. */
const isOfTheFuture = sql`failure.last_at > excluded.last_at + interval '5 minutes'`;

/** Takes back the count of a try that succeeded; in this order, concurrent ones cannot count below one. */
export async function refundTry(db: Database, key: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("sign_in_failure")
    .set((failure) => ({ failures: failure("failures", "-", 1) }))
    .where("key", "=", key)
    .where("failures", ">", 1)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .deleteFrom("sign_in_failure")
    .where("key", "=", key)
    .where("failures", "<=", 1)
    .execute();
}

export async function clearTries(db: Database, key: string): Promise<void> {
  await db.deleteFrom("sign_in_failure").where("key", "=", key).execute();
}

const hourSeconds = 3600;
/** Of one account from everywhere; then a captcha is needed, and its owner is told. */
export const freeGuesses = 20;

/**
 * Guesses at one account from many places. Without a captcha none is left after the free ones; with one they wait, but not
 * for long, because the owner may be using a new browser.
 */
export function throttlesOfGuesses(email: string): { unproved: Throttle; proved: Throttle } {
  const key = `${keyOfTries(email)}everywhere`;
  const limit = { key, freeTries: freeGuesses };
  return {
    unproved: { ...limit, firstWaitSeconds: hourSeconds, waitSecondsMax: hourSeconds },
    proved: { ...limit, waitSecondsMax: 60 },
  };
}

/** In a browser that is known to the account; whoever shares its network has counts of their own. */
export function throttleOfBrowser(email: string, browserKey: string): Throttle {
  return { key: `${keyOfTries(email)}browser ${browserKey}`, freeTries: 5, waitSecondsMax: 900 };
}

/** Strict for one account from one client IP prefix, lenient for the prefix, which many people may share. */
export function throttlesOf(
  email: string,
  ip: string,
): { ofAccount: Throttle; ofAddress: Throttle } {
  const prefix = clientIpPrefix(ip);
  return {
    ofAccount: { key: `${keyOfTries(email)}${prefix}`, freeTries: 5, waitSecondsMax: 900 },
    ofAddress: { key: `address ${prefix}`, freeTries: 100, waitSecondsMax: 300 },
  };
}

/** What the keys of tries with this email begin with. */
export function keyOfTries(email: string): string {
  return `account ${email} `;
}

/** Longer than any of these responses takes, shorter than a user notices. */
const responseMs = 150;

/**
 * Resolves or rejects after a constant time, so that timing does not reveal which addresses have an account (a known one
 * costs a few statements more).
 */
export async function answerInConstantTime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const isOver = new Promise((resolve) => setTimeout(resolve, responseMs));
  try {
    return await work();
  } finally {
    await isOver;
  }
}

/** Tries, rate limits, codes, links and invitations that ended before that instant. */
export async function purgeExpiredCredentials(db: Database, before: string): Promise<void> {
  await inBatches(db, "sign_in_failure", sql`last_at < ${before}`);
  await purgeOldRateLimits(db, before);
  await db.deleteFrom("sign_in_code").where("expires_at", "<", before).execute();
  await db.deleteFrom("account_link").where("expires_at", "<", before).execute();
  await db.deleteFrom("factor_challenge").where("expires_at", "<", before).execute();
  await db.deleteFrom("invitation").where("expires_at", "<", before).execute();
}
