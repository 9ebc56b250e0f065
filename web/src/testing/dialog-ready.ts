import { waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** Waits until a sheet or modal has taken the focus, which happens a moment after it opens. */
export async function dialogReady(): Promise<void> {
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).toBeTruthy());
}
