import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Bottle, BrandMark, Wordmark } from "./brand-mark.tsx";

// shows S2.50
test.each([
  [1024, BrandMark],
  [1024, Wordmark],
  [3 * 1024, Bottle],
])("the drawings of the brand stay small: %i bytes", (limit, Drawing) => {
  const { container } = render(<Drawing />);
  expect(container.querySelectorAll("svg")).toHaveLength(1);
  expect(container.innerHTML.length).toBeLessThan(limit);
});
