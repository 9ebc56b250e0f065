import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { SetUpBy } from "@portal/shared/people/factors.ts";
import { officeRoles } from "@portal/shared/platform/roles.ts";
import {
  signedInColumns,
  type SignedInRow,
  signedInUserFrom,
} from "../../platform/access/signed-in.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { HandedOver, ListedSession, Sessions, StartedSession } from "./sessions.ts";

declare module "lucia" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the library merges with an interface
  interface Register {
    UserId: number;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: SignedInRow;
    Lucia: Lucia<SessionAttributes, SignedInRow>;
  }
}

export type SessionOptions = Readonly<{
  days: number;
  secureCookie: boolean;
  /** Shared by shop and office, so that one sign-in is valid on both; null if each host has its own. */
  domain?: string | null;
  now?: () => string;
}>;

/**
 * Lucia is no longer developed, so only this file uses it. The browser has a random token, the database its SHA-256 as the
 * session's id, so that a stolen table gives no access.
 */
export function luciaSessions(db: Database, options: SessionOptions): Sessions {
  const { now = () => new Date().toISOString(), domain = null } = options;
  const lucia = luciaOn(db, { ...options, domain, now });
  const started = (token: string): StartedSession => ({
    token,
    cookie: lucia.createSessionCookie(token).serialize(),
  });

  return {
    async start({ userId, device, withPassword, impersonator, handedFrom, ...begun }) {
      const token = newToken();
      const attributes = {
        device,
        handle: null,
        passwordAt: withPassword ? now() : null,
        impersonatorId: impersonator?.id ?? null,
        setAsideId: impersonator ? idOf(impersonator.token) : null,
        handedFromId: handedFrom?.sessionId ?? null,
        lastSeenAt: null,
        factorAt: handedFrom?.factorAt ?? null,
        provedAt: null,
        actedAt: null,
        setUpBy: begun.setUpBy ?? null,
        comesBack: begun.comesBack ?? false,
      };
      await lucia.createSession(userId, attributes, { sessionId: idOf(token) });
      if (!impersonator) await markUserSeen(db, userId, now());
      return started(token);
    },
    tokenOf({ authorization, cookie }) {
      return (
        (authorization === undefined ? null : lucia.readBearerToken(authorization)) ??
        (cookie === undefined ? null : cookieOf(cookie, lucia.sessionCookieName))
      );
    },
    cookieIn: (header) => cookieOf(header, lucia.sessionCookieName) !== null,
    async find(token, idleSeconds = 0) {
      const { session, user } = await lucia.validateSession(idOf(token));
      if (!session) return null;
      if (idleSeconds !== null)
        await markSessionSeen(db, session, secondsFrom(now(), -idleSeconds));
      const { userId, passwordAt, impersonatorId, factorAt: shownAt, comesBack } = session;
      const { provedAt, actedAt, setUpBy } = session;
      const factor = { shownAt, provedAt, actedAt, setUpBy, comesBack };
      const found = { token, handle: session.handle ?? "", passwordAt, impersonatorId, factor };
      return { userId, session: found, user: signedInUserFrom(userId, user, comesBack) };
    },
    async confirmPassword(token) {
      const confirmed = db.updateTable("session").set({ password_at: now() });
      await confirmed.where("id", "=", idOf(token)).execute();
    },
    async showFactor(token, proof, tx) {
      const at = now();
      const shown = { factor_at: at, set_up_by: null, comes_back: false };
      await (tx ?? db)
        .updateTable("session")
        .set(proof ? { ...shown, proved_at: at, acted_at: at } : shown)
        .where("id", "=", idOf(token))
        .execute();
    },
    async recordAct(token) {
      const acted = db.updateTable("session").set({ acted_at: now() });
      await acted.where("id", "=", idOf(token)).execute();
    },
    async allowSetUp(token, by, tx) {
      const allowed = (tx ?? db).updateTable("session").set({ set_up_by: by });
      await allowed.where("id", "=", idOf(token)).execute();
    },
    async end(token) {
      if (token !== null) await endWithSetAside(db, idOf(token));
      return lucia.createBlankSessionCookie().serialize();
    },
    askForHandOver() {
      const kept = newToken();
      return { kept, told: idOf(kept) };
    },
    async handOver(token, told) {
      const code = newToken();
      await db
        .updateTable("session")
        .set({
          hand_over_hash: idOf(code + told),
          hand_over_until: secondsFrom(now(), handOverSeconds),
        })
        .where("id", "=", idOf(token))
        .where("impersonator_id", "is", null)
        .execute();
      return code;
    },
    takeHandOver: (code, kept) => takeHandOver(db, idOf(code + idOf(kept)), now()),
    async endImpersonation(token) {
      const fresh = newToken();
      const isBack = await returnToSetAside(db, { id: idOf(token), freshId: idOf(fresh) }, now());
      return isBack ? started(fresh) : null;
    },
    list: (userId) => listSessionsOf(db, userId, now()),
    endOne: (userId, handle) => endSessionOf(db, userId, handle),
    endAll: (userId, exceptToken = null, tx) =>
      endSessionsOf(tx ?? db, userId, exceptToken === null ? null : idOf(exceptToken)),
    purgeExpired: () => lucia.deleteExpiredSessions(),
  };
}

