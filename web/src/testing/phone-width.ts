import { vi } from "vitest";

/** Makes every media query match, as on a phone. Call it before rendering. */
export function onPhone(): void {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: true,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
}
