import { readStored, writeStored } from "./store.ts";

const key = "last-request-at";
let here = Date.now();

/** Each call keeps the session alive, in whichever tab it is made. */
export function rememberRequest(): void {
  here = Date.now();
  writeStored("localStorage", key, String(here));
}

/**
 * When any tab of this browser last called the server, in milliseconds since 1970; where storage is not allowed, when
 * this tab did.
 */
export function lastRequestAt(): number {
  return Math.max(here, Number(readStored("localStorage", key)) || 0);
}
