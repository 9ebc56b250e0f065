import { useSyncExternalStore } from "react";

/** What a browser may be told to remember: only what the shop needs, or also where its visitor came from. */
export type CookieChoice = "all" | "needed";

const key = "cookie-choice-1";
let current: CookieChoice | null | undefined;
const watchers = new Set<() => void>();

/** Null until somebody has chosen; nothing but what is needed is kept before. */
export function useCookieChoice(): CookieChoice | null {
  return useSyncExternalStore(watch, cookieChoice, () => null);
}

export function cookieChoice(): CookieChoice | null {
  if (current === undefined) current = stored();
  return current;
}

export function chooseCookies(choice: CookieChoice): void {
  current = choice;
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Storage is full or forbidden: it is asked again on the next visit.
  }
  for (const onChange of watchers) onChange();
}

function stored(): CookieChoice | null {
  try {
    const value = localStorage.getItem(key);
    return value === "all" || value === "needed" ? value : null;
  } catch {
    return null;
  }
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
