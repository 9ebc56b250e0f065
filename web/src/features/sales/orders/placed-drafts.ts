import { useEffect } from "react";
import { forgetValues, readStoredJson, writeStored } from "../../../session/store.ts";
import { showToast } from "../../../ui/feedback.tsx";
import { clearDraft, type OrderDraft, readDraft } from "./order-draft.ts";

/** Ids of drafts that were placed in this browser, the newest last. */
const key = "placed-drafts-1";
const keptMost = 20;

function placed(): readonly unknown[] {
  const value = readStoredJson("localStorage", key);
  return Array.isArray(value) ? value : [];
}

/** Other tabs with the same draft leave it. */
export function leavePlacedDraft(): void {
  const { id } = readDraft();
  if (id !== undefined)
    writeStored("localStorage", key, JSON.stringify([...placed(), id].slice(-keptMost)));
  clearDraft();
}

/** A duplicated tab has a copy of the draft: once one of them has placed it, the other starts anew instead of placing it twice. */
export function useOnePlacing({ id }: OrderDraft): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    const leave = () => {
      if (!placed().includes(id)) return;
      clearDraft();
      // The other tab has noted the order, which is to be paid.
      forgetValues();
      showToast("This order was placed in another tab.");
    };
    leave();
    window.addEventListener("storage", leave);
    return () => window.removeEventListener("storage", leave);
  }, [id]);
}
