import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeProcedure, type FakeApi, LostLine, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor } from "../../../testing/some-data.ts";
import { LoginScreen } from "./login-screen.tsx";

type Login = NonNullable<NonNullable<FakeApi["auth"]>["login"]>;

const user = userEvent.setup({ delay: null });

async function signInAt(path: string, login: Login) {
  renderWithApi(<LoginScreen />, { auth: { login } }, { path, pattern: "/login" });
  await user.type(screen.getByLabelText(/^Email/), " Ben.L2@shop.test");
  await user.type(screen.getByLabelText(/^Password/), "Demo-1234!");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}

const answer = { token: "t", user: aDistributor };

describe("the sign-in page", () => {
  test("sends the email in lower case and opens the first screen of the role", async () => {
    const login = vi.fn<FakeProcedure<"auth", "login">>(() => answer);
    await signInAt("/login", login);

    await vi.waitFor(() => expect(window.location.pathname).toBe("/distributor/my-wallet"));
    expect(login).toHaveBeenCalledWith({ email: "ben.l2@shop.test", password: "Demo-1234!" });
  });

  test("returns to the requested page", async () => {
    await signInAt("/login?return=%2Fdistributor%2Fmy-orders%3Fpage%3D2", () => answer);
    await vi.waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe(
        "/distributor/my-orders?page=2",
      ),
    );
  });

  test("never redirects to another site", async () => {
    await signInAt("/login?return=//evil.test", () => answer);
    await vi.waitFor(() => expect(window.location.pathname).toBe("/distributor/my-wallet"));
    expect(window.location.host).not.toBe("evil.test");
  });

  test("shows the same message for a wrong password and an unknown email, and keeps the typed values", async () => {
    await signInAt("/login", () => {
      throw new Refusal("access.wrong-credentials");
    });
    expect(await screen.findByText("The email or password is incorrect. Try again.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe("Demo-1234!");
  });

  test("shows an error when the server is unreachable", async () => {
    await signInAt("/login", () => {
      throw new LostLine();
    });
    expect(await screen.findByText(/We could not reach the shop/)).toBeTruthy();
  });

  test("validates before it sends a request", async () => {
    const login = vi.fn<FakeProcedure<"auth", "login">>(() => answer);
    renderWithApi(<LoginScreen />, { auth: { login } }, { path: "/login", pattern: "/login" });

    await user.type(screen.getByLabelText(/^Email/), "ben");
    await user.click(screen.getByRole("button", { name: "Sign in" }));

    expect(screen.getByRole("link", { name: /Please enter a valid email address/ })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Password: Required" })).toBeTruthy();
    expect(login).not.toHaveBeenCalled();
  });
});
