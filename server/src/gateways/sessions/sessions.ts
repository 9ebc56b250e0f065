import type { SetUpBy } from "@portal/shared/people/factors.ts";
import type { UserId } from "@portal/shared/platform/ids.ts";
import type { LiveSession, SignedInUser } from "../../platform/access/signed-in.ts";
import type { Tx } from "../../platform/db/database.ts";

/** The result of signing in: a cookie for a browser, a token for other programs. */
export type StartedSession = Readonly<{ token: string; cookie: string }>;

export type SessionStart = Readonly<{
  userId: UserId;
  device: string;
  /** Whether the user has just typed the password. */
  withPassword: boolean;
  /** The admin who impersonates the user, with the admin's own session, which continues afterwards. */
  impersonator?: Readonly<{ id: UserId; token: string }>;
  /** The session of the other host that this one was handed over from, and ends with. */
  handedFrom?: HandedOver;
  /** Why a factor may be set up in it without showing one. */
  setUpBy?: SetUpBy | null;
  /** Begun by a mailed link. */
  comesBack?: boolean;
}>;

/** For signing in on this host by the session on the other host: a secret that the browser keeps, and its hash for the other host. */
export type HandOverRequest = Readonly<{ kept: string; told: string }>;
export type HandedOver = Readonly<{ userId: UserId; sessionId: string; factorAt: string | null }>;

/** One row of "Where you are signed in". */
export type ListedSession = Readonly<{
  handle: string;
  device: string;
  startedAt: string;
  lastSeenAt: string;
}>;

type FoundSession = Readonly<{
  userId: UserId;
  session: LiveSession;
  user: SignedInUser | null;
}>;

export type Sessions = Readonly<{
  start: (start: SessionStart) => Promise<StartedSession>;
  /** The token of a request, from the bearer header or else the cookie. */
  tokenOf: (
    headers: Readonly<{ cookie?: string | undefined; authorization?: string | undefined }>,
  ) => string | null;
  /** Whether there is a session cookie, which a browser sends with forged requests as well. */
  cookieIn: (cookieHeader: string) => boolean;
  /**
   * Null for a session that has ended, was idle too long or is too old. The user is null where the account is deleted or
   * locked. Both are read from the database for every request, so that a revoked right ends with the next one.
   *
   * @param idleSeconds since the user last did something, by default 0; null does not extend the session
   */
  find: (token: string, idleSeconds?: number | null) => Promise<FoundSession | null>;
  /** Records that the password was typed again. */
  confirmPassword: (token: string) => Promise<void>;
  /** Records that the second factor was shown; `proof` where it counts for acts that ask for it again. */
  showFactor: (token: string, proof: boolean, tx?: Tx) => Promise<void>;
  /** Records an act that asked for recent authentication. */
  recordAct: (token: string) => Promise<void>;
  /** Lets the session set up a factor without showing one. */
  allowSetUp: (token: string, by: SetUpBy, tx?: Tx) => Promise<void>;
  /** Deletes the session; returns the `Set-Cookie` value that removes it from the browser. */
  end: (token: string | null) => Promise<string>;
  askForHandOver: () => HandOverRequest;
  /** A code that signs in the browser whose hash was sent, once, within a minute. */
  handOver: (token: string, told: string) => Promise<string>;
  /** Null for a code that is another browser's, used or expired, or whose session has ended. */
  takeHandOver: (code: string, kept: string) => Promise<HandedOver | null>;
  /** Returns to the admin's own session, under a new token and without recent authentication; null if it has ended. */
  endImpersonation: (token: string) => Promise<StartedSession | null>;
  /** The user's own sessions, without impersonations. */
  list: (userId: UserId) => Promise<readonly ListedSession[]>;
  endOne: (userId: UserId, handle: string) => Promise<boolean>;
  /**
   * Ends all sessions of a user except the given one, in the transaction if there is one. Ending an admin's session also
   * ends the impersonations that began in it.
   */
  endAll: (userId: UserId, exceptToken?: string | null, tx?: Tx) => Promise<void>;
  /** Deletes expired sessions. */
  purgeExpired: () => Promise<void>;
}>;

/**
 * The domain that shop and office share, if one of them is the other's parent: `shop.co.za` for `www.shop.co.za` and
 * `office.shop.co.za`. Siblings like `a.example.com` and `b.example.com` share none: only the public suffix list could
 * tell whether their parent belongs to others too.
 *
 * @returns null if each host has its own sign-in
 */
export function sharedDomain(shopUrl: string, officeUrl: string): string | null {
  const [shop, office] = [hostOf(shopUrl), hostOf(officeUrl)];
  if (new URL(shopUrl).hostname === new URL(officeUrl).hostname) return null;
  if (!isDomain(shop) || !isDomain(office)) return null;
  if (office.endsWith(`.${shop}`) || office === shop) return shop;
  return shop.endsWith(`.${office}`) ? office : null;
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

/** A cookie cannot be set for `localhost` or for an IP address. */
function isDomain(host: string): boolean {
  return host.includes(".") && !/^[\d.]+$/.test(host) && !host.includes(":");
}
