import { vi } from "vitest";

/** Makes the media queries for a phone's width match. Call it before rendering. */
export function onPhone(): void {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes("max-width"),
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
}
