import { act, fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor } from "../../../testing/some-data.ts";
import { LoginScreen } from "./login-screen.tsx";

const requestId = "5f7c1d1e-0000-4000-8000-000000000001";
const wrongCode = "The code you entered is incorrect, please try again.";
const user = userEvent.setup({ delay: null });

function show(login: FakeProcedure<"auth", "login">) {
  const requestCode = vi.fn<FakeProcedure<"auth", "requestCode">>(() => ({
    requestId,
    codeLength: 6,
  }));
  renderWithApi(
    <LoginScreen />,
    { auth: { login, requestCode } },
    { path: "/login?return=%2Fdistributor%2Fmy-orders", pattern: "/login" },
  );
  return requestCode;
}

async function askForCode() {
  await user.type(screen.getByLabelText(/^Email/), "Ben.L2@shop.test");
  await user.click(screen.getByRole("button", { name: "Email me a code" }));
  await screen.findByRole("heading", { name: "Enter your code" });
  await screen.findByLabelText("Character 1 of 6");
}

const boxes = () => screen.getAllByLabelText<HTMLInputElement>(/^Character \d of 6$/);
const typed = () =>
  boxes()
    .map(({ value }) => value)
    .join("");

describe("signing in by code", () => {
  test("keeps the last character when one key too many is pressed", async () => {
    const login = vi.fn<FakeProcedure<"auth", "login">>();
    show(login);
    await askForCode();
    await user.click(boxes()[0]!);
    await user.keyboard("ABC123X");
    expect(typed()).toBe("ABC123");

    await user.click(boxes()[5]!);
    boxes()[5]!.select();
    await user.keyboard("9");
    expect(typed()).toBe("ABC129");
  });

  test("needs a valid email first", async () => {
    const requestCode = show(() => ({ token: "t", user: aDistributor }));

    await user.click(screen.getByRole("button", { name: "Email me a code" }));
    expect(screen.getByRole("link", { name: "Email address is required." })).toBeTruthy();
    expect(requestCode).not.toHaveBeenCalled();

    await askForCode();
    expect(requestCode).toHaveBeenCalledWith({ email: "ben.l2@shop.test" });
    expect(screen.getByText(/^If we have an account for/).textContent).toContain(
      "a 6-character code",
    );
  });

  // shows S9.8
  test("accepts a pasted code in upper case, and returns to the requested page", async () => {
    const login = vi.fn<FakeProcedure<"auth", "login">>(() => ({ token: "t", user: aDistributor }));
    show(login);
    await askForCode();

    await user.click(screen.getByLabelText("Character 1 of 6"));
    await user.paste("ab12cd");
    expect(typed()).toBe("AB12CD");
    expect(boxes()[0]?.autocomplete).toBe("one-time-code");
    await user.click(screen.getByRole("button", { name: "Sign in" }));

    await vi.waitFor(() => expect(window.location.pathname).toBe("/distributor/my-orders"));
    expect(login).toHaveBeenCalledWith({ email: "ben.l2@shop.test", code: "AB12CD", requestId });
  });

  // shows S8.3
  test("keeps a wrong code, selected to be typed over", async () => {
    show(() => {
      throw new Refusal("access.wrong-code");
    });
    await askForCode();
    await user.click(screen.getByLabelText("Character 1 of 6"));
    await user.paste("AB12CD");
    await user.click(screen.getByRole("button", { name: "Sign in" }));

    expect((await screen.findByRole("alert")).textContent).toBe(wrongCode);
    expect(typed()).toBe("AB12CD");
    expect(document.activeElement).toBe(boxes()[0]);
    expect(boxes()[0]?.selectionEnd).toBe(1);
  });

  test("offers a link by email when sign-in codes are closed", async () => {
    show(() => {
      throw new Refusal("access.codes-closed");
    });
    await askForCode();
    await user.click(screen.getByLabelText("Character 1 of 6"));
    await user.paste("AB12CD");
    await user.click(screen.getByRole("button", { name: "Sign in" }));

    const link = await screen.findByRole("link", { name: "Email me a link" });
    expect(link.getAttribute("href")).toBe("/forgot-password");
  });

  test("does not send an incomplete code", async () => {
    const login = vi.fn<FakeProcedure<"auth", "login">>(() => ({ token: "t", user: aDistributor }));
    show(login);
    await askForCode();
    await user.click(screen.getByLabelText("Character 1 of 6"));
    await user.keyboard("ab");
    await user.click(screen.getByRole("button", { name: "Sign in" }));

    expect(login).not.toHaveBeenCalled();
  });

  test("shows that there were too many attempts", async () => {
    show(() => {
      throw new Refusal("access.too-many-tries");
    });
    await askForCode();
    await user.click(screen.getByLabelText("Character 1 of 6"));
    await user.paste("AB12CD");
    await user.click(screen.getByRole("button", { name: "Sign in" }));

    expect(await screen.findByText("Too many attempts. Wait a moment and try again.")).toBeTruthy();
  });

  test("goes back to change the email, and keeps the typed one", async () => {
    show(() => ({ token: "t", user: aDistributor }));
    await askForCode();
    await user.click(screen.getByRole("button", { name: "Use a different email address" }));

    expect(screen.getByRole("heading", { name: "Sign in" })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toBe("ben.l2@shop.test");
  });
});

describe("another code", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("can be requested after a countdown of thirty seconds", async () => {
    const requestCode = show(() => ({ token: "t", user: aDistributor }));
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: "ben.l2@shop.test" } });
    fireEvent.click(screen.getByRole("button", { name: "Email me a code" }));
    await wait(0);
    const again = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Resend code/ });
    expect(again().textContent).toBe("Resend code (wait 30 seconds)");
    expect(again().disabled).toBe(true);

    await wait(29_000);
    expect(again().textContent).toBe("Resend code (wait 1 second)");
    await wait(1000);
    expect(again().disabled).toBe(false);
    fireEvent.click(again());
    await wait(0);

    expect(requestCode).toHaveBeenCalledTimes(2);
    expect(screen.getByText("We have sent a new code.")).toBeTruthy();
    expect(again().disabled).toBe(true);
  });
});