function luciaOn(db: Database, { days, secureCookie, domain, now }: Required<SessionOptions>) {
  return new Lucia(sessionAdapter(db, { days, now }), {
    sessionExpiresIn: new TimeSpan(Math.min(days, idleDaysMax), "d"),
    sessionCookie: {
      // With the prefix browsers refuse the cookie from a sibling host. It requires https, and __Host also no domain.
      name: secureCookie ? `${domain === null ? "__Host" : "__Secure"}-session` : "session",
      expires: false, // the row expires; the cookie only has to outlive it
      attributes: {
        secure: secureCookie,
        sameSite: "lax",
        path: "/",
        ...(domain !== null && { domain }),
      },
    },
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
}

function idOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** A token is base64url, so the cookie's value needs no decoding. */
function cookieOf(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value !== undefined && value !== "") return value;
  }
  return null;
}

type SessionAttributes = {
  device: string;
  /** The database generates it. */
  handle: string | null;
  passwordAt: string | null;
  impersonatorId: number | null;
  setAsideId: string | null;
  handedFromId: string | null;
  /** Null for a new session. */
  lastSeenAt: string | null;
  factorAt: string | null;
  provedAt: string | null;
  actedAt: string | null;
  setUpBy: SetUpBy | null;
  comesBack: boolean;
};

type SessionClock = Readonly<{ days: number; now: () => string }>;
const idleDaysMax = 10;
/** Shorter for the office, because a screen that is left unattended gives access to everything. */
const officeIdleMinutes = 30;
const columns = [
  "session.id",
  "session.user_id as userId",
  "session.expires_at as expiresAt",
  "session.handle",
  "session.device",
  "session.password_at as passwordAt",
  "session.impersonator_id as impersonatorId",
  "session.set_aside_id as setAsideId",
  "session.handed_from_id as handedFromId",
  "session.last_seen_at as lastSeenAt",
  "session.factor_at as factorAt",
  "session.proved_at as provedAt",
  "session.acted_at as actedAt",
  "session.set_up_by as setUpBy",
  "session.comes_back as comesBack",
] as const;

/** Sessions on our own connection, whose instants are ISO text; Lucia uses dates. */
function sessionAdapter(db: Database, { days, now }: SessionClock): Adapter {
  const remove = () => db.deleteFrom("session");
  return {
    async getSessionAndUser(id) {
      const row = await db
        .selectFrom("session")
        .innerJoin("account", "account.id", "session.user_id")
        .leftJoin("projection.member as member", "member.user_id", "account.id")
        .select(columns)
        .select(signedInColumns)
        .where("session.id", "=", id)
        .where("session.created_at", ">", secondsFrom(now(), -days * 24 * 3600))
        .where(
          sql<boolean>`(account.role not in (${sql.join(officeRoles)}) and session.impersonator_id is null
            or session.last_seen_at > ${secondsFrom(now(), -officeIdleMinutes * 60)})`,
        )
        .executeTakeFirst();
      return row ? [sessionFrom(row), { id: row.userId, attributes: row }] : [null, null];
    },
    async getUserSessions(userId) {
      const ofUser = db.selectFrom("session").select(columns).where("user_id", "=", userId);
      return (await ofUser.execute()).map(sessionFrom);
    },
    setSession: (session) => insertSession(db, session, now()),
    async updateSessionExpiration(id, expiresAt) {
      const later = db.updateTable("session").set({ expires_at: expiresAt.toISOString() });
      await later.where("id", "=", id).execute();
    },
    async deleteSession(id) {
      await remove().where("id", "=", id).execute();
    },
    async deleteUserSessions(userId) {
      await remove().where("user_id", "=", userId).execute();
    },
    async deleteExpiredSessions() {
      await remove().where("expires_at", "<=", now()).execute();
    },
  };
}

