/** Set when a sign-in code is requested: only the same browser can use the code. */
export const codeRequestCookieName = "code-request";

/** The lifetime of a code. */
const codeRequestSeconds = 600;

export function codeRequestCookie(requestId: string, site: Site): string {
  return cookie(codeRequestCookieName, requestId, codeRequestSeconds, site);
}

/** Set while a browser requests a session from the other host: only the same browser can use the answer. */
export const handOverCookieName = "hand-over";

const handOverSeconds = 300;

export function handOverCookie(kept: string, site: Site): string {
  return cookie(handOverCookieName, kept, handOverSeconds, site);
}

/** Set with a sign-in, and kept after it: in this browser the account's owner is asked no captcha and never waits. */
export const knownBrowserCookieName = "known-browser";

export function knownBrowserCookie(token: string, days: number, site: Site): string {
  return cookie(knownBrowserCookieName, token, days * 24 * 3600, site);
}

type Site = Readonly<{ publicUrl: string }>;

function cookie(name: string, value: string, seconds: number, { publicUrl }: Site): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; HttpOnly; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
}

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, "iPhone or iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS/, "Mac"],
  [/Linux/, "Linux"],
];
const browsers: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];

/** "Chrome on Android": enough for users to recognise their own phone. Nothing else of the header is stored. */
export function deviceFrom(userAgent: string | undefined): string {
  const named = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser === undefined) return system ?? "A program";
  return system === undefined ? browser : `${browser} on ${system}`;
}
