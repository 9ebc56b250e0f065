import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithApi } from "../testing/render.tsx";
import { aDistributor } from "../testing/some-data.ts";
import { useSession } from "./session.tsx";

function Who() {
  return <p>{useSession().state}</p>;
}

test("a sign-out in another tab ends the session here at once", async () => {
  let user: typeof aDistributor | null = aDistributor;
  renderWithApi(<Who />, { auth: { me: () => user } });
  await screen.findByText("signed-in");
  user = null;
  window.dispatchEvent(new StorageEvent("storage", { key: "signed-out-at" }));
  expect(await screen.findByText("guest")).toBeTruthy();
});
