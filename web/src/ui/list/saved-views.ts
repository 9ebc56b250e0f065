import { useCallback, useState } from "react";

/** A list as somebody likes to see it: the search part of its address, under a name. */
export type SavedView = Readonly<{ name: string; search: string }>;

export const viewsMax = 12;

/**
 * The views that a person keeps of a list, in this browser. Names and searches may tell of people, so
 * whoever signs in next at the same desk does not see them.
 *
 * @param list names it among others, and is part of the key: once given it stays
 */
export function useSavedViews(list: string, owner: number) {
  const key = `views-${list}-${owner}`;
  const [views, setViews] = useState(() => stored(key));
  const keep = useCallback(
    (change: (before: readonly SavedView[]) => readonly SavedView[]) => {
      const after = change(stored(key));
      setViews(after);
      try {
        localStorage.setItem(key, JSON.stringify(after));
      } catch {
        // Storage is full or forbidden: they last as long as the page.
      }
    },
    [key],
  );
  return {
    views,
    /** One of the same name is replaced. */
    save: (view: SavedView) =>
      keep((before) => [...before.filter(({ name }) => name !== view.name), view].slice(-viewsMax)),
    remove: (name: string) => keep((before) => before.filter((view) => view.name !== name)),
  };
}

function stored(key: string): readonly SavedView[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(parsed) && parsed.every(isView) ? parsed : [];
  } catch {
    return [];
  }
}

/** By hand: a schema would bring its library into every list. */
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
