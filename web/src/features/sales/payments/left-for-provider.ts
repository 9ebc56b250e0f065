const key = "left-for-card-provider";

/** This browser goes to the card provider, and may come back without having paid. */
export function rememberLeaving(uuid: string): void {
  try {
    sessionStorage.setItem(key, uuid);
  } catch {
    // Without a memory nobody is told anything.
  }
}

/** Whether it is back from there for this order; asked once, since a reload is no second return. */
export function takeReturn(uuid: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== uuid) return false;
    sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
