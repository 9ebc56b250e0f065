import { startingQuantity } from "@portal/shared/platform/constants.ts";
import { useEffect } from "react";
import { changeDraft } from "./draft-store.ts";
import type { OrderDraft } from "./order-draft.ts";

type Offered = readonly Readonly<{ id: number; outOfStock: boolean }>[];

/**
 * The one product that an order begins with several of (specification, section 9), where the shop sells
 * it. Whoever set another number, or none, keeps theirs.
 */
function withStartingQuantity(draft: OrderDraft, offered: Offered): OrderDraft {
  const { productId, quantity } = startingQuantity;
  const isSold = offered.some(({ id, outOfStock }) => id === productId && !outOfStock);
  const isNew = ({ quantities }: OrderDraft["sections"][number]) => !(productId in quantities);
  if (!isSold || !draft.sections.some(isNew)) return draft;
  return {
    ...draft,
    sections: draft.sections.map((section) =>
      isNew(section)
        ? { ...section, quantities: { ...section.quantities, [productId]: quantity } }
        : section,
    ),
  };
}

export function useStartingQuantity(draft: OrderDraft, offered: Offered | undefined): void {
  const sections = draft.sections.length;
  useEffect(() => {
    // A section that was just added begins as the first one did.
    if (offered && sections > 0) changeDraft((before) => withStartingQuantity(before, offered));
  }, [offered, sections]);
}
