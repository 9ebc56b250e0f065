import { createStore, readStored, writeStored } from "./store.ts";

/** What this browser may store: only what the shop needs, or also the advertisement that the visitor came from. */
export type CookieChoice = "all" | "needed";

const key = "cookie-choice-1";
const store = createStore<CookieChoice | null>(() => {
  const value = readStored("localStorage", key);
  return value === "all" || value === "needed" ? value : null;
}, null);

/** Null until the visitor has chosen; until then only what is needed is stored. */
export const useCookieChoice = store.useValue;
export const cookieChoice = store.get;

export function chooseCookies(choice: CookieChoice): void {
  writeStored("localStorage", key, choice);
  store.set(choice);
}
