import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
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

test("says that a link has no seller, and whose sale an order is", async () => {
  const { unmount } = at("/?via=unknown", () => null);
  expect(await screen.findByText(/could not find the seller of this shop link\. Ask/)).toBeTruthy();
  unmount();
  at("/?via=unknown", () => ({ firstName: "Anna" }));
  expect(await screen.findByText(/Orders you place still count as Anna’s sales\./)).toBeTruthy();
});
