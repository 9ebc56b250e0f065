import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { ViaWelcome } from "./via-welcome.tsx";

const at = (path: string, via: FakeProcedure<"orders", "via">) =>
  renderWithApi(<ViaWelcome />, { orders: { via } }, { path, pattern: "/" });

test("names the distributor whose link was followed", async () => {
  at("/?via=welcome", () => ({ firstName: "Ben" }));
  expect(await screen.findByText("Welcome. Ben invited you.")).toBeTruthy();
  expect(
    screen.getByText("Orders you place in the next 30 days count as Ben’s sales."),
  ).toBeTruthy();
});

test("notes an inactive link without a request", async () => {
  const via = vi.fn<FakeProcedure<"orders", "via">>(() => null);
  at("/?via=unknown", via);
  expect(await screen.findByText(/This link is no longer active/)).toBeTruthy();
  expect(via).not.toHaveBeenCalled();
});
