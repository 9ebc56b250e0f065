import { isIPv6 } from "node:net";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import ipaddr from "ipaddr.js";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { Database } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";
import type { CodePurpose } from "../db/shop-tables.ts";
import { digestOf } from "../secrets.ts";

/** By how much the clocks of processes may differ: with more a process does not start. */
const clockDriftMaxMs = 5 * 60_000;

const hour = 3600;
const day = 24 * hour;
const perAccount: readonly Limit[] = [
  { times: 3, seconds: hour },
  { times: 10, seconds: day },
];
/** Larger than the limit of an account: a household or an office shares one address. */
const perClient: readonly Limit[] = [
  { times: 100, seconds: hour },
  { times: 500, seconds: day },
];

/** For messages that a person reads. */
const perWriter: readonly Limit[] = [
  { times: 10, seconds: hour },
  { times: 30, seconds: day },
];

/**
 * Codes for one email without a captcha, whether it has an account or not: the refusal must not reveal it. There is no other
 * limit, because a stranger could use it up.
 */
export const codesFor = (email: string) =>
  rateLimit("codes for", email, [{ times: 3, seconds: hour }]);
export const confirmationsFor = (userId: number) =>
  rateLimit("confirmations for", String(userId), perAccount);
/** A refused change reveals that the address has an account, so it must not be possible for thousands of addresses. */
export const emailChangesOf = (userId: number) =>
  rateLimit("email changes of", String(userId), perAccount);

/**
 * Answers of whether an address has an account, to somebody outside the office who adds a person: a form asks a few times for
 * each.
 */
export const emailLookUpsBy = (userId: number) =>
  rateLimit("email look-ups by", String(userId), [
    { times: 30, seconds: hour },
    { times: 100, seconds: day },
  ]);

/** Who guesses on for days is reported once a day. */
export const guessWarningsOf = (userId: number) =>
  rateLimit("warnings of guesses to", String(userId), [{ times: 1, seconds: day }]);

/** Links for setting up a factor and for unlocking an account, which only the right password asks for. */
export const factorLinksFor = (userId: number) =>
  rateLimit("factor links for", String(userId), perAccount);

/** Each change sends an SMS. */
export const cellChangesOf = (userId: number) =>
  rateLimit("cell changes of", String(userId), perAccount);

/** Who orders or saves recipients: an account, or all guests of an IP prefix, because a mobile network has one address for a whole town. */
type Sender = Pick<Caller, "user" | "ip">;

/** @param perHour from the settings of the shop */
export const ordersBy = ({ user, ip }: Sender, perHour: number) =>
  user
    ? rateLimit("orders of", String(user.id), perSender(perHour))
    : rateLimitOfClient("guest orders from", ip, perSender(perHour));

/** Recipients that are saved, changed ones too: as many as the settings of the shop say at that moment. */
export const recipientsBy = ({ user, ip }: Sender) =>
  user
    ? rateLimit("addresses of", String(user.id), recipientsPerSender)
    : rateLimitOfClient("addresses from", ip, recipientsPerSender);

const perSender = (perHour: number): readonly Limit[] => [
  { times: perHour, seconds: hour },
  { times: 5 * perHour, seconds: day },
];

const recipientsPerHour = sql<number>`(select recipients_per_hour from shop_setting)`;
const recipientsPerSender: readonly Limit<RawBuilder<number>>[] = [
  { times: recipientsPerHour, seconds: hour },
  { times: sql`5 * ${recipientsPerHour}`, seconds: day },
];

/** Protects the invited user against invitations from many distributors. */
export const invitationsTo = (userId: number) =>
  rateLimit("invitations to", String(userId), perAccount);
export const invitationsBy = (userId: number) =>
  rateLimit("invitations by", String(userId), perWriter);

/** All messages that one IP prefix causes. */
export const messagesFrom = (ip: string) => rateLimitOfClient("messages from", ip, perClient);
export const phoneChecksFrom = (ip: string) =>
  rateLimitOfClient("phone checks from", ip, perClient);
export const wrongCodesFrom = (ip: string) => rateLimitOfClient("wrong codes from", ip, perClient);

/** Each check may cost money, so there is a limit over all clients. */
export const phoneChecks: RateLimit = {
  key: "phone checks",
  limits: [{ times: 3000, seconds: hour }],
};

export const contactMessagesFrom = (ip: string) => rateLimitOfClient("contact from", ip, perWriter);
export const stockAlertsFrom = (ip: string) =>
  rateLimitOfClient("stock alerts from", ip, perWriter);

/** As many as a mail service stops for its people in an hour. */
export const reminderStopsFrom = (ip: string) =>
  rateLimitOfClient("reminder stops from", ip, perClient);

/**
 * Wrong codes over all accounts and clients, for each purpose. An attacker who tries a few codes for each of ten thousand
 * accounts stays below every other limit. Beyond this one, codes of the purpose also need a hard captcha from every caller,
 * and after ten times as many wrong codes none works for a while. Passwords and emailed links are not affected.
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
  ...limits: readonly (AnyRateLimit | Promise<AnyRateLimit>)[]
): Promise<void> {
  for (const each of limits)
    if (!(await consume(db, await each, now()))) throw new DomainError("access.too-many-tries");
}

/** Keyed by the IP prefix of the client. */
export async function rateLimitOfClient<Times>(
  what: string,
  ip: string,
  limits: readonly Limit<Times>[],
): Promise<RateLimit<Times>> {
  return rateLimit(what, clientIpPrefix(ip), limits);
}

