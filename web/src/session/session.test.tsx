import { act, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { api } from "../api/api.ts";
import type { FakeProcedure } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import { aDistributor, anAddress } from "../testing/some-data.ts";
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

function Name() {
  const session = useSession();
  const book = api.addresses.list.useQuery({ uniqueId: "7f2c1d1e-0000-4000-8000-0000000000aa" });
  return (
    <>
      <p>{session.state === "signed-in" ? `Signed in: ${session.user.id}` : session.state}</p>
      <p>{book.data ? book.data.map(({ recipientFirstName }) => recipientFirstName) : "No book"}</p>
    </>
  );
}

// shows T279
describe("what another tab of this browser does", () => {
  const elsewhere = (newValue: string) =>
    act(() => {
      window.dispatchEvent(new StorageEvent("storage", { key: "person", newValue }));
    });
  const pending = new Promise<never>(() => {});

  test("drops everything of the former person at once, before the server has answered", async () => {
    let isOver = false;
    renderWithApi(<Name />, {
      auth: { me: () => (isOver ? pending : aDistributor) },
      addresses: { list: () => (isOver ? pending : [anAddress]) },
    });
    await screen.findByText("Thandi");
    isOver = true;
    elsewhere("0");
    expect(await screen.findByText("guest")).toBeTruthy();
    expect(screen.getByText("No book")).toBeTruthy();
  });

  test("shows neither person until it is known who has signed in there", async () => {
    let isOver = false;
    renderWithApi(<Name />, {
      auth: { me: () => (isOver ? pending : aDistributor) },
      addresses: { list: () => (isOver ? pending : [anAddress]) },
    });
    await screen.findByText("Thandi");
    isOver = true;
    elsewhere(String(aDistributor.id + 1));
    expect(await screen.findByText("unknown")).toBeTruthy();
    expect(screen.getByText("No book")).toBeTruthy();
  });

  test("changes nothing for the same person", async () => {
    const list = vi.fn<FakeProcedure<"addresses", "list">>(() => [anAddress]);
    renderWithApi(<Name />, { auth: { me: () => aDistributor }, addresses: { list } });
    await screen.findByText("Thandi");
    elsewhere(String(aDistributor.id));
    expect(screen.getByText("Thandi")).toBeTruthy();
    expect(list).toHaveBeenCalledOnce();
  });
});
