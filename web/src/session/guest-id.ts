import { newId } from "../api/new-id.ts";
import { readStored, writeStored } from "./store.ts";

const key = "guest-id";
let made: string | null = null;

/**
 * The id under which a guest's recipients are stored. It lives as long as the tab: the next person at a shared machine
 * must not find the addresses of the one before.
 */
export function guestId(): string {
  made ??= readStored("sessionStorage", key);
  if (made) return made;
  made = newId();
  writeStored("sessionStorage", key, made);
  return made;
}
