import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { LazyOnVisible } from "./lazy-on-visible.tsx";

test("children are rendered when they come near the viewport, and stay", () => {
  let arrive: (isNear: boolean) => void = () => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: (seen: { isIntersecting: boolean }[]) => void) {
        arrive = (isIntersecting) => tell([{ isIntersecting }]);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  render(<LazyOnVisible>What people say</LazyOnVisible>);
  act(() => arrive(false));
  expect(screen.queryByText("What people say")).toBeNull();
  act(() => arrive(true));
  expect(screen.getByText("What people say")).toBeTruthy();
  vi.unstubAllGlobals();
});
