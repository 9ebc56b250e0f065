/** Set when a sign-in code is asked for: only the browser that asked can use the code. */
export const codeRequestCookieName = "code-request";

/** For as long as a code lives. */
const codeRequestSeconds = 600;

export function codeRequestCookie(
  requestId: string,
  { publicUrl }: Readonly<{ publicUrl: string }>,
): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${codeRequestCookieName}=${requestId}; HttpOnly; Max-Age=${codeRequestSeconds}; Path=/; SameSite=Lax${secure}`;
}

/** Set while a browser asks the other host to sign it in here: only that browser can use the answer. */
export const handOverCookieName = "hand-over";

const handOverSeconds = 300;

export function handOverCookie(
  kept: string,
  { publicUrl }: Readonly<{ publicUrl: string }>,
): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${handOverCookieName}=${kept}; HttpOnly; Max-Age=${handOverSeconds}; Path=/; SameSite=Lax${secure}`;
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

/** "Chrome on Android": enough to recognise one's own phone by, and no more kept than that. */
export function deviceFrom(userAgent: string | undefined): string {
  const named = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser === undefined) return system ?? "A program";
  return system === undefined ? browser : `${browser} on ${system}`;
}
