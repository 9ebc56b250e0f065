import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { useReloadAs } from "../session/reload-as.ts";
import { type FakeProcedure, Refusal } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import { aDistributor } from "../testing/some-data.ts";
import { ImpersonationBanner } from "./impersonation-banner.tsx";

// jsdom cannot reload a window; the browser journeys check the reload.
const reloadAs = vi.fn<ReturnType<typeof useReloadAs>>();
vi.mock(import("../session/reload-as.ts"), async (original) => ({
  ...(await original()),
  useReloadAs: () => reloadAs,
}));

const user = userEvent.setup({ delay: null });
const asBen = { ...aDistributor, impersonatedBy: { id: 1, name: "Thandi Maseko" } };
const admin = { ...aDistributor, id: 1, role: "admin", level: null } as const;

describe("the impersonation banner", () => {
  test("names both users, and stops viewing with one click", async () => {
    const stop = vi.fn<FakeProcedure<"users", "stopImpersonating">>(() => ({
      token: "t",
      user: admin,
    }));
    renderWithApi(<ImpersonationBanner user={asBen} />, { users: { stopImpersonating: stop } });
    expect(
      screen.getByText("Thandi Maseko, you are viewing the portal as Ben Naidoo."),
    ).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Stop viewing" }));

    await vi.waitFor(() => expect(reloadAs).toHaveBeenCalledWith(admin));
  });

  test("shows why viewing could not be stopped", async () => {
    const stopImpersonating = () => {
      throw new Refusal("access.forbidden");
    };
    renderWithApi(<ImpersonationBanner user={asBen} />, { users: { stopImpersonating } });
    await user.click(screen.getByRole("button", { name: "Stop viewing" }));
    expect((await screen.findByRole("alert")).textContent).toBe("You do not have access to this.");
  });

  test("is hidden without impersonation", () => {
    renderWithApi(<ImpersonationBanner user={aDistributor} />, {});
    expect(screen.queryByRole("button")).toBeNull();
  });
});
