import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import type { ApiInputs } from "../../../api/api.ts";
import { linesOf, type OrderDraft } from "./order-draft.ts";

// What the later steps ask of the server for a draft: the first page works without it.

/** How it can be delivered is asked once every section has its recipient; null before. */
export function deliveryRequest(
  draft: OrderDraft,
  uniqueId: string,
): ApiInputs["courier"]["requestQuote"] | null {
  const request = saveRequest(draft, uniqueId);
  return (
    request && {
      uniqueId,
      sections: request.sections.map(({ addressId, lines }) => ({ addressId, lines })),
    }
  );
}

export type SaveRequest = Omit<ApiInputs["orders"]["save"], "commandId">;

/** Null while a section has no recipient or nothing in it. */
export function saveRequest(draft: OrderDraft, uniqueId: string): SaveRequest | null {
  const sections: SaveRequest["sections"] = [];
  for (const section of draft.sections) {
    const lines = linesOf(section);
    if (section.addressId === null || lines.length === 0) return null;
    const giftMessage = section.giftMessage?.trim();
    sections.push({ addressId: section.addressId, lines, ...(giftMessage ? { giftMessage } : {}) });
  }
  const notes = draft.deliveryNotes.trim();
  return {
    uniqueId,
    sections,
    ...(draft.deliveryService ? { deliveryService: draft.deliveryService } : {}),
    ...collectionOf(draft),
    ...(notes ? { deliveryNotes: notes } : {}),
  };
}

export function withGiftMessage(draft: OrderDraft, at: number, giftMessage: string): OrderDraft {
  const sections = draft.sections.map((section, index) =>
    index === at ? { ...section, giftMessage } : section,
  );
  return { ...draft, sections };
}

/** The same request keeps its command id; a changed one is another order and gets a new id. */
export function withAttempt(
  draft: OrderDraft,
  request: SaveRequest,
  newCommandId: () => string,
): { draft: OrderDraft; commandId: string } {
  const text = JSON.stringify(request);
  const commandId = draft.attempt?.request === text ? draft.attempt.commandId : newCommandId();
  return { draft: { ...draft, attempt: { commandId, request: text } }, commandId };
}

/** What is missing before somebody can collect it, in words; null where nothing is. */
export function collectionProblem(draft: OrderDraft): string | null {
  if (!isCollected(draft)) return null;
  const { by, courierName } = draft.collection;
  if (by === null) return "Choose who collects the order.";
  return by === "courier" && courierName.trim() === "" ? "Please enter the courier’s name." : null;
}

export function isCollected(draft: OrderDraft): boolean {
  return draft.deliveryService === selfCollectionService;
}

function collectionOf(draft: OrderDraft): Pick<SaveRequest, "collection"> {
  const { by, courierName } = draft.collection;
  if (!isCollected(draft) || by === null) return {};
  return { collection: by === "self" ? { by } : { by, courierName: courierName.trim() } };
}
