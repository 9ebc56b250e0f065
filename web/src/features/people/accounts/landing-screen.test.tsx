import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor, anAddress, someBankDetails } from "../../../testing/some-data.ts";
import { LandingScreen } from "./landing-screen.tsx";

const aProfile: ApiOutputs["profile"]["get"] = {
  firstName: "Ben",
  lastName: "Naidoo",
  email: "ben.l2@shop.test",
  pendingEmail: null,
  cellNumber: "082 123 4567",
  distributorArea: "Durban",
  hasArea: true,
  verified: true,
  company: null,
  vatNo: null,
  cellHold: null,
  isOwnNumber: true,
};
const noOrders = { rows: [], total: 0 };

describe("the landing page of a new member", () => {
  // shows S2.4
  test("lists three steps, and ticks those that are done", async () => {
    renderWithApi(<LandingScreen />, {
      auth: { me: () => aDistributor },
      profile: { get: () => aProfile },
      bankDetails: { get: () => null },
      orders: { mine: () => noOrders },
    });
    expect(await screen.findByRole("heading", { name: "Welcome, Ben" })).toBeTruthy();
    expect(await screen.findByText("Your registration is complete. 2 steps left.")).toBeTruthy();

    const [profile, bank, order] = screen.getAllByRole("listitem").map((step) => within(step));
    expect(profile?.getByText("Done")).toBeTruthy();
    expect(bank?.queryByText("Done")).toBeNull();
    const link = bank?.getByRole<HTMLAnchorElement>("link", { name: "Add bank details" });
    expect(link?.pathname).toBe("/distributor/my-profile");
    expect(link?.search).toBe("?section=bank-details");
    expect(order?.getByRole("link", { name: "Place order" })).toBeTruthy();
  });

  test("does not tick a profile without an area", async () => {
    renderWithApi(<LandingScreen />, {
      auth: { me: () => aDistributor },
      profile: { get: () => ({ ...aProfile, distributorArea: "" }) },
      bankDetails: { get: () => someBankDetails },
      orders: { mine: () => noOrders },
    });
    expect(await screen.findByRole("link", { name: "Complete profile" })).toBeTruthy();
    expect(await screen.findByRole("link", { name: "View bank details" })).toBeTruthy();
  });

  test("shows a stockist recipients instead of bank details", async () => {
    const me = () => ({ ...aDistributor, role: "stockist", level: null }) as const;
    renderWithApi(<LandingScreen />, {
      auth: { me },
      profile: { get: () => ({ ...aProfile, hasArea: false }) },
      addresses: { list: () => [anAddress] },
      orders: { mine: () => noOrders },
    });
    expect(await screen.findByRole("link", { name: "View recipients" })).toBeTruthy();
    expect(screen.queryByText(/bank details/)).toBeNull();
  });
});
