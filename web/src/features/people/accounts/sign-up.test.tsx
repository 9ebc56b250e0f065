import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  type FakeApi,
  type FakeProcedure,
  Refusal,
  WrongFields,
} from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor, anAddress } from "../../../testing/some-data.ts";
import { GuestOffer } from "./guest-offer.tsx";
// Loaded lazily by the offer; imported here, so that loading does not count towards the timeout of a test.
import "./guest-offer-dialog.tsx";
import { SignUpScreen } from "./sign-up-screen.tsx";

const user = userEvent.setup({ delay: null });
const requested = { requestId: "5f7c1d1e-0000-4000-8000-000000000001", codeLength: 3 };
const setPassword = "6f7c1d1e-0000-4000-8000-000000000002";
const newcomer = { ...aDistributor, id: 77, role: "customer", level: null, code: null } as const;

beforeEach(() => {
  // "No challenge": the captcha itself is tested in a real browser.
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null, { status: 204 }));
});

type SignUp1 = FakeProcedure<"auth", "signUp1">;

const address = { path: "/sign-up", pattern: "/sign-up" };

function fake(auth: NonNullable<FakeApi["auth"]>): NonNullable<FakeApi["auth"]> {
  return {
    signUp1: () => requested,
    login: () => ({ token: "t", user: newcomer, setPassword }),
    signUp2: () => ({ token: "t", user: newcomer }),
    ...auth,
  };
}

function show(auth: NonNullable<FakeApi["auth"]> = {}) {
  renderWithApi(<SignUpScreen />, { auth: fake(auth) }, address);
}

async function fillIn() {
  await user.type(screen.getByLabelText(/^First name/), "Lindiwe");
  await user.type(screen.getByLabelText(/^Last name/), "Dube");
  await user.type(screen.getByLabelText(/^Email/), " Lindiwe@Example.test");
  await user.type(screen.getByLabelText(/^Cell number/), "082 123 4567");
  await user.click(screen.getByRole("button", { name: "Create account" }));
}

async function typeCode() {
  await user.click(await screen.findByLabelText("Character 1 of 3"));
  await user.paste("a1b");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}

async function choosePassword(password: string, repeated: string) {
  await screen.findByRole("heading", { name: "Choose a password" });
  await user.type(screen.getByLabelText(/^Password/, { selector: "input" }), password);
  await user.type(screen.getByLabelText(/^Repeat password/), repeated);
  await user.click(screen.getByRole("button", { name: "Save password" }));
}

