import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { coverPage, useHasLapsed } from "../session/ended-session.ts";
import { useUnsavedWork } from "../session/unsaved-work.ts";
import { useSession } from "../session/session.tsx";
import { renderWithApi } from "../testing/render.tsx";
import { aDistributor } from "../testing/some-data.ts";
import { SessionEnded } from "./session-ended.tsx";

// As after a release whose files replaced those of this page.
vi.mock("../features/people/accounts/sign-in-again.tsx", () => ({
  get SignInAgain() {
    throw new TypeError("Failed to fetch dynamically imported module: /assets/again.js");
  },
}));

function Profile() {
  const session = useSession();
  useUnsavedWork(session.state === "signed-in");
  const hasLapsed = useHasLapsed();
  if (session.state === "signed-in") return <p>Signed in: {session.user.firstName}</p>;
  return hasLapsed && <p>Your session has ended</p>;
}

test("leaves the page, says why and answers what waits where the cover has lost its code", async () => {
  let isOver = false;
  renderWithApi(
    <>
      <Profile />
      <SessionEnded />
    </>,
    { auth: { me: () => (isOver ? null : aDistributor) } },
    { path: "/distributor/profile", pattern: "*?" },
  );
  await screen.findByText("Signed in: Ben");
  isOver = true;

  expect(await coverPage()).toBe(false);

  await expect.poll(() => window.location.pathname).toBe("/login");
  expect(await screen.findByText("Your session has ended")).toBeTruthy();
});
