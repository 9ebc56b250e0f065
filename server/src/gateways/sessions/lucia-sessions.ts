import { createHash, randomBytes } from "node:crypto";
import { Lucia, TimeSpan } from "lucia";
import type { Database } from "../../platform/db/database.ts";
import {
  confirmSessionPassword,
  endSessionOf,
  endSessionsOf,
  endWithSetAside,
  listSessionsOf,
  returnToSetAside,
  seePerson,
  seeSession,
} from "./session.store.ts";
import { idleDaysMax, type SessionAttributes, sessionAdapter } from "./session-adapter.ts";
import type { Sessions, StartedSession } from "./sessions.ts";

declare module "lucia" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the library merges with an interface
  interface Register {
    UserId: number;
    DatabaseSessionAttributes: SessionAttributes;
    Lucia: Lucia<SessionAttributes>;
  }
}

export type SessionOptions = Readonly<{ days: number; secureCookie: boolean; now?: () => string }>;

/**
 * Lucia is no longer developed, so this one file names it. The browser holds a random token; the
 * database holds its SHA-256 as the session's id, so that a stolen table signs nobody in.
 */
export function luciaSessions(db: Database, options: SessionOptions): Sessions {
  const { now = () => new Date().toISOString() } = options;
  const lucia = luciaOn(db, { ...options, now });
  const started = (token: string): StartedSession => ({
    token,
    cookie: lucia.createSessionCookie(token).serialize(),
  });

  return {
    async start({ userId, device, withPassword, impersonator }) {
      const token = newToken();
      const attributes = {
        device,
        handle: null,
        passwordAt: withPassword ? now() : null,
        impersonatorId: impersonator?.id ?? null,
        setAsideId: impersonator ? idOf(impersonator.token) : null,
        lastSeenAt: null,
      };
      await lucia.createSession(userId, attributes, { sessionId: idOf(token) });
      if (!impersonator) await seePerson(db, userId, now());
      return started(token);
    },
    tokenOf({ authorization, cookie }) {
      return (
        (authorization === undefined ? null : lucia.readBearerToken(authorization)) ??
        (cookie === undefined ? null : cookieOf(cookie, lucia.sessionCookieName))
      );
    },
    cookieIn: (header) => cookieOf(header, lucia.sessionCookieName) !== null,
    async find(token) {
      const { session } = await lucia.validateSession(idOf(token));
      if (!session) return null;
      await seeSession(db, session, now());
      const { userId, handle, passwordAt, impersonatorId } = session;
      return { userId, session: { token, handle: handle ?? "", passwordAt, impersonatorId } };
    },
    confirmPassword: (token) => confirmSessionPassword(db, idOf(token), now()),
    async end(token) {
      if (token !== null) await endWithSetAside(db, idOf(token));
      return lucia.createBlankSessionCookie().serialize();
    },
    async endImpersonation(token) {
      const fresh = newToken();
      const isBack = await returnToSetAside(db, { id: idOf(token), freshId: idOf(fresh) }, now());
      return isBack ? started(fresh) : null;
    },
    list: (userId) => listSessionsOf(db, userId, now()),
    endOne: (userId, handle) => endSessionOf(db, userId, handle),
    endAll: (userId, exceptToken = null, tx) =>
      endSessionsOf(tx ?? db, userId, exceptToken === null ? null : idOf(exceptToken)),
    forgetExpired: () => lucia.deleteExpiredSessions(),
  };
}

function luciaOn(db: Database, { days, secureCookie, now }: Required<SessionOptions>) {
  return new Lucia(sessionAdapter(db, { days, now }), {
    sessionExpiresIn: new TimeSpan(Math.min(days, idleDaysMax), "d"),
    sessionCookie: {
      // The prefix makes browsers refuse the cookie from a neighbouring host; it needs https.
      name: secureCookie ? "__Host-session" : "session",
      expires: false, // the row decides how long, the cookie only has to outlive it
      attributes: { secure: secureCookie, sameSite: "lax", path: "/" },
    },
    getSessionAttributes: (attributes) => attributes,
  });
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
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
