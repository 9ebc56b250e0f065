import { vi } from "vitest";

/** The window is a phone's: every question about its width says so. */
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
