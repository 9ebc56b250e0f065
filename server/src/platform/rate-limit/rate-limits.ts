import { isIPv6 } from "node:net";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import ipaddr from "ipaddr.js";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { Database } from "../db/database.ts";
import type { CodePurpose } from "../db/shop-tables.ts";
import { digestOf } from "../secrets.ts";

const hour = 3600;
const day = 24 * hour;
const perAccount: readonly Limit[] = [
  { times: 3, seconds: hour },
  { times: 10, seconds: day },
];
/** A household or an office has one address and many people. */
const perPlace: readonly Limit[] = [
  { times: 100, seconds: hour },
  { times: 500, seconds: day },
];

/** Nobody has more to say to the shop, or to customers of it, and each of them is read by somebody. */
const perWriter: readonly Limit[] = [
  { times: 10, seconds: hour },
  { times: 30, seconds: day },
];

/** Codes for one email, whether it has an account or not: the refusal must not tell. */
export const codesFor = (email: string) => rateLimit("codes for", email, perAccount);
export const resetsFor = (email: string) => rateLimit("resets for", email, perAccount);
export const confirmationsFor = (userId: number) =>
  rateLimit("confirmations for", String(userId), perAccount);
/** Whoever is signed in may be told that an address is taken, but not of thousands of addresses. */
export const emailChangesOf = (userId: number) =>
  rateLimit("email changes of", String(userId), perAccount);

/** Each is told by SMS. */
export const cellChangesOf = (userId: number) =>
  rateLimit("cell changes of", String(userId), perAccount);

/** Nobody is to be pestered, by one distributor or by many. */
export const invitationsTo = (userId: number) =>
  rateLimit("invitations to", String(userId), perAccount);
export const invitationsBy = (userId: number) =>
  rateLimit("invitations by", String(userId), perWriter);

/** All that is sent for somebody at one place in the network. */
export const messagesFrom = (ip: string) => rateLimitOfClient("messages from", ip, perPlace);
export const phoneChecksFrom = (ip: string) => rateLimitOfClient("phone checks from", ip, perPlace);
export const wrongCodesFrom = (ip: string) => rateLimitOfClient("wrong codes from", ip, perPlace);
/** Orders of people who are not signed in; a mobile network has one address for a whole town. */
export const guestOrdersFrom = (ip: string) => rateLimitOfClient("guest orders from", ip, perPlace);

/** Each may cost something, whoever asks from however many places. */
export const phoneChecks: RateLimit = {
  key: "phone checks",
  limits: [{ times: 3000, seconds: hour }],
};

export const contactMessagesFrom = (ip: string) => rateLimitOfClient("contact from", ip, perWriter);
export const stockAlertsFrom = (ip: string) =>
  rateLimitOfClient("stock alerts from", ip, perWriter);
/** Whoever writes in somebody else's name must not fill that person's mailbox. */
export const acknowledgementsTo = (email: string) =>
  rateLimit("acknowledgements to", email, perAccount);

/**
 * Wrong codes over all accounts and addresses, for each purpose apart. Somebody who tries a few at each of ten thousand
 * accounts stays below every other limit: then a code of this purpose takes a hard captcha as well, from everybody, and
 * after ten times as many wrong ones no code of it works for a while. Passwords and mailed links are not asked.
 */
export const wrongCodesMax = { unproved: 50, proved: 500 } as const;
export function wrongCodes(purpose: CodePurpose, by: keyof typeof wrongCodesMax): RateLimit {
  return {
    key: `wrong codes of ${purpose}`,
    limits: [{ times: wrongCodesMax[by], seconds: 600 }],
  };
}

/** @throws DomainError access.too-many-tries */
export async function requireWithinLimit(
  { db, now }: Pick<Caller, "db" | "now">,
  ...asked: readonly (RateLimit | Promise<RateLimit>)[]
): Promise<void> {
  for (const each of asked)
    if (!(await consume(db, await each, now()))) throw new DomainError("access.too-many-tries");
}

/** One of somebody's place in the network, whatever address of it they come from. */
export async function rateLimitOfClient(
  what: string,
  ip: string,
  limits: readonly Limit[],
): Promise<RateLimit> {
  return rateLimit(what, clientIpPrefix(ip), limits);
}

async function rateLimit(what: string, who: string, limits: readonly Limit[]): Promise<RateLimit> {
  return { key: `${what} ${await digestOf(who)}`, limits };
}

/** So often within so long. Where there are several limits, all of them hold. */
export type Limit = Readonly<{ times: number; seconds: number }>;
/** `key` names what is limited and for whom; it holds nothing of a person in clear. */
export type RateLimit = Readonly<{ key: string; limits: readonly Limit[] }>;