function secondsFrom(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

async function insertSession(
  db: Database,
  { id, userId, expiresAt, attributes }: DatabaseSession,
  now: string,
): Promise<void> {
  await db
    .insertInto("session")
    .values({
      id,
      user_id: userId,
      expires_at: expiresAt.toISOString(),
      created_at: now,
      last_seen_at: now,
      device: attributes.device,
      password_at: attributes.passwordAt,
      impersonator_id: attributes.impersonatorId,
      set_aside_id: attributes.setAsideId,
      handed_from_id: attributes.handedFromId,
      factor_at: attributes.factorAt,
      set_up_by: attributes.setUpBy,
      comes_back: attributes.comesBack,
    })
    .execute();
}

type Row = SessionAttributes & { id: string; userId: number; expiresAt: string };

function sessionFrom({ id, userId, expiresAt, ...attributes }: Row): DatabaseSession {
  return { id, userId, expiresAt: new Date(expiresAt), attributes };
}

/** Written once a minute rather than with every request. */
const seenEverySeconds = 60;

/**
 * Extends a session to when its user was last active, and records that; of concurrent requests only one writes. An admin who
 * impersonates the user does not count as the user's activity.
 */
async function markSessionSeen(
  db: Database,
  { id, lastSeenAt }: Readonly<{ id: string; lastSeenAt: string | null }>,
  at: string,
): Promise<void> {
  const due = secondsFrom(at, -seenEverySeconds);
  if (lastSeenAt === null || Date.parse(lastSeenAt) >= Date.parse(due)) return;
  const seen = await db
    .updateTable("session")
    .set({ last_seen_at: at, expires_at: secondsFrom(at, idleDaysMax * 24 * 3600) })
    .where("id", "=", id)
    .where("last_seen_at", "<", due)
    .returning(["user_id", "impersonator_id"])
    .executeTakeFirst();
  if (seen?.impersonator_id === null) await markUserSeen(db, seen.user_id, at);
}

async function markUserSeen(db: Database, id: number, now: string): Promise<void> {
  await db.updateTable("account").set({ last_seen_at: now }).where("id", "=", id).execute();
}

/** Enough to load two pages on a slow connection. */
const handOverSeconds = 60;

/** The code is used up in one statement: of two concurrent requests only one succeeds. */
async function takeHandOver(db: Database, hash: string, now: string): Promise<HandedOver | null> {
  const taken = await db
    .updateTable("session")
    .set({ hand_over_hash: null, hand_over_until: null })
    .where("hand_over_hash", "=", hash)
    .where("hand_over_until", ">", now)
    .where("expires_at", ">", now)
    .returning(["id as sessionId", "user_id as userId", "factor_at as factorAt"])
    .executeTakeFirst();
  return taken ?? null;
}

/**
 * Signing out while impersonating also ends the admin's own session; signing out on one host also ends the session on the
 * other host that this one was handed over from.
 */
async function endWithSetAside(db: Database, id: string): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session where id = ${id}
      union select set_aside_id from session where id = ${id}
      union select handed_from_id from session where id = ${id})
  `.execute(db);
}

/** In one statement: the admin's session continues under the new id, and all impersonations that began in it end. */
async function returnToSetAside(
  db: Database,
  { id, freshId }: Readonly<{ id: string; freshId: string }>,
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    with impersonation as (
      delete from session
      where set_aside_id = (select set_aside_id from session where id = ${id})
      returning set_aside_id)
    update session set id = ${freshId}, last_seen_at = ${now},
      password_at = null, proved_at = null, acted_at = null
    where id = (select min(set_aside_id) from impersonation) and expires_at > ${now}
    returning id
  `.execute(db);
  return rows.length > 0;
}

async function listSessionsOf(
  db: Database,
  userId: number,
  now: string,
): Promise<readonly ListedSession[]> {
  return db
    .selectFrom("session")
    .select(["handle", "device", "created_at as startedAt", "last_seen_at as lastSeenAt"])
    .where("user_id", "=", userId)
    .where("impersonator_id", "is", null)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .limit(100)
    .execute();
}

async function endSessionOf(db: Database, userId: number, handle: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("session")
    .where("user_id", "=", userId)
    .where("handle", "=", handle)
    .where("impersonator_id", "is", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function endSessionsOf(
  db: Database | Tx,
  userId: number,
  exceptId: string | null,
): Promise<void> {
  let ended = db.deleteFrom("session").where("user_id", "=", userId);
  if (exceptId !== null) ended = ended.where("id", "<>", exceptId);
  await ended.execute();
}
