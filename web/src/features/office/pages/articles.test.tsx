import type { SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderWithApi } from "../../../testing/render.tsx";
import { someSettings } from "../../../testing/some-settings.ts";
import { AccessibilityScreen } from "./accessibility-screen.tsx";
import { PrivacyPolicyScreen } from "./privacy-policy-screen.tsx";
import { ReturnsPolicyScreen } from "./returns-policy-screen.tsx";
import { ShippingInfoScreen } from "./shipping-info-screen.tsx";

test.each([
  ["Privacy policy", PrivacyPolicyScreen],
  ["Returns", ReturnsPolicyScreen],
  ["Shipping", ShippingInfoScreen],
] as const)("%s says what holds in the country of the shop", async (_title, Screen) => {
  const settings = { ...someSettings, region: "uk" } as const;
  renderWithApi(<Screen />, { settings: { public: () => settings } });
  // Until the settings are loaded, both are rendered and CSS hides one.
  expect(screen.getByRole("heading", { name: /South Africa/ })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/South Africa/)).toBeNull());
  expect(screen.getByRole("heading", { name: /United Kingdom/ })).toBeTruthy();
});

test("a policy shows the day of the office's last edit", async () => {
  const written = (varName: SiteCopyName, dateUpdated: string) => ({
    varName,
    copy: "<p>As we wrote it.</p>",
    dateUpdated,
    pictures: [],
  });
  renderWithApi(<ReturnsPolicyScreen />, {
    settings: { public: () => someSettings },
    content: {
      list: ({ page }) =>
        page === "returns-policy"
          ? [
              written("returns-policy.lead", "2027-02-03T10:00:00.000Z"),
              written("returns-policy.lead", "2025-02-03T10:00:00.000Z"),
            ]
          : [],
    },
  });
  expect(await screen.findByText("3 Feb 2027", { selector: "time" })).toBeTruthy();
});

describe.each([
  ["Privacy policy", PrivacyPolicyScreen],
  ["Returns", ReturnsPolicyScreen],
  ["Shipping", ShippingInfoScreen],
  ["Accessibility", AccessibilityScreen],
] as const)("the page %s", (title, Screen) => {
  // shows S2.5
  test("links to each of its sections, and shows its date and the shop's identity", async () => {
    renderWithApi(<Screen />, { settings: { public: () => someSettings } });
    expect(screen.getByRole("heading", { level: 1, name: title })).toBeTruthy();
    expect(screen.getByText(/2026/, { selector: "time" })).toBeTruthy();
    expect(await screen.findByText(/run by Rhizo \(Pty\) Ltd/)).toBeTruthy();

    const parts = screen.getAllByRole("heading", { level: 2 });
    const jumps = within(screen.getByRole("navigation", { name: "On this page" }));
    expect(jumps.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
      parts.map(({ id }) => `#${id}`),
    );
  });

  test("makes no health claims", () => {
    renderWithApi(<Screen />, {});
    expect(screen.getByRole("article").textContent).not.toMatch(
      /\b(cure|heal|treat|prevent|relieve)s?\b/i,
    );
  });
});
