import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderWithApi } from "../testing/render.tsx";
import { TwoPanes } from "./two-panes.tsx";

test("keeps what is typed in the open item when a phone is turned", async () => {
  let isNarrow = true;
  const turned = new EventTarget();
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(turned, {
      media,
      matches: isNarrow && media.includes("max-width"),
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
  renderWithApi(
    <TwoPanes list={<p>The list</p>} isChosen backLabel="Back" onBack={() => {}}>
      <input aria-label="Typed" />
    </TwoPanes>,
    {},
  );
  await userEvent.type(screen.getByLabelText("Typed"), "kept");
  expect(screen.queryByText("The list")).toBeNull();
  isNarrow = false;
  turned.dispatchEvent(new Event("change"));
  expect(await screen.findByText("The list")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Typed").value).toBe("kept");
});
