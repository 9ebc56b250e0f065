import { waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** Sheets and modals take the focus a moment after they open: what is pressed before that would lose it again. */
export async function dialogReady(): Promise<void> {
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).toBeTruthy());
}
