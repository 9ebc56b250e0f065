import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { isCollectedByChoice, type OrderDraft, unitsOf } from "./order-draft.ts";
import type { Quoted, QuoteState } from "./order-quote.ts";

/** One section of the order as the page shows it. */
export type Parcel = Readonly<{
  at: number;
  /** Null until a recipient is chosen, and while the address book loads. */
  name: string | null;
  place: string;
  units: number;
  /** The server's prices; null while the parcel is empty. */
  quoted: Quoted["sections"][number] | null;
}>;

/** The parcels of an order. With a single parcel the recipient's name is not loaded. */
export function useParcels(draft: OrderDraft, { quote }: QuoteState): readonly Parcel[] {
  const { data } = api.addresses.list.useQuery(
    { uniqueId: guestId() },
    { enabled: draft.sections.length > 1 },
  );
  // The server's answer leaves out empty sections.
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

/** The contents in one line. */
export function contentsOf({ quoted, units }: Parcel): string {
  if (!quoted) return `${units} ${units === 1 ? "unit" : "units"}`;
  return quoted.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");
}
