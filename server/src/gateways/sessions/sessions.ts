import type { UserId } from "@portal/shared/ids.ts";

/** What a browser and another program get when somebody signs in. */
export type StartedSession = Readonly<{ token: string; cookie: string }>;

/** How people stay signed in, as this product sees it. No other file names the library behind it. */
export type Sessions = Readonly<{
  start: (userId: UserId) => Promise<StartedSession>;
  /** Reads the token of a request: the bearer header before the cookie. */
  tokenOf: (
    headers: Readonly<{ cookie?: string | undefined; authorization?: string | undefined }>,
  ) => string | null;
  /** Whether the browser sent a session of its own accord, as it does for a forged request too. */
  cookieIn: (cookieHeader: string) => boolean;
  userIdOf: (token: string) => Promise<UserId | null>;
  /** Forgets the session on the server; answers the `Set-Cookie` value that forgets it in the browser. */
  end: (token: string | null) => Promise<string>;
  /** Takes away the rows that no longer sign anybody in. */
  forgetExpired: () => Promise<void>;
}>;
