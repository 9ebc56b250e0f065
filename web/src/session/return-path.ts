/**
 * Where to go after signing in. Only a path of this site is taken: a link that someone was sent must
 * not lead from our sign-in to a stranger's page.
 */
export function safeReturnPath(value: string | null): string | null {
  if (!value?.startsWith("/")) return null;
  // Browsers read "/\" and "//" as another host, and drop tabs and line ends before they look.
  const isElsewhere = /^\/[\\/]/.test(value.replace(/[\t\n\r]/g, ""));
  return isElsewhere ? null : value;
}

export function signInPath(returnPath: string): string {
  const safe = safeReturnPath(returnPath);
  return safe && safe !== "/" ? `/login?return=${encodeURIComponent(safe)}` : "/login";
}

/** Old links say `/#/login`: what follows the hash is the path. */
export function pathFromHash(hash: string): string | null {
  return hash.startsWith("#/") ? safeReturnPath(hash.slice(1)) : null;
}
