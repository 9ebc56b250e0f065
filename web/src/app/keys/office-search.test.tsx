import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useLocation } from "wouter";
import type { FakeProcedure } from "../../testing/fake-api.ts";
import { renderWithApi } from "../../testing/render.tsx";
import { aDistributor } from "../../testing/some-data.ts";
import { aListedCustomer, anAdmin } from "../../testing/some-people.ts";
import { navigationFor } from "../navigation.ts";
import { officeScreens } from "../office-screens.ts";
import { HeaderTools } from "../office-header.tsx";
import { switchSingleKeys } from "./office-keys.ts";

const user = userEvent.setup({ delay: null });

function Where() {
  const [path] = useLocation();
  return <p data-testid="where">{path + window.location.search}</p>;
}

function showKeys(who = anAdmin) {
  const people = vi.fn<FakeProcedure<"users", "list">>(({ search }) => ({
    total: 1,
    isCapped: false,
    counts: { admin: 0, accountant: 0, distributor: 1, stockist: 0, customer: 0, school: 0 },
    cappedRoles: [],
    rows: search === "thandi" ? [aListedCustomer] : [],
  }));
  const orders = vi.fn<FakeProcedure<"orders", "list">>(() => ({
    rows: [],
    total: 0,
    isCapped: false,
  }));
  renderWithApi(
    <>
      <HeaderTools user={who} navigation={navigationFor(who, officeScreens)} />
      <main>
        <input type="search" aria-label="Search this page" />
        <textarea aria-label="Notes" />
      </main>
      <Where />
    </>,
    { users: { list: people }, orders: { list: orders } },
    { path: "/admin/orders", pattern: "/*?" },
  );
  return { people, orders };
}

const openPalette = async (name = "Search pages, people and orders") => {
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  return screen.findByRole("combobox", { name }, { timeout: 10_000 });
};

beforeEach(() => switchSingleKeys(true));

describe("the search", () => {
  test("opens with Ctrl-K on any page, and goes to a page by a few letters and Enter", async () => {
    showKeys();
    screen.getByRole("textbox", { name: "Notes" }).focus();
    const box = await openPalette();
    expect(document.activeElement).toBe(box);
    await user.type(box, "payout req");
    const option = screen.getByRole("option", { name: /^Payout requests/ });
    expect(box.getAttribute("aria-activedescendant")).toBe(option.id);
    await user.keyboard("{Enter}");
    expect(screen.getByTestId("where").textContent).toBe("/admin/payout-requests");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("loses no letter that is typed before its field is there", async () => {
    showKeys();
    const notes = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Notes" });
    notes.focus();
    fireEvent.keyDown(notes, { key: "k", ctrlKey: true });
    await user.keyboard("payx{Backspace}out ");
    const box = await screen.findByRole<HTMLInputElement>("combobox");
    await expect.poll(() => document.activeElement).toBe(box);
    await user.keyboard("req");
    expect(box.value).toBe("payout req");
    expect(notes.value).toBe("");
  });

  test("is given up by Escape before its field is there, and what is typed then goes where it did", async () => {
    showKeys();
    const notes = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Notes" });
    notes.focus();
    fireEvent.keyDown(notes, { key: "k", ctrlKey: true });
    await user.keyboard("pay{Escape}ok");
    expect(notes.value).toBe("ok");
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  test("finds people by name, and orders only by number", async () => {
    const { people, orders } = showKeys();
    const box = await openPalette();
    await user.type(box, "thandi");
    const found = await screen.findByRole("group", { name: "People" });
    expect(orders).not.toHaveBeenCalled();
    await user.click(within(found).getByRole("option"));
    expect(screen.getByTestId("where").textContent).toBe(`/admin/people/${aListedCustomer.id}`);

    const asked = people.mock.calls.length;
    await user.type(await openPalette(), "RH2248");
    await waitFor(() => expect(orders).toHaveBeenCalled());
    expect(orders.mock.lastCall?.[0]).toMatchObject({ search: "RH2248" });
    expect(people).toHaveBeenCalledTimes(asked);
    await screen.findByText(
      "No results. Try a name, an email address, an order number or the name of a page.",
    );
  });

  test("moves with the arrow keys, wrapping at the ends", async () => {
    showKeys();
    const box = await openPalette();
    const options = screen.getAllByRole("option");
    await user.keyboard("{ArrowUp}");
    expect(box.getAttribute("aria-activedescendant")).toBe(options.at(-1)?.id);
    await user.keyboard("{ArrowDown}");
    expect(box.getAttribute("aria-activedescendant")).toBe(options[0]?.id);
  });

  test("finds a member's own pages, and does not query the office's orders", async () => {
    const { orders } = showKeys(aDistributor);
    const box = await openPalette("Search pages and people");
    expect(screen.queryByRole("option", { name: /Audit/ })).toBeNull();
    await user.type(box, "2248");
    await screen.findByText("No results. Try a name, an email address or the name of a page.");
    expect(orders).not.toHaveBeenCalled();
  });

  test("leads a member to the list of the role that was found", async () => {
    showKeys(aDistributor);
    await user.type(await openPalette("Search pages and people"), "thandi");
    const found = await screen.findByRole("group", { name: "People" });
    await user.click(within(found).getByRole("option"));
    const { role, email } = aListedCustomer;
    expect(screen.getByTestId("where").textContent).toBe(
      `/distributor/my-network?tab=people&role=${role}&search=${encodeURIComponent(email)}`,
    );
  });
});

describe("single keys", () => {
  test("open the page's search and the list of shortcuts", async () => {
    showKeys();
    fireEvent.keyDown(document.body, { key: "/" });
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    screen.getByRole("searchbox").blur();
    fireEvent.keyDown(document.body, { key: "?" });
    expect(
      await screen.findByRole("dialog", { name: "Keyboard shortcuts" }, { timeout: 10_000 }),
    ).toBeTruthy();
  });

  test("are typed in a field", () => {
    showKeys();
    const notes = screen.getByRole("textbox", { name: "Notes" });
    notes.focus();
    expect(fireEvent.keyDown(notes, { key: "/" })).toBe(true);
    expect(document.activeElement).toBe(notes);
  });

  test("do nothing when switched off", async () => {
    showKeys();
    fireEvent.keyDown(document.body, { key: "?" });
    await user.click(await screen.findByRole("switch", { name: "Turn on the / and ? shortcuts" }));
    await user.click(screen.getByRole("button", { name: "Close" }));
    fireEvent.keyDown(document.body, { key: "?" });
    fireEvent.keyDown(document.body, { key: "/" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).not.toBe(screen.getByRole("searchbox"));
  });
});
