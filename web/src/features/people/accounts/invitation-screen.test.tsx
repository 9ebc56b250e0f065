import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { InvitationScreen } from "./invitation-screen.tsx";

const user = userEvent.setup({ delay: null });
const uuid = "6f7c1d1e-0000-4000-8000-000000000002";

function show(role: "distributor" | "stockist", users: NonNullable<FakeApi["users"]> = {}) {
  const invitation = () => ({ firstName: "Kim", invitedByName: "Ben Naidoo", role });
  renderWithApi(
    <InvitationScreen />,
    { users: { invitation, ...users } },
    { path: `/invitation#${uuid}`, pattern: "/invitation" },
  );
}

describe("an invitation", () => {
  test("names the inviter, and is accepted with the company details of a stockist", async () => {
    const acceptInvitation = vi.fn<FakeProcedure<"users", "acceptInvitation">>(() => ({
      role: "stockist",
      setPassword: null,
    }));
    show("stockist", { acceptInvitation });
    expect(await screen.findByText(/Ben Naidoo invites you to become a stockist/)).toBeTruthy();
    expect(window.location.hash).toBe("");

    await user.click(screen.getByRole("button", { name: "Accept invitation" }));
    expect(screen.getByRole("link", { name: "Company address required." })).toBeTruthy();
    await user.type(screen.getByLabelText(/^Company address/), "1 Main Road");
    await user.type(screen.getByLabelText(/^VAT no/), "4123456789");
    await user.click(screen.getByRole("button", { name: "Accept invitation" }));

    expect(await screen.findByRole("heading", { name: "Invitation accepted" })).toBeTruthy();
    expect(acceptInvitation).toHaveBeenCalledWith({
      uuid,
      companyAddress: "1 Main Road",
      vatNo: "4123456789",
    });
  });

  test("of an address that was not confirmed leads to a new password", async () => {
    const secret = "6f7c1d1e-0000-4000-8000-000000000009";
    show("distributor", {
      acceptInvitation: () => ({ role: "distributor", setPassword: secret }),
    });
    await user.click(await screen.findByRole("button", { name: "Accept invitation" }));
    await waitFor(() => expect(window.location.pathname).toBe("/set-password"));
    expect(window.location.hash).toBe(`#${secret}`);
  });

  test("to become a distributor needs no further details, and can be declined", async () => {
    const declineInvitation = vi.fn<FakeProcedure<"users", "declineInvitation">>(() => ({
      declined: true,
    }));
    show("distributor", { declineInvitation });
    await user.click(await screen.findByRole("button", { name: "Decline invitation" }));
    expect(await screen.findByText("Nothing changed in your account.")).toBeTruthy();
    expect(screen.queryByLabelText(/^VAT no/)).toBeNull();
    expect(declineInvitation).toHaveBeenCalledWith({ uuid });
  });

  test("shows that it has ended", async () => {
    show("distributor", {
      invitation: () => {
        throw new Refusal("account.link-ended");
      },
    });
    expect(await screen.findByRole("heading", { name: "This invitation has ended" })).toBeTruthy();
  });
});
