import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { afterLayers } from "../ui/back-layers.ts";

// What is waited for comes at once, except on a machine that does much else.
configure({ asyncUtilTimeout: 5000 });

// What jsdom has not: enough of each for a component to be drawn. Real layout, focus and dialogs are
// the browser journeys' business.
window.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
});
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
// Nothing is laid out, so nothing comes near.
window.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
};
if (!("showModal" in HTMLDialogElement.prototype)) {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
}

/** A console.error is React telling of a mistake, so it fails the test that caused it. */
let errors: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  window.history.replaceState(null, "", "/");
  errors = vi.spyOn(console, "error");
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  // A step back through the history that is on its way would arrive in the next test.
  await new Promise<void>(afterLayers);
  expect(errors).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
