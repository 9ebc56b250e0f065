import { readStored, writeStored } from "../../../session/store.ts";

const key = "typed-recipient-1";

/** An unfinished form: the id of the edited recipient, null for a new one, and the typed values. */
export type KeptRecipient = Readonly<{ id: number | null; form: unknown }>;

/** Kept until the dialog is closed, because a phone that runs out of memory may reload the page. Null forgets it. */
export function keepRecipient(typed: KeptRecipient | null): void {
  writeStored("sessionStorage", key, typed && JSON.stringify(typed));
}

export function keptRecipient(): KeptRecipient | null {
  try {
    return JSON.parse(readStored("sessionStorage", key) ?? "null");
  } catch {
    return null;
  }
}
