import { useCallback, useState } from "react";
import { readStoredJson, writeStored } from "../../session/store.ts";

/** The search part of a list's address, under a name. */
export type SavedView = Readonly<{ name: string; search: string }>;

export const viewsMax = 12;

/**
 * A user's saved views of a list, in this browser. Stored per user, because names and searches may contain personal data;
 * those with typed words go when the user signs out (session/person.ts).
 *
 * @param list part of the storage key: never rename it
 */
export function useSavedViews(list: string, owner: number) {
  const key = `views-${list}-${owner}`;
  const [views, setViews] = useState(() => stored(key));
  const keep = useCallback(
    (change: (before: readonly SavedView[]) => readonly SavedView[]) => {
      const after = change(stored(key));
      setViews(after);
      writeStored("localStorage", key, JSON.stringify(after));
    },
    [key],
  );
  return {
    views,
    /** Replaces a view of the same name. */
    save: (view: SavedView) =>
      keep((before) => [...before.filter(({ name }) => name !== view.name), view].slice(-viewsMax)),
    remove: (name: string) => keep((before) => before.filter((view) => view.name !== name)),
  };
}

function stored(key: string): readonly SavedView[] {
  const parsed = readStoredJson("localStorage", key);
  return Array.isArray(parsed) && parsed.every(isView) ? parsed : [];
}

/** Without zod, which would be loaded with every list. */
function isView(value: unknown): value is SavedView {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "search" in value &&
    typeof value.search === "string"
  );
}
