import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { SessionEnded } from "../../../app/session-ended.tsx";
import { leavePage } from "../../../session/ended-session.ts";
import { useSession } from "../../../session/session.tsx";
import { Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor } from "../../../testing/some-data.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { LoginScreen } from "./login-screen.tsx";
import { PersonCard } from "./person-card.tsx";

const user = userEvent.setup({ delay: null });
afterEach(() => leavePage());

function Profile() {
  const [isDirty, setDirty] = useState(false);
  const session = useSession();
  useUnsavedGuard(isDirty);
  if (session.state !== "signed-in")
    return (
      <>
        <p>No one is signed in</p>
        <LoginScreen />
      </>
    );
  return (
    <>
      <p>Signed in: {session.user.firstName}</p>
      <PersonCard onDirty={setDirty} />
    </>
  );
}

/** The profile, with a server whose session can end. */
function openProfile() {
  const server = { isOver: false, person: aDistributor, saved: new Array<string>() };
  const profile = {
    ...aDistributor,
    cellNumber: "0821234567",
    pendingEmail: null,
    cellHold: null,
    isOwnNumber: true,
    distributorArea: "Cape Town",
    hasArea: true,
    company: null,
    vatNo: null,
  };
  renderWithApi(
    <>
      <Profile />
      <SessionEnded />
    </>,
    {
      auth: {
        me: () => (server.isOver ? null : server.person),
        login: () => {
          server.isOver = false;
          return { token: "t", user: server.person };
        },
      },
      profile: {
        get: () => profile,
        update: ({ firstName }) => {
          if (server.isOver) throw new Refusal("access.sign-in-required");
          server.saved.push(firstName);
          return { verified: true };
        },
      },
    },
  );
  return server;
}

async function typeFirstName(name: string) {
  const field = await screen.findByLabelText(/^First name/);
  await user.clear(field);
  await user.type(field, name);
}

async function signInAgain() {
  const cover = await screen.findByRole("dialog", { name: "Your session has ended" });
  await user.type(screen.getByLabelText(/^Password/), "Demo-1234!");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  return cover;
}

// shows T302
describe("a session that ends while something is typed", () => {
  test("is asked for over the page, and what was sent goes on by itself", async () => {
    const server = openProfile();
    await typeFirstName("Benjamin");
    server.isOver = true;
    await user.click(screen.getByRole("button", { name: "Save" }));

    const cover = await signInAgain();
    await expect.poll(() => cover.isConnected).toBe(false);
    expect(await screen.findByText("Profile updated!")).toBeTruthy();
    expect(server.saved).toEqual(["Benjamin"]);
  });

  test("ended in another tab keeps what was typed too, and signing in there goes on here", async () => {
    const server = openProfile();
    await typeFirstName("Benjamin");
    server.isOver = true;
    elsewhere({ key: "person", newValue: "0" });
    const cover = await screen.findByRole("dialog", { name: "Your session has ended" });
    server.isOver = false;
    elsewhere({ key: "person", newValue: String(aDistributor.id) });
    await expect.poll(() => cover.isConnected).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe("Benjamin");
  });

  test("keeps nothing for another person who signs in, and sends nothing", async () => {
    const server = openProfile();
    await typeFirstName("Benjamin");
    server.isOver = true;
    await user.click(screen.getByRole("button", { name: "Save" }));
    server.person = { ...aDistributor, id: aDistributor.id + 1, firstName: "Kim" };
    await signInAgain();
    expect(await screen.findByText("Signed in: Kim")).toBeTruthy();
    expect(server.saved).toEqual([]);
  });

  test("can be left, without what was typed", async () => {
    const server = openProfile();
    await typeFirstName("Benjamin");
    server.isOver = true;
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.click(await screen.findByRole("button", { name: "Discard what I typed" }));
    await expect.poll(() => window.location.pathname).toBe("/login");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.saved).toEqual([]);
  });

  test("leaves the page at once where nothing was typed", async () => {
    const server = openProfile();
    await screen.findByLabelText(/^First name/);
    server.isOver = true;
    elsewhere({ key: "person", newValue: "0" });
    expect(await screen.findByText("No one is signed in")).toBeTruthy();
    expect(await screen.findByText("Your session has ended")).toBeTruthy();
  });

  test("says why it asks to sign in, until somebody has", async () => {
    const server = openProfile();
    await screen.findByLabelText(/^First name/);
    server.isOver = true;
    act(() => void window.dispatchEvent(new Event("visibilitychange")));
    await screen.findByText("Your session has ended");
    expect(screen.queryByText("Please sign in to see that page.")).toBeNull();
    server.isOver = false;
    act(() => void window.dispatchEvent(new Event("visibilitychange")));
    expect(await screen.findByText("Signed in: Ben")).toBeTruthy();
    expect(screen.queryByText("Your session has ended")).toBeNull();
  });

  test("is not asked for after a sign-out in another tab", async () => {
    const server = openProfile();
    await typeFirstName("Benjamin");
    server.isOver = true;
    elsewhere({ key: "signed-out-at" });
    expect(await screen.findByText("No one is signed in")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByText("Your session has ended")).toBeNull();
  });
});

function elsewhere(event: StorageEventInit): void {
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", event));
  });
}
