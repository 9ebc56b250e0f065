import { useSyncExternalStore } from "react";

/** Right from the first drawing on, so that a page does not lay itself out twice; false where there is no window to ask. */
function watched(query: string): () => boolean {
  const subscribe = (onChange: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  };
  const matches = () => window.matchMedia(query).matches;
  return () => useSyncExternalStore(subscribe, matches, () => false);
}

/** Under the specification's first breakpoint. */
export const useIsPhone = watched("(max-width: 47.99em)");

/** Too narrow for the menu of the office beside its page. */
export const useIsNarrow = watched("(max-width: 74.99em)");