async function rateLimit<Times>(
  what: string,
  who: string,
  limits: readonly Limit<Times>[],
): Promise<RateLimit<Times>> {
  return { key: `${what} ${await digestOf(who)}`, limits };
}

/** At most `times` uses in a sliding window. Of several limits all apply. */
export type Limit<Times = number> = Readonly<{ times: Times; seconds: number }>;
/** `key` holds no personal data in clear. */
export type RateLimit<Times = number> = Readonly<{ key: string; limits: readonly Limit<Times>[] }>;
/** Its numbers may be read from a setting by the statement that takes a use. */
export type AnyRateLimit = RateLimit<number | RawBuilder<number>>;

type Uses = Readonly<{ isHurried?: boolean; count?: number }>;

/**
 * Takes one use, or `count` of them, in one statement, so that concurrent calls are all counted. Stored in the database, so
 * that it applies across processes and restarts.
 *
 * @param uses.isHurried commits without waiting for the disk; a crash of the database may lose the last uses
 * @returns false where the limit is reached; then the call is not counted
 */
export async function consume(
  db: Database,
  limit: AnyRateLimit,
  now: string,
  uses: Uses = {},
): Promise<boolean> {
  const { count = 1 } = uses;
  if (limit.limits.some(({ times }) => typeof times === "number" && times < count)) return false;
  const { rows } = await consuming(limit, now, uses).execute(db);
  return rows.length > 0;
}

/** `consume` as a part of another statement: returns one row, or none where the limit is reached. */
export function consuming(
  { key, limits }: AnyRateLimit,
  now: string,
  { isHurried = false, count = 1 }: Uses = {},
): RawBuilder<unknown> {
  const longest = Math.max(...limits.map(({ seconds }) => seconds));
  return sql`
    insert into rate_limit (key, used_at)
    select ${key}::text, array_fill(${now}::timestamptz, array[${count}::integer])
    ${isHurried ? sql`from set_config('synchronous_commit', 'off', true)` : sql``}
    on conflict (key) do update set used_at = array(
        select used from unnest(rate_limit.used_at) used where ${isWithin(now, longest)}
      ) || excluded.used_at
    where ${isLeft(limits, now, count)}
    returning key
  `;
}

/** Returns `count` of the uses that were taken at that instant. */
export async function giveBack(
  db: Database,
  { key }: Pick<RateLimit, "key">,
  takenAt: string,
  count = 1,
): Promise<void> {
  const isOne = sql`used = ${takenAt}::timestamptz and nth <= ${count}::integer`;
  // A row without uses is not kept.
  await sql`
    with rest as (
      select key, array(
        select used from (
          select used, place, row_number() over (partition by used order by place) as nth
          from unnest(used_at) with ordinality one (used, place)
        ) numbered where not (${isOne}) order by place
      ) as used_at from rate_limit where key = ${key} for update
    ), gone as (
      delete from rate_limit using rest
      where rate_limit.key = rest.key and cardinality(rest.used_at) = 0
    )
    update rate_limit set used_at = rest.used_at from rest
    where rate_limit.key = rest.key and cardinality(rest.used_at) > 0`.execute(db);
}

/** Whether a use is left, without taking it. */
export async function hasLeft(db: Database, limit: RateLimit, now: string): Promise<boolean> {
  return (await secondsUntilLeft(db, limit, now)) === 0;
}

/** 0 where a use is left now. */
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
  const newestFirst = (row?.usedAt ?? [])
    .map((at) => Date.parse(at))
    .filter((at) => at <= Date.parse(now) + clockDriftMaxMs)
    .toSorted((a, b) => b - a);
  const waits = limits.map(({ times, seconds }) => {
    const blocking = newestFirst[times - 1];
    return blocking === undefined ? 0 : (blocking - Date.parse(now)) / 1000 + seconds;
  });
  return Math.max(0, ...waits);
}

export async function purgeOldRateLimits(db: Database, before: string): Promise<void> {
  await inBatches(db, "rate_limit", sql`used_at[cardinality(used_at)] < ${before}`);
}

function isLeft(limits: AnyRateLimit["limits"], now: string, count: number) {
  const each = limits.map(
    ({ times, seconds }) => sql`
      (select count(*) from unnest(rate_limit.used_at) used where ${isWithin(now, seconds)})
        + ${count}::integer <= ${times}::integer`,
  );
  return sql.join(each, sql` and `);
}

/** Uses of the future were counted while a clock was wrong; they would block until then. */
function isWithin(now: string, seconds: number) {
  return sql`used > ${instantAt(now, -seconds * 1000)} and used <= ${instantAt(now, clockDriftMaxMs)}`;
}

function instantAt(now: string, ms: number) {
  return sql`${new Date(Date.parse(now) + ms).toISOString()}::timestamptz`;
}

const daySeconds = 24 * 3600;
const slices = 128;

export type ByteBudget = Readonly<{
  /**
   * @param share of the day's bytes that calls like this one may take, from 0 to 1
   * @returns false where that many bytes are not left
   */
  spend: (bytes: number, share?: number) => Promise<boolean>;
}>;

/**
 * Bytes that may be written in a day, across processes and restarts. A process takes a slice at a time, so that not every
 * row costs a statement.
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

/** An IPv4 address as it is; the /64 prefix of an IPv6 address, because a client usually has all addresses in it. */
export function clientIpPrefix(ip: string): string {
  const [address = ip] = ip.split("%");
  if (!isIPv6(address)) return ip;
  const parsed = ipaddr.IPv6.parse(address);
  // A dual-stack socket reports IPv4 clients as ::ffff:192.0.2.1, which must not share one prefix.
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}
