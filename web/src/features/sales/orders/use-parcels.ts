import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { isCollectedByChoice, type OrderDraft, unitsOf } from "./order-draft.ts";
import type { Quoted, QuoteState } from "./order-form-screen.tsx";

/** One recipient's part of the order, as the page speaks of it. */
export type Parcel = Readonly<{
  at: number;
  /** Null until somebody is chosen, and while the address book is on its way. */
  name: string | null;
  place: string;
  units: number;
  /** The server's prices of it; null where nothing is in it yet. */
  quoted: Quoted["sections"][number] | null;
}>;

/** Every part of an order with the name of who gets it; of an order for one person the name alone is not asked for. */
export function useParcels(draft: OrderDraft, { quote }: QuoteState): readonly Parcel[] {
  const { data } = api.addresses.list.useQuery(
    { uniqueId: guestId() },
    { enabled: draft.sections.length > 1 },
  );
  // The server prices what has something in it; empty parts are not in its answer.
  let filled = 0;
  return draft.sections.map((section, at) => {
    const person = data?.find(({ id }) => id === section.addressId);
    const units = unitsOf(section);
    return {
      at,
      name: person
        ? `${person.recipientFirstName} ${person.recipientLastName}`
        : isCollectedByChoice(section)
          ? "collection from our office"
          : null,
      place: person ? person.suburb || person.town : "",
      units,
      quoted: units > 0 ? (quote?.sections[filled++] ?? null) : null,
    };
  });
}

/** What goes in, in one line. */
export function contentsOf({ quoted, units }: Parcel): string {
  if (!quoted) return `${units} ${units === 1 ? "unit" : "units"}`;
  return quoted.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");
}
