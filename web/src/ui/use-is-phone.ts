import { useSyncExternalStore } from "react";

/** Correct from the first render, unlike Mantine's `useMediaQuery`, so that a page is not laid out twice; false while prerendering. */
function mediaQueryHook(query: string): () => boolean {
  const subscribe = (onChange: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  };
  const matches = () => window.matchMedia(query).matches;
  return () => useSyncExternalStore(subscribe, matches, () => false);
}

const phone = "(max-width: 47.99em)";

/** Below the specification's first breakpoint. */
export const useIsPhone = mediaQueryHook(phone);

/** The same outside a component. */
export function isPhone(): boolean {
  return window.matchMedia(phone).matches;
}

/** Too narrow for all columns of a wide table. */
export const useIsTablet = mediaQueryHook("(max-width: 61.99em)");

/** Too narrow for the office's full menu beside the page. */
export const useIsNarrow = mediaQueryHook("(max-width: 74.99em)");
