const key = "typed-recipient-1";

/** An unfinished form: the id of the edited recipient, null for a new one, and the typed values. */
export type KeptRecipient = Readonly<{ id: number | null; form: unknown }>;

/** Kept until the dialog is closed, because a phone that runs out of memory may reload the page. */
export function keepRecipient(typed: KeptRecipient): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // Storage is full or blocked: the form then does not survive a reload.
  }
}

export function keptRecipient(): KeptRecipient | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function forgetRecipient(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
