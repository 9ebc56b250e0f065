import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { Breakdown, type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAddress, someProducts } from "../../../testing/some-data.ts";
import { AddressBookScreen } from "./address-book-screen.tsx";

const user = userEvent.setup({ delay: null });
const at = { path: "/distributor/my-address-book", pattern: "/distributor/my-address-book" };
const pieter = { ...anAddress, id: 8, recipientFirstName: "Pieter", recipientLastName: "Botha" };
const seven = Array.from({ length: 7 }, (_, index) => ({
  ...anAddress,
  id: index + 1,
  recipientFirstName: `Person${index + 1}`,
  town: index === 4 ? "Knysna" : "Cape Town",
}));

function show(addresses: NonNullable<FakeApi["addresses"]>) {
  renderWithApi(
    <AddressBookScreen />,
    { addresses, catalog: { products: () => someProducts } },
    at,
  );
}

async function openMenu(name: string) {
  await user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
}

describe("the address book", () => {
  test("shows each recipient with address and contact details", async () => {
    const numbers = ["082 123 4567", "021 555 0100"];
    show({ list: () => [{ ...anAddress, numbers, vatNo: "4123" }] });

    const card = within(await screen.findByRole("listitem"));
    expect(card.getByRole("heading", { name: "Thandi Mokoena" })).toBeTruthy();
    for (const text of [
      "12 Milkwood Lane",
      "Observatory, Cape Town, 7925",
      "082 123 4567, 021 555 0100",
      "thandi@example.test",
      "VAT number 4123",
    ])
      expect(card.getByText(text, { exact: false })).toBeTruthy();
  });

  // shows S2.48, S9.21
  test("opens an address on a map at street level", async () => {
    show({ list: () => [anAddress] });

    const link = await screen.findByRole("link", { name: "Map of Thandi Mokoena" });
    const url = new URL(link.getAttribute("href") ?? "");

    expect(url.searchParams.get("q")).toBe("12 Milkwood Lane, Observatory, Cape Town, 7925");
    expect(url.searchParams.get("z")).toBe("16");
    expect(link.getAttribute("rel")).toContain("noreferrer");
  });

  // shows S6.17
  test("explains its purpose while it is empty", async () => {
    show({ list: () => [] });
    expect(await screen.findByText("No recipients yet")).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Add recipient" }));

    expect(await screen.findByRole("dialog", { name: "Add recipient" })).toBeTruthy();
  });

  test("shows an error when it cannot be loaded, and retries", async () => {
    let isBroken = true;
    show({
      list: () => {
        if (isBroken) throw new Breakdown();
        return [anAddress];
      },
    });
    expect(await screen.findByText("We could not load your address book.")).toBeTruthy();

    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));

    expect(await screen.findByText("Thandi Mokoena")).toBeTruthy();
  });

  // shows S2.25, S2.28
  test("opens a recipient with the stored values, and confirms the save", async () => {
    let list: (typeof anAddress)[] = [
      { ...anAddress, recipientAltNumber: "0215550100", vatNo: "4123" },
    ];
    const save = vi.fn<FakeProcedure<"addresses", "save">>((input) => {
      const town = input.entry === "manual" ? input.town : "";
      list = [{ ...anAddress, id: 12, formerIds: [7], town }];
      return { id: 12 };
    });
    show({ list: () => list, save });
    await openMenu("Thandi Mokoena");
    await user.click(screen.getByRole("menuitem", { name: "Edit" }));

    const dialog = within(await screen.findByRole("dialog", { name: "Edit recipient" }));
    const town = await dialog.findByLabelText(/^Town or city/);
    await user.clear(town);
    await user.type(town, "Paarl");
    await user.click(dialog.getByRole("button", { name: "Save" }));

    expect(await screen.findByText(/Observatory, Paarl/)).toBeTruthy();
    expect(screen.getByText("Saved!")).toBeTruthy();
    const menu = screen.getByRole("button", { name: "Actions for Thandi Mokoena" });
    await waitFor(() => expect(document.activeElement).toBe(menu));
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      id: 7,
      town: "Paarl",
      recipientAltNumber: "0215550100",
      vatNo: "4123",
    });
  });

  // shows S2.25, S8.22
  test("asks before deleting a recipient, and confirms it", async () => {
    let list = [anAddress, pieter];
    const remove = vi.fn<FakeProcedure<"addresses", "delete">>(({ id }) => {
      list = list.filter((one) => one.id !== id);
      return { id };
    });
    show({ list: () => list, delete: remove });
    await openMenu("Pieter Botha");
    await user.click(screen.getByRole("menuitem", { name: "Delete…" }));

    const question = within(await screen.findByRole("dialog", { name: "Delete Pieter Botha?" }));
    expect(remove).not.toHaveBeenCalled();
    await user.click(question.getByRole("button", { name: "Delete" }));

    expect(await screen.findByText("Item deleted.")).toBeTruthy();
    expect(screen.queryByText("Pieter Botha")).toBeNull();
    expect(remove).toHaveBeenCalledWith(expect.objectContaining({ id: 8 }));
    await openMenu("Thandi Mokoena");
    expect(screen.queryByRole("menuitem", { name: "Delete…" })).toBeNull();
  });

  // shows S8.10
  test("shows a refusal in the card", async () => {
    show({
      list: () => [anAddress, pieter],
      delete: () => {
        throw new Refusal("address.last");
      },
    });
    await openMenu("Pieter Botha");
    await user.click(screen.getByRole("menuitem", { name: "Delete…" }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));

    const refusal = await screen.findByText("This is your only recipient. Add another one first.");
    expect(refusal.closest("li")?.textContent).toContain("Pieter Botha");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("can be searched with more than six recipients, and keeps the search in the URL", async () => {
    show({ list: () => seven });
    await user.type(await screen.findByRole("searchbox", { name: "Search recipients" }), "knys pe");

    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
    expect(screen.getByText(/Person5/)).toBeTruthy();
    expect(window.location.search).toBe("?recipient=knys+pe");

    await user.type(screen.getByRole("searchbox"), "%");
    expect(await screen.findByText("No recipients match")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(7));
  });

  test("does not search flags that the cards do not show", async () => {
    show({ list: () => seven });
    await user.type(await screen.findByRole("searchbox", { name: "Search recipients" }), "true");

    expect(await screen.findByText("No recipients match")).toBeTruthy();
  });

  test("cannot be searched with six recipients", async () => {
    show({ list: () => seven.slice(1) });
    expect(await screen.findAllByRole("listitem")).toHaveLength(6);
    expect(screen.queryByRole("searchbox")).toBeNull();
  });
});

