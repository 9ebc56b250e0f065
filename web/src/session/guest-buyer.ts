import { createPersonalStore, readStoredJson, writeStored } from "./store.ts";

/** The contact details of a guest, as typed. */
export type TypedBuyer = Readonly<
  Record<"firstName" | "lastName" | "email" | "cellNumber", string>
>;
export type GuestBuyerDraft = Readonly<{
  /** Whether the only recipient is the buyer; null until the guest has answered. */
  isRecipient: boolean | null;
  typed: TypedBuyer;
}>;

const empty: GuestBuyerDraft = {
  isRecipient: null,
  typed: { firstName: "", lastName: "", email: "", cellNumber: "" },
};
const key = "guest-buyer-1";
const store = createPersonalStore(stored, empty);

/** Kept in this tab beyond the order, as its recipients are: for the next order and for signing up. */
export const useGuestBuyer = store.useValue;
export const guestBuyer = store.get;

export function keepGuestBuyer(buyer: GuestBuyerDraft): void {
  writeStored("sessionStorage", key, JSON.stringify(buyer));
  store.set(buyer);
}

function stored(): GuestBuyerDraft {
  const value = readStoredJson("sessionStorage", key);
  if (typeof value !== "object" || value === null) return empty;
  const { isRecipient, typed }: { isRecipient?: unknown; typed?: unknown } = value;
  return {
    isRecipient: typeof isRecipient === "boolean" ? isRecipient : null,
    typed: typedIn(typed),
  };
}

function typedIn(value: unknown): TypedBuyer {
  if (typeof value !== "object" || value === null) return empty.typed;
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
