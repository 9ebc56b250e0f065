import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import { purgeOldRateLimits, clientIpPrefix } from "../../platform/rate-limit/rate-limits.ts";

/** So many tries are free; each further one has to wait twice as long as the one before (docs/adr/0009-counting-in-memory-and-waits-that-grow.md). */
type Throttle = Readonly<{ key: string; freeTries: number; waitSecondsMax: number }>;

/**
 * Counts a try before it is made, in one statement, so that thirty at once are thirty.
 *
 * @returns false when this try comes too early; then it is not counted.
 */
export async function countTry(db: Database, throttle: Throttle, now: string): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_in_failure as failure (key, failures, last_at)
    values (${throttle.key}, 1, ${now})
    on conflict (key) do update set
      failures = case
        when failure.last_at < excluded.last_at - interval '1 hour' then 1
        else failure.failures + 1
      end,
      last_at = excluded.last_at
    where failure.failures < ${throttle.freeTries}
      or failure.last_at + least(
        power(2, least(failure.failures - ${throttle.freeTries}::integer, 20)),
        ${throttle.waitSecondsMax}
      ) * interval '1 second' <= excluded.last_at
    returning failures
  `.execute(db);
  return rows.length > 0;
}

/** The try was right after all. */
export async function forgetTry(db: Database, key: string): Promise<void> {
  await db
    .deleteFrom("sign_in_failure")
    .where("key", "=", key)
    .where("failures", "<=", 1)
    .execute();
  await db
    .updateTable("sign_in_failure")
    .set((failure) => ({ failures: failure("failures", "-", 1) }))
    .where("key", "=", key)
    .execute();
}

export async function forgetTries(db: Database, key: string): Promise<void> {
  await db.deleteFrom("sign_in_failure").where("key", "=", key).execute();
}

/** One person at one place is held back soon; a place where many people sit, later. */
export function throttlesOf(
  email: string,
  ip: string,
): { ofAccount: Throttle; ofAddress: Throttle } {
  const place = clientIpPrefix(ip);
  return {
    ofAccount: { key: `${keyOf(email)}${place}`, freeTries: 5, waitSecondsMax: 900 },
    ofAddress: { key: `address ${place}`, freeTries: 100, waitSecondsMax: 300 },
  };
}

/** The email stands in the key of its tries. */
export async function forgetTriesOf(db: Database | Tx, email: string): Promise<void> {
  await db
    .deleteFrom("sign_in_failure")
    .where((row) => row.fn("starts_with", ["key", row.val(keyOf(email))]))
    .execute();
}

function keyOf(email: string): string {
  return `account ${email} `;
}

/** What lies longer back than any wait counts for nothing any more. */
async function purgeOldAttempts(db: Database, before: string): Promise<void> {
  await db.deleteFrom("sign_in_failure").where("last_at", "<", before).execute();
}

/** Longer than any of these answers takes, shorter than a person notices. */
const evenMs = 150;

/**
 * Answers, or refuses, after the same time whatever was found, so that a stop watch tells nobody which addresses have an
 * account (a known one costs a few statements more than an unknown one).
 */
export async function answerInConstantTime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const isOver = new Promise((resolve) => setTimeout(resolve, evenMs));
  try {
    return await work();
  } finally {
    await isOver;
  }
}

/** Tries and rate limits that nothing counts any more, and codes and links that were over before that instant. */
export async function purgeExpiredCredentials(db: Database, before: string): Promise<void> {
  await purgeOldAttempts(db, before);
  await purgeOldRateLimits(db, before);
  await db.deleteFrom("sign_in_code").where("expires_at", "<", before).execute();
  await db.deleteFrom("account_link").where("expires_at", "<", before).execute();
  await db.deleteFrom("invitation").where("expires_at", "<", before).execute();
}