/**
 * Takes one, in one statement, so that thirty at once are thirty. Kept in the database, so it holds over restarts, for
 * every process and whatever address somebody comes from.
 *
 * @param isHurried nobody waits for the disk: after a crash of the database the last moment may be forgotten
 * @returns false when nothing is left; then nothing is counted, and time alone gives it back
 */
export async function consume(
  db: Database,
  asked: RateLimit,
  now: string,
  hurry: Readonly<{ isHurried?: boolean }> = {},
): Promise<boolean> {
  const { rows } = await consuming(asked, now, hurry).execute(db);
  return rows.length > 0;
}

/** `consume` as a part of another statement: it returns one row, or none when nothing is left. */
export function consuming(
  { key, limits }: RateLimit,
  now: string,
  { isHurried = false }: Readonly<{ isHurried?: boolean }> = {},
): RawBuilder<unknown> {
  const longest = Math.max(...limits.map(({ seconds }) => seconds));
  return sql`
    insert into rate_limit (key, used_at)
    select ${key}::text, array[${now}::timestamptz]
    ${isHurried ? sql`from set_config('synchronous_commit', 'off', true)` : sql``}
    on conflict (key) do update set used_at = array(
        select used from unnest(rate_limit.used_at) used where used > ${ago(now, longest)}
      ) || excluded.used_at
    where ${isLeft(limits, now)}
    returning key
  `;
}

/** What was taken at that instant was for nothing. */
export async function giveBack(
  db: Database,
  { key }: Pick<RateLimit, "key">,
  takenAt: string,
): Promise<void> {
  const at = sql`${takenAt}::timestamptz`;
  const { numAffectedRows = 0n } = await sql`
    delete from rate_limit where key = ${key} and used_at = array[${at}]
  `.execute(db);
  if (numAffectedRows > 0n) return;
  await sql`
    update rate_limit set used_at =
      used_at[:array_position(used_at, ${at}) - 1] || used_at[array_position(used_at, ${at}) + 1:]
    where key = ${key} and ${at} = any(used_at) and cardinality(used_at) > 1
  `.execute(db);
}

/** Whether there is one to take, without taking it. */
export async function hasLeft(
  db: Database,
  { key, limits }: RateLimit,
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    select key from rate_limit where key = ${key} and not (${isLeft(limits, now)})
  `.execute(db);
  return rows.length === 0;
}

/** How long it takes until there is one to take again: 0 where there is one now. */
export async function secondsUntilLeft(
  db: Database,
  { key, limits }: RateLimit,
  now: string,
): Promise<number> {
  const row = await db
    .selectFrom("rate_limit")
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
export async function purgeOldRateLimits(db: Database, before: string): Promise<void> {
  await sql`delete from rate_limit where used_at[cardinality(used_at)] < ${before}`.execute(db);
}

function isLeft(limits: readonly Limit[], now: string) {
  const each = limits.map(
    ({ times, seconds }) => sql`
      (select count(*) from unnest(rate_limit.used_at) used where used > ${ago(now, seconds)})
        < ${times}::integer`,
  );
  return sql.join(each, sql` and `);
}

function ago(now: string, seconds: number) {
  return sql`${new Date(Date.parse(now) - seconds * 1000).toISOString()}::timestamptz`;
}

const daySeconds = 24 * 3600;
const slices = 128;

export type ByteBudget = Readonly<{
  /** @returns false where that much is not left; `share` is what of the day's bytes this may take at most */
  spend: (bytes: number, share?: number) => Promise<boolean>;
}>;

/**
 * Bytes that may be written in a day, over all processes and restarts. A process takes a slice of them at a time, so that
 * not every row costs a statement.
 */
export function byteBudget(
  db: Database,
  { key, bytesPerDay, now }: Readonly<{ key: string; bytesPerDay: number; now: () => string }>,
): ByteBudget {
  let left = 0;
  return {
    async spend(bytes, share = 1) {
      const limits = [{ times: Math.floor(slices * share), seconds: daySeconds }];
      while (left < bytes) {
        if (!(await consume(db, { key, limits }, now()))) return false;
        left += bytesPerDay / slices;
      }
      left -= bytes;
      return true;
    },
  };
}

/**
 * What counts as one place where tries are counted: an address of IPv4 as it is; of IPv6 the first 64 bits, because
 * whoever has one address of those has all 2^64 of them.
 */
export function clientIpPrefix(ip: string): string {
  const [address = ip] = ip.split("%");
  if (!isIPv6(address)) return ip;
  const parsed = ipaddr.IPv6.parse(address);
  // A server that listens on both writes IPv4 as ::ffff:192.0.2.1, which are not one place.
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}
