const key = "typed-recipient-1";

/** A recipient that is half typed: whose, null for a new one, and what stands in the form. */
export type KeptRecipient = Readonly<{ id: number | null; form: unknown }>;

/** Until the dialog is closed: the page may be loaded again meanwhile, by a phone that needed the memory. */
export function keepRecipient(typed: KeptRecipient): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // Storage is full or forbidden: it then lasts as long as the page does.
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
    // Nothing was kept either.
  }
}
