import { newItemId } from "@portal/shared/platform/editing.ts";
import { showToast } from "../toast.tsx";

/** What happens after an item was saved or deleted, the same for every listing. */
export function afterChange(refresh: () => Promise<unknown>, close: () => void) {
  const after = (words: string) => ({
    onSuccess: async () => {
      showToast(words);
      close();
      await refresh();
    },
  });
  return { saved: after("Saved!"), deleted: after("Item deleted.") };
}

export function isNew(id: number): boolean {
  return id === newItemId;
}
