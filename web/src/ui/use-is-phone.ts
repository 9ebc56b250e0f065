import { useSyncExternalStore } from "react";

/** Under the specification's first breakpoint. */
const phone = "(max-width: 47.99em)";

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(phone);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Right from the first drawing on, so that a page does not lay itself out twice; false where there is no window to ask. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(phone).matches,
    () => false,
  );
}
