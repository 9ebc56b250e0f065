import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { pathOfOldLink } from "../../../session/paths.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor } from "../../../testing/some-data.ts";
import { ForgotPasswordScreen, ForgotPasswordSentScreen } from "./forgot-password-screen.tsx";
import { SetPasswordScreen } from "./set-password-screen.tsx";

const user = userEvent.setup({ delay: null });
const uuid = "6f7c1d1e-0000-4000-8000-000000000002";
const address = { path: `/set-password#${uuid}`, pattern: "/set-password" };

type Purpose = "register" | "reset-password";

function show(purpose: Purpose, signUp2: FakeProcedure<"auth", "signUp2">) {
  const getCustomerByUUID = () => ({ firstName: "Ben", purpose });
  renderWithApi(<SetPasswordScreen />, { auth: { getCustomerByUUID, signUp2 } }, address);
}

async function choose(button: string) {
  await user.type(await screen.findByLabelText(/^New password/), "Quiet-Harbour-7");
  await user.type(screen.getByLabelText(/^Repeat password/), "Quiet-Harbour-7");
  await user.click(screen.getByRole("button", { name: button }));
}

describe("the secret of a link", () => {
  test("is sent in a request body, removed from the URL, and survives a reload", async () => {
    const getCustomerByUUID = vi.fn<FakeProcedure<"auth", "getCustomerByUUID">>(() => ({
      firstName: "Ben",
      purpose: "reset-password",
    }));
    const first = renderWithApi(<SetPasswordScreen />, { auth: { getCustomerByUUID } }, address);
    await screen.findByRole("heading", { name: "Hello Ben" });
    expect(window.location.href).toMatch(/\/set-password$/);
    expect(getCustomerByUUID).toHaveBeenLastCalledWith({ uuid });
    first.unmount();

    const { state } = window.history;
    renderWithApi(
      <SetPasswordScreen />,
      { auth: { getCustomerByUUID } },
      {
        path: "/set-password",
        pattern: "/set-password",
        state,
      },
    );
    await screen.findByRole("heading", { name: "Hello Ben" });
    expect(getCustomerByUUID).toHaveBeenLastCalledWith({ uuid });
  });

  test("is replaced by that of another link opened in the same tab", async () => {
    const getCustomerByUUID = vi.fn<FakeProcedure<"auth", "getCustomerByUUID">>(() => ({
      firstName: "Ben",
      purpose: "reset-password",
    }));
    renderWithApi(<SetPasswordScreen />, { auth: { getCustomerByUUID } }, address);
    await screen.findByRole("heading", { name: "Hello Ben" });
    const other = uuid.replace("6f", "7a");
    window.location.hash = other;
    await vi.waitFor(() => expect(getCustomerByUUID).toHaveBeenLastCalledWith({ uuid: other }));
    expect(window.location.hash).toBe("");
  });

  test("in the path, as in older emails, moves behind the #", () => {
    expect(pathOfOldLink(`/set-password/${uuid}`)).toBe(`/set-password#${uuid}`);
    expect(pathOfOldLink(`/confirm-email/${uuid}`)).toBe(`/confirm-email#${uuid}`);
    expect(pathOfOldLink(`/orders/pay/${uuid}`)).toBe(null);
  });
});

describe("a registration link", () => {
  test("that is opened once more says so, and leads to the sign-in", async () => {
    const getCustomerByUUID = () => {
      throw new Refusal("account.registered");
    };
    renderWithApi(<SetPasswordScreen />, { auth: { getCustomerByUUID } }, address);
    expect(
      await screen.findByRole("heading", { name: "You have registered already" }),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login");
  });

  // shows S4.4, S8.18
  test("greets by name, completes the registration, and opens the landing page", async () => {
    const signUp2 = vi.fn<FakeProcedure<"auth", "signUp2">>(() => ({
      token: "t",
      user: aDistributor,
    }));
    show("register", signUp2);
    expect(await screen.findByRole("heading", { name: "Welcome, Ben" })).toBeTruthy();

    await choose("Complete registration");

    expect(await screen.findByText("Registration complete!")).toBeTruthy();
    expect(window.location.pathname).toBe("/distributor/landing");
    expect(signUp2).toHaveBeenCalledWith({ uuid, password: "Quiet-Harbour-7" });
  });

  // shows S5.5
  test("ticks each rule of a password as it is met", async () => {
    show("register", () => ({ token: "t", user: aDistributor }));
    const field = await screen.findByLabelText(/^New password/);
    const rules = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rules()).toEqual([
      "Must be at least 8 characters, not yet",
      "Must contain at least one uppercase character, not yet",
      "Must contain at least one lowercase character, not yet",
      "Must contain at least one number, not yet",
      "Must contain at least one special character, not yet",
    ]);

    await user.type(field, "aB1");
    expect(rules().filter((rule) => rule?.endsWith(", done"))).toEqual([
      "Must contain at least one uppercase character, done",
      "Must contain at least one lowercase character, done",
      "Must contain at least one number, done",
    ]);
  });
});

describe("a reset link", () => {
  // shows S8.18
  test("confirms that the password was updated", async () => {
    show("reset-password", () => ({ token: "t", user: aDistributor }));
    expect(await screen.findByRole("heading", { name: "Hello Ben" })).toBeTruthy();
    await choose("Save new password");

    expect(await screen.findByText("Your password has been updated.")).toBeTruthy();
    expect(window.location.pathname).toBe("/distributor/my-wallet");
  });
});

describe("an ended link", () => {
  test("offers a new link", async () => {
    const getCustomerByUUID = () => {
      throw new Refusal("account.link-ended");
    };
    renderWithApi(<SetPasswordScreen />, { auth: { getCustomerByUUID } }, address);
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Send a new link" });
    expect(link.pathname).toBe("/forgot-password");
  });

  test("that ends while the password is being chosen shows the same", async () => {
    show("register", () => {
      throw new Refusal("account.link-ended");
    });
    await choose("Complete registration");
    expect(await screen.findByRole("heading", { name: "This link has expired" })).toBeTruthy();
  });
});

describe("a forgotten password", () => {
  test("is reset by email, which is not in the URL of the next page", async () => {
    const forgotPassword = vi.fn<FakeProcedure<"auth", "forgotPassword">>(() => ({ sent: true }));
    renderWithApi(
      <ForgotPasswordScreen />,
      { auth: { forgotPassword } },
      { path: "/forgot-password", pattern: "/forgot-password" },
    );
    await user.type(screen.getByLabelText(/^Email/), "Nobody@Example.test");
    await user.click(screen.getByRole("button", { name: "Send link" }));

    await vi.waitFor(() => expect(window.location.pathname).toBe("/forgot-password/sent"));
    expect(window.location.href).not.toContain("example.test");
    expect(window.history.state).toEqual({ email: "nobody@example.test" });
    expect(forgotPassword).toHaveBeenCalledWith({ email: "nobody@example.test" });
  });

  // shows S2.36
  test("is answered without revealing whether there is an account", () => {
    renderWithApi(
      <ForgotPasswordSentScreen />,
      {},
      { path: "/forgot-password/sent", pattern: "/forgot-password/sent" },
    );
    expect(screen.getByText(/^If we have an account for your email/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Resend link" })).toBeTruthy();
  });
});
