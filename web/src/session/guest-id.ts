import { newId } from "../api/new-id.ts";
import { createPersonalStore, readStored, writeStored } from "./store.ts";

const key = "guest-id";
const made = createPersonalStore(() => readStored("sessionStorage", key), null);

/**
 * The id under which a guest's recipients are stored. It lives as long as the tab, or until somebody signs in or
 * out there: the next person at a shared machine must not find the addresses of the one before.
 */
export function guestId(): string {
  const known = made.get();
  if (known) return known;
  const id = newId();
  writeStored("sessionStorage", key, id);
  made.set(id);
  return id;
}
