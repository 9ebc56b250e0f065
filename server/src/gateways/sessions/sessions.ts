import type { UserId } from "@portal/shared/platform/ids.ts";
import type { LiveSession } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";

/** What a browser and another program get when somebody signs in. */
export type StartedSession = Readonly<{ token: string; cookie: string }>;

export type SessionStart = Readonly<{
  userId: UserId;
  device: string;
  /** Whether the password was typed just now. */
  withPassword: boolean;
  /** An admin who becomes this user: its own session stays as it is, and is returned to. */
  impersonator?: Readonly<{ id: UserId; token: string }>;
  /** The session of the other host that this one was handed over from, and ends with. */
  handedFrom?: HandedOver;
}>;

/** What a browser that wants to be signed in on this host as on the other keeps, and what it tells the other. */
export type HandOverRequest = Readonly<{ kept: string; told: string }>;
export type HandedOver = Readonly<{ userId: UserId; sessionId: string }>;

/** One row of "Where you are signed in". */
export type ListedSession = Readonly<{
  handle: string;
  device: string;
  startedAt: string;
  lastSeenAt: string;
}>;

/** How people stay signed in, as this product sees it. No other file names the library behind it. */
export type Sessions = Readonly<{
  start: (start: SessionStart) => Promise<StartedSession>;
  /** Reads the token of a request: the bearer header before the cookie. */
  tokenOf: (
    headers: Readonly<{ cookie?: string | undefined; authorization?: string | undefined }>,
  ) => string | null;
  /** Whether the browser sent a session of its own accord, as it does for a forged request too. */
  cookieIn: (cookieHeader: string) => boolean;
  /** Null for a session that ended, was idle too long or is too old; seeing it keeps it alive. */
  find: (token: string) => Promise<Readonly<{ userId: UserId; session: LiveSession }> | null>;
  /** The password was typed again. */
  confirmPassword: (token: string) => Promise<void>;
  /** Forgets the session on the server; answers the `Set-Cookie` value that forgets it in the browser. */
  end: (token: string | null) => Promise<string>;
  askForHandOver: () => HandOverRequest;
  /** The code by which the browser that told this, and no other, is signed in once, within a minute. */
  handOver: (token: string, told: string) => Promise<string>;
  /** Null for a code that is not for this browser, was used, is too old, or whose session ended. */
  takeHandOver: (code: string, kept: string) => Promise<HandedOver | null>;
  /** The admin's own session again, under a new token; null where it ended meanwhile. */
  endImpersonation: (token: string) => Promise<StartedSession | null>;
  /** Those of the person itself; an admin who is this person for a while is not among them. */
  list: (userId: UserId) => Promise<readonly ListedSession[]>;
  endOne: (userId: UserId, handle: string) => Promise<boolean>;
  /**
   * All of a person's, or all but the one that the change was made in; with `tx`, together with that change. An admin's
   * end takes along those in which the admin is somebody else.
   */
  endAll: (userId: UserId, exceptToken?: string | null, tx?: Tx) => Promise<void>;
  /** Takes away the rows that no longer sign anybody in. */
  purgeExpired: () => Promise<void>;
}>;
