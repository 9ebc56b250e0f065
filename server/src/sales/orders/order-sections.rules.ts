import type { OrderEvent, OrderSection } from "./order.events.ts";

/** Who gets what by the facts so far: as it was placed, with the recipients that the office corrected since. */
export function sectionsAfter(facts: readonly OrderEvent[]): readonly OrderSection[] {
  let sections: readonly OrderSection[] = [];
  for (const { type, data } of facts) {
    if (type === "OrderPlaced") ({ sections } = data);
    if (type === "RecipientCorrected")
      sections = sections.map((section, at) =>
        at + 1 === data.section ? { ...section, addressId: data.addressId } : section,
      );
  }
  return sections;
}
