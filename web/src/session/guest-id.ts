import { newId } from "../api/new-id.ts";

const key = "guest-id";
let made: string | null = null;

/**
 * The id under which a guest's recipients are kept. It lives as long as the tab: whoever uses a shared
 * machine next must not find the addresses of whoever used it before.
 */
export function guestId(): string {
  made ??= readStored();
  if (made) return made;
  made = newId();
  try {
    sessionStorage.setItem(key, made);
  } catch {
    // Storage is full or forbidden: the id then lasts as long as the page does.
  }
  return made;
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