describe("signing up", () => {
  // shows S5.1
  test("names missing fields in the specification's words, and sends nothing", async () => {
    const signUp1 = vi.fn<SignUp1>(() => requested);
    show({ signUp1 });
    await user.click(screen.getByRole("button", { name: "Create account" }));

    const summary = within(screen.getByRole("alert"));
    for (const message of [
      "First name required.",
      "Last name required.",
      "Email address is required.",
      "Cell number: Please enter a number",
    ])
      expect(summary.getByRole("link", { name: message })).toBeTruthy();
    expect(signUp1).not.toHaveBeenCalled();
  });

  // shows S2.29
  test("goes from the details through the code to a password", async () => {
    const signUp1 = vi.fn<SignUp1>(() => requested);
    const signUp2 = vi.fn<FakeProcedure<"auth", "signUp2">>(() => ({ token: "t", user: newcomer }));
    show({ signUp1, signUp2 });

    await fillIn();
    expect(await screen.findByText(/^We sent a 3-character code to/)).toBeTruthy();
    expect(signUp1.mock.calls[0]?.[0]).toMatchObject({
      firstName: "Lindiwe",
      email: "lindiwe@example.test",
      cellNumber: "082 123 4567",
      nickname: "",
      uniqueId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await typeCode();
    await choosePassword("Quiet-Harbour-7", "Quiet-Harbour-7");

    expect(await screen.findByText("Registration complete!")).toBeTruthy();
    expect(signUp2).toHaveBeenCalledWith({ uuid: setPassword, password: "Quiet-Harbour-7" });
    expect(window.location.pathname).toBe("/");
  });

  test("continues at the code after a reload, and the emailed link fills it in", async () => {
    const login = vi.fn<FakeProcedure<"auth", "login">>(() => ({
      token: "t",
      user: newcomer,
      setPassword,
    }));
    const first = renderWithApi(<SignUpScreen />, { auth: fake({ login }) }, address);
    await fillIn();
    await screen.findByRole("heading", { name: "Enter your code" });
    first.unmount();

    const again = { ...address, path: "/sign-up#a1b" };
    renderWithApi(<SignUpScreen />, { auth: fake({ login }) }, again);
    expect(screen.getByRole("heading", { name: "Enter your code" })).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Sign in" }));

    await screen.findByRole("heading", { name: "Choose a password" });
    const { requestId } = requested;
    expect(login).toHaveBeenCalledWith({ email: "lindiwe@example.test", code: "A1B", requestId });
  });

  test("opened by the link in another browser says where the code works", async () => {
    renderWithApi(<SignUpScreen />, { auth: fake({}) }, { ...address, path: "/sign-up#a1b" });
    expect(screen.getByText(/works in the browser where you asked for it/)).toBeTruthy();
  });

  test("goes back to the typed details by Back", async () => {
    show();
    await fillIn();
    await screen.findByRole("heading", { name: "Enter your code" });
    await waitFor(() => expect(window.history.state?.layers).toBe(1));
    window.history.back();
    expect((await screen.findByLabelText<HTMLInputElement>(/^Email/)).value).toBe(
      "lindiwe@example.test",
    );
  });

  // shows S5.6
  test("rejects two different passwords", async () => {
    const signUp2 = vi.fn<FakeProcedure<"auth", "signUp2">>();
    show({ signUp2 });
    await fillIn();
    await typeCode();
    await choosePassword("Quiet-Harbour-7", "Quiet-Harbour-8");

    expect(screen.getAllByText(/Password does not match/).length).toBeGreaterThan(0);
    expect(signUp2).not.toHaveBeenCalled();
  });

  // shows S8.1
  test("shows an invalid number beside its field", async () => {
    show({
      signUp1: () => {
        throw new WrongFields({ cellNumber: "Please enter a valid number" });
      },
    });
    await fillIn();
    expect(
      await screen.findByRole("link", { name: "Cell number: Please enter a valid number" }),
    ).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe("Lindiwe");
  });

  // shows S8.1
  test("offers a contact email when the captcha fails", async () => {
    show({
      signUp1: () => {
        throw new Refusal("access.not-a-person");
      },
    });
    await fillIn();
    expect(await screen.findByText("Could not submit! Please email us instead!")).toBeTruthy();
    expect(screen.getByRole("link", { name: "orders@shop.test" })).toBeTruthy();
  });

  test("has a honeypot that is neither visible nor focusable", () => {
    show();
    expect(screen.queryByRole("textbox", { name: "Nickname" })).toBeNull();
    expect(screen.getByLabelText("Nickname").tabIndex).toBe(-1);
  });
});

describe("the offer of an account to a guest", () => {
  const addresses = { list: () => [anAddress] };

  // shows S2.17
  test("disappears when declined, and does not come back", async () => {
    renderWithApi(<GuestOffer />, { addresses });
    await user.click(await screen.findByRole("button", { name: "Not now" }));
    expect(screen.queryByText("Save your details for next time")).toBeNull();
  });

  test("is not shown to a signed-in user", async () => {
    renderWithApi(<GuestOffer />, { auth: { me: () => newcomer }, addresses });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.queryByText("Save your details for next time")).toBeNull();
  });

  test("prefills known details, and stays open until the password is chosen", async () => {
    let isSignedIn = false;
    const auth = fake({
      me: () => (isSignedIn ? newcomer : null),
      login: () => {
        isSignedIn = true;
        return { token: "t", user: newcomer, setPassword };
      },
    });
    renderWithApi(<GuestOffer />, { auth, addresses });
    await user.click(await screen.findByRole("button", { name: "Sign up" }));
    expect(await screen.findByRole("dialog", { name: "Create an account" })).toBeTruthy();
    expect((await screen.findByLabelText<HTMLInputElement>(/^Email/)).value).toBe(
      "thandi@example.test",
    );

    await user.click(screen.getByRole("button", { name: "Create account" }));
    await typeCode();
    await choosePassword("Quiet-Harbour-7", "Quiet-Harbour-7");

    expect(await screen.findByText("Registration complete!")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
