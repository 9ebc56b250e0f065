import { createHash, randomBytes } from "node:crypto";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { Database } from "../../db/database.ts";
import type { Sessions } from "./sessions.ts";

declare module "lucia" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the library merges with an interface
  interface Register {
    UserId: number;
  }
}

export type SessionOptions = Readonly<{ days: number; secureCookie: boolean }>;

/**
 * Lucia is no longer developed, so this one file names it. The browser holds a random token; the
 * database holds its SHA-256 as the session's id, so that a stolen table signs nobody in.
 */
export function luciaSessions(db: Database, { days, secureCookie }: SessionOptions): Sessions {
  const lucia = new Lucia(tableAdapter(db), {
    sessionExpiresIn: new TimeSpan(days, "d"),
    sessionCookie: {
      // The prefix makes browsers refuse the cookie from a neighbouring host; it needs https.
      name: secureCookie ? "__Host-session" : "session",
      expires: false, // the row decides how long, the cookie only has to outlive it
      attributes: { secure: secureCookie, sameSite: "lax", path: "/" },
    },
  });

  return {
    async start(userId) {
      const token = randomBytes(32).toString("base64url");
      await lucia.createSession(userId, {}, { sessionId: idOf(token) });
      return { token, cookie: lucia.createSessionCookie(token).serialize() };
    },
    tokenOf({ authorization, cookie }) {
      return (
        (authorization === undefined ? null : lucia.readBearerToken(authorization)) ??
        (cookie === undefined ? null : cookieOf(cookie, lucia.sessionCookieName))
      );
    },
    cookieIn: (header) => cookieOf(header, lucia.sessionCookieName) !== null,
    async userIdOf(token) {
      const { user } = await lucia.validateSession(idOf(token));
      return user?.id ?? null;
    },
    async end(token) {
      if (token !== null) await lucia.invalidateSession(idOf(token));
      return lucia.createBlankSessionCookie().serialize();
    },
    forgetExpired: () => lucia.deleteExpiredSessions(),
  };
}

function idOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** A token is base64url, so nothing has to be decoded and nothing can be malformed. */
function cookieOf(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value !== undefined && value !== "") return value;
  }
  return null;
}

/** On our own connection, whose instants are ISO text; Lucia wants dates. */
function tableAdapter(db: Database): Adapter {
  return {
    async getSessionAndUser(id) {
      const row = await db
        .selectFrom("session")
        .select(["id", "user_id", "expires_at"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? [sessionFrom(row), { id: row.user_id, attributes: {} }] : [null, null];
    },
    async getUserSessions(userId) {
      const rows = await db
        .selectFrom("session")
        .select(["id", "user_id", "expires_at"])
        .where("user_id", "=", userId)
        .execute();
      return rows.map(sessionFrom);
    },
    async setSession({ id, userId, expiresAt }) {
      await db
        .insertInto("session")
        .values({ id, user_id: userId, expires_at: expiresAt.toISOString() })
        .execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      await db
        .updateTable("session")
        .set({ expires_at: expiresAt.toISOString() })
        .where("id", "=", id)
        .execute();
    },
    async deleteSession(id) {
      await db.deleteFrom("session").where("id", "=", id).execute();
    },
    async deleteUserSessions(userId) {
      await db.deleteFrom("session").where("user_id", "=", userId).execute();
    },
    async deleteExpiredSessions() {
      await db.deleteFrom("session").where("expires_at", "<=", new Date().toISOString()).execute();
    },
  };
}

function sessionFrom(row: { id: string; user_id: number; expires_at: string }): DatabaseSession {
  return {
    id: row.id,
    userId: row.user_id,
    expiresAt: new Date(row.expires_at),
    attributes: {},
  };
}
