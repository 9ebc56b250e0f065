import { useSyncExternalStore } from "react";

/** Who buys without an account, as it is typed. */
export type TypedBuyer = Readonly<
  Record<"firstName" | "lastName" | "email" | "cellNumber", string>
>;
export type GuestBuyerDraft = Readonly<{
  /** Whether the only recipient is the buyer; null until somebody says. */
  isRecipient: boolean | null;
  typed: TypedBuyer;
}>;

const nobody: GuestBuyerDraft = {
  isRecipient: null,
  typed: { firstName: "", lastName: "", email: "", cellNumber: "" },
};
const key = "guest-buyer-1";
let current: GuestBuyerDraft | null = null;
const watchers = new Set<() => void>();

/** Kept in this tab beyond the order, as its recipients are: for the next one, and for whoever signs up. */
export function useGuestBuyer(): GuestBuyerDraft {
  return useSyncExternalStore(watch, guestBuyer, () => nobody);
}

export function guestBuyer(): GuestBuyerDraft {
  current ??= stored();
  return current;
}

export function keepGuestBuyer(buyer: GuestBuyerDraft): void {
  current = buyer;
  try {
    sessionStorage.setItem(key, JSON.stringify(buyer));
  } catch {
    // Storage is full or forbidden: it is then known as long as the page is open.
  }
  for (const onChange of watchers) onChange();
}

/** What is stored may be from an older version of this page, or from somebody's console. */
function stored(): GuestBuyerDraft {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (typeof value !== "object" || value === null) return nobody;
    const { isRecipient, typed }: { isRecipient?: unknown; typed?: unknown } = value;
    return {
      isRecipient: typeof isRecipient === "boolean" ? isRecipient : null,
      typed: typedIn(typed),
    };
  } catch {
    return nobody;
  }
}

function typedIn(value: unknown): TypedBuyer {
  if (typeof value !== "object" || value === null) return nobody.typed;
  const given: Partial<Record<keyof TypedBuyer, unknown>> = value;
  const text = (field: keyof TypedBuyer) => {
    const typed = given[field];
    return typeof typed === "string" ? typed : "";
  };
  return {
    firstName: text("firstName"),
    lastName: text("lastName"),
    email: text("email"),
    cellNumber: text("cellNumber"),
  };
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