describe("the menu of a recipient", () => {
  test("closes on Escape and returns the focus", async () => {
    show({ list: () => [anAddress, pieter] });
    const button = await screen.findByRole("button", { name: "Actions for Pieter Botha" });
    button.focus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("menu")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Edit");
    for (const [key, entry] of [
      ["ArrowDown", "Delete…"],
      ["ArrowDown", "Edit"],
      ["End", "Delete…"],
      ["Home", "Edit"],
      ["ArrowUp", "Delete…"],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect(document.activeElement?.textContent).toBe(entry);
    }

    await user.keyboard("{Escape}");

    expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test("closes on Tab, which goes on from its button", async () => {
    show({ list: () => [anAddress, pieter] });
    await openMenu("Thandi Mokoena");
    await user.tab();
    expect(screen.queryByRole("menu")).toBeNull();
    await user.tab({ shift: true });
    const button = screen.getByRole("button", { name: "Actions for Thandi Mokoena" });
    expect(document.activeElement).toBe(button);
  });

  test("closes by its button, also where a pressed button gets no focus", async () => {
    show({ list: () => [anAddress, pieter] });
    await openMenu("Pieter Botha");
    const button = screen.getByRole("button", { name: "Actions for Pieter Botha" });
    fireEvent.mouseDown(button);
    act(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    fireEvent.mouseUp(button);
    fireEvent.click(button);
    expect(screen.queryByRole("menu")).toBeNull();
  });

  test("closes when something else is pressed", async () => {
    show({ list: () => [anAddress, pieter] });
    await openMenu("Pieter Botha");
    await user.click(screen.getByRole("heading", { name: "My address book" }));
    expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
  });

  test("is a sheet on a phone", async () => {
    vi.spyOn(window, "matchMedia").mockImplementation(phone);
    show({ list: () => [anAddress, pieter] });
    await openMenu("Pieter Botha");

    const sheet = within(await screen.findByRole("dialog", { name: "Pieter Botha" }));
    await user.click(sheet.getByRole("button", { name: "Delete…" }));

    expect(await screen.findByRole("dialog", { name: "Delete Pieter Botha?" })).toBeTruthy();
    expect(screen.queryByRole("dialog", { name: "Pieter Botha" })).toBeNull();
  });
});

function phone(media: string): MediaQueryList {
  return {
    matches: true,
    media,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  };
}
