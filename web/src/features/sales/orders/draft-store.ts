import { useSyncExternalStore } from "react";
import { newDraft, type OrderDraft } from "./order-draft.ts";

const key = "order-draft-1";
let current: OrderDraft | null = null;
const watchers = new Set<() => void>();

/** The order that is being made: kept through reloads, lost lines and the sign-in page, in this tab. */
export function useDraft(): OrderDraft {
  return useSyncExternalStore(watch, readDraft, () => newDraft);
}

export function readDraft(): OrderDraft {
  current ??= stored() ?? newDraft;
  return current;
}

export function changeDraft(change: (draft: OrderDraft) => OrderDraft): void {
  keep(change(readDraft()));
}

export function clearDraft(): void {
  keep(newDraft);
}

function keep(draft: OrderDraft): void {
  current = draft;
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the order then lasts as long as the page does.
  }
  for (const onChange of watchers) onChange();
}

function stored(): OrderDraft | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    // A draft of an older page knows nothing of what was added since.
    return isDraft(value) ? { ...newDraft, ...value, ...knownCollection(value) } : null;
  } catch {
    return null;
  }
}

/** What is stored may be from an older version of this page, or from somebody's console. */
function isDraft(value: unknown): value is OrderDraft {
  if (typeof value !== "object" || value === null) return false;
  const draft: Partial<Record<keyof OrderDraft, unknown>> = value;
  return (
    (draft.step === 1 || draft.step === 2 || draft.step === 3) &&
    Array.isArray(draft.sections) &&
    draft.sections.length > 0 &&
    draft.sections.every(isSection) &&
    typeof draft.active === "number" &&
    typeof draft.deliveryNotes === "string"
  );
}

function knownCollection({ collection }: OrderDraft): Pick<OrderDraft, "collection"> {
  const kept: unknown = collection;
  if (typeof kept !== "object" || kept === null) return { collection: newDraft.collection };
  const { by, courierName }: { by?: unknown; courierName?: unknown } = kept;
  return {
    collection: {
      by: by === "self" || by === "courier" ? by : null,
      courierName: typeof courierName === "string" ? courierName : "",
    },
  };
}

function isSection(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const section: { quantities?: unknown; addressId?: unknown } = value;
  return (
    typeof section.quantities === "object" &&
    section.quantities !== null &&
    Object.values(section.quantities).every((quantity) => Number.isInteger(quantity)) &&
    (section.addressId === null || Number.isInteger(section.addressId))
  );
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
