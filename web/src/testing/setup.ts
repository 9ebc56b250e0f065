import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { afterLayers } from "../ui/back-layers.ts";

// Only needed on a busy machine.
configure({ asyncUtilTimeout: 5000 });

// Stubs of what jsdom lacks, enough for rendering. Layout, focus and dialogs are covered by the browser journeys.
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
// Without layout nothing intersects.
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

/** A console.error is a warning of React, and fails the test. */
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
  // A pending history step would arrive in the next test.
  await new Promise<void>(afterLayers);
  expect(errors).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
