import { sql } from "kysely";
import type { Database } from "../db/database.ts";

/** So often within so long. Where there are several limits, all of them hold. */
export type Limit = Readonly<{ times: number; seconds: number }>;
/** `key` names what is limited and for whom; it holds nothing of a person in clear. */
export type Allowance = Readonly<{ key: string; limits: readonly Limit[] }>;

/**
 * Takes one, in one statement, so that thirty at once are thirty. Kept in the database, so it holds over restarts, for
 * every process and whatever address somebody comes from.
 *
 * @param isHurried nobody waits for the disk: after a crash of the database the last moment may be forgotten
 * @returns false when nothing is left; then nothing is counted, and time alone gives it back
 */
export async function takeOne(
  db: Database,
  { key, limits }: Allowance,
  now: string,
  { isHurried = false }: Readonly<{ isHurried?: boolean }> = {},
): Promise<boolean> {
  const longest = Math.max(...limits.map(({ seconds }) => seconds));
  const { rows } = await sql`
    insert into allowance (key, used_at)
    select ${key}::text, array[${now}::timestamptz]
    ${isHurried ? sql`from set_config('synchronous_commit', 'off', true)` : sql``}
    on conflict (key) do update set used_at = array(
        select used from unnest(allowance.used_at) used where used > ${ago(now, longest)}
      ) || excluded.used_at
    where ${isLeft(limits, now)}
    returning key
  `.execute(db);
  return rows.length > 0;
}

/** What was taken at that instant was for nothing. */
export async function giveBack(
  db: Database,
  { key }: Pick<Allowance, "key">,
  takenAt: string,
): Promise<void> {
  const at = sql`${takenAt}::timestamptz`;
  const { numAffectedRows = 0n } = await sql`
    delete from allowance where key = ${key} and used_at = array[${at}]
  `.execute(db);
  if (numAffectedRows > 0n) return;
  await sql`
    update allowance set used_at =
      used_at[:array_position(used_at, ${at}) - 1] || used_at[array_position(used_at, ${at}) + 1:]
    where key = ${key} and ${at} = any(used_at) and cardinality(used_at) > 1
  `.execute(db);
}

/** Whether there is one to take, without taking it. */
export async function hasLeft(
  db: Database,
  { key, limits }: Allowance,
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    select key from allowance where key = ${key} and not (${isLeft(limits, now)})
  `.execute(db);
  return rows.length === 0;
}

/** How long it takes until there is one to take again: 0 where there is one now. */
export async function secondsUntilLeft(
  db: Database,
  { key, limits }: Allowance,
  now: string,
): Promise<number> {
  const row = await db
    .selectFrom("allowance")
    .select("used_at as usedAt")
    .where("key", "=", key)
    .executeTakeFirst();
  const newestFirst = (row?.usedAt ?? []).map((at) => Date.parse(at)).toSorted((a, b) => b - a);
  const waits = limits.map(({ times, seconds }) => {
    const blocking = newestFirst[times - 1];
    return blocking === undefined ? 0 : (blocking - Date.parse(now)) / 1000 + seconds;
  });
  return Math.max(0, ...waits);
}

/** Those whose last use lies so long back that no limit counts it. */
export async function forgetOldAllowances(db: Database, before: string): Promise<void> {
  await sql`delete from allowance where used_at[cardinality(used_at)] < ${before}`.execute(db);
}

function isLeft(limits: readonly Limit[], now: string) {
  const each = limits.map(
    ({ times, seconds }) => sql`
      (select count(*) from unnest(allowance.used_at) used where used > ${ago(now, seconds)})
        < ${times}::integer`,
  );
  return sql.join(each, sql` and `);
}

function ago(now: string, seconds: number) {
  return sql`${new Date(Date.parse(now) - seconds * 1000).toISOString()}::timestamptz`;
}
