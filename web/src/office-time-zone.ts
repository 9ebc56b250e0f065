import { shop } from "./config.ts";

let zone: string = shop.timeZone;
const watchers = new Set<() => void>();

/** Days and times are shown as they are at the office, whatever the device says. */
export function officeTimeZone(): string {
  return zone;
}

/** What the server says of it. */
export function setOfficeTimeZone(told: string): void {
  if (told === zone) return;
  zone = told;
  for (const notify of watchers) notify();
}

/** For `useSyncExternalStore`. */
export function watchOfficeTimeZone(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
