import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { eachParcelWord } from "@portal/shared/sales/orders/order-terms.ts";
import type { ApiInputs } from "../../../api/api.ts";
import {
  type DraftSection,
  isCollectedByChoice,
  linesOf,
  type OrderDraft,
  serviceIn,
  withService,
  withServices,
} from "./order-draft.ts";

// The requests of the later steps; not part of the first page.

/** The request for a section's delivery options; null without a recipient or goods. */
export function deliveryRequest(
  section: DraftSection,
  uniqueId: string,
): ApiInputs["courier"]["requestQuote"] | null {
  const lines = linesOf(section);
  if (section.addressId === null || lines.length === 0) return null;
  return { uniqueId, sections: [{ addressId: section.addressId, lines }] };
}

/** The choice for a single parcel is the order's choice, so it also applies to parcels added later. */
export function withChoice(draft: OrderDraft, at: number, service: string): OrderDraft {
  const [only, ...others] = draft.sections;
  if (others.length > 0 || only?.addressId === null) return withService(draft, at, service);
  return { ...withService(draft, at, null), deliveryService: service };
}

export type SaveRequest = Omit<ApiInputs["orders"]["save"], "commandId">;

/** Null while a section has no recipient or no goods. */
export function saveRequest(draft: OrderDraft, uniqueId: string): SaveRequest | null {
  const sections: SaveRequest["sections"] = [];
  for (const section of draft.sections) {
    const lines = linesOf(section);
    const { addressId } = section;
    if ((addressId === null && !isCollectedByChoice(section)) || lines.length === 0) return null;
    sections.push({
      addressId,
      lines,
      ...eachParcelWord((word) => section[word]?.trim() || undefined),
    });
  }
  const notes = draft.deliveryNotes.trim();
  return {
    uniqueId,
    ...withServices(draft, draft.sections, sections),
    ...collectionOf(draft),
    ...(notes ? { deliveryNotes: notes } : {}),
  };
}

/**
 * The same request keeps its command id; a changed request is another order with a new id. The first one has the draft's
 * id, so that copies of a tab that place it in the same instant send one command.
 */
export function withAttempt(
  draft: OrderDraft,
  request: SaveRequest,
  newCommandId: () => string,
): { draft: OrderDraft; commandId: string } {
  const text = JSON.stringify(request);
  const { attempt, id = newCommandId() } = draft;
  const isSame = attempt === null || attempt.request === text;
  const commandId = isSame ? (attempt?.commandId ?? id) : newCommandId();
  return { draft: { ...draft, attempt: { commandId, request: text } }, commandId };
}

/** What is missing for a collection, in words; null if nothing is. */
export function collectionProblem(draft: OrderDraft): string | null {
  if (!isAnyCollected(draft)) return null;
  const { by, courierName, name, cellNumber } = draft.collection;
  if (by === null) return "Choose who collects the order.";
  if (by === "courier" && courierName.trim() === "") return "Please enter the courier’s name.";
  if (!needsCollector(draft)) return null;
  if (name.trim().length < 2) return "Please enter your name.";
  return cellNumber.trim() === "" ? "Please enter a cell number." : null;
}

export function isCollected(draft: OrderDraft, section: DraftSection): boolean {
  return serviceIn(draft, section) === selfCollectionService;
}

export function isAnyCollected(draft: OrderDraft): boolean {
  return draft.sections.some((section) => isCollected(draft, section));
}

/** Without a recipient, the office needs the name of a collector. */
export function needsCollector(draft: OrderDraft): boolean {
  return draft.sections.some(
    (section) => section.addressId === null && isCollected(draft, section),
  );
}

function collectionOf(draft: OrderDraft): Pick<SaveRequest, "collection"> {
  const { by, courierName, name, cellNumber } = draft.collection;
  if (!isAnyCollected(draft) || by === null) return {};
  const collector = needsCollector(draft)
    ? { name: name.trim(), cellNumber: cellNumber.trim() }
    : {};
  return {
    collection:
      by === "self" ? { by, ...collector } : { by, courierName: courierName.trim(), ...collector },
  };
}
