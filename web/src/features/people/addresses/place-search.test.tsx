import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { Breakdown, type FakeApi, type FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAddress, observatory, someProducts } from "../../../testing/some-data.ts";
import { RecipientDialog } from "./recipient-dialog.tsx";

const user = userEvent.setup({ delay: null });
const nothing = () => {};
const zaShop: FakeApi = {
  catalog: { products: () => someProducts },
  places: { byName: () => [observatory], byPostCode: () => [observatory] },
};

/** Opens the dialog for a new recipient, at the search for the place. */
async function openNew(fake: FakeApi = {}) {
  renderWithApi(<RecipientDialog address={null} onSaved={nothing} onClose={nothing} />, {
    ...zaShop,
    ...fake,
  });
  return screen.findByRole<HTMLInputElement>("textbox", { name: "Post code or suburb" });
}

/** Opens the dialog for a new recipient and chooses a place. */
async function openAtPlace(addresses: NonNullable<FakeApi["addresses"]> = {}) {
  const box = await openNew({ addresses });
  await user.type(box, "obs{Enter}");
  await user.click(await screen.findByRole("option", { name: /Observatory/ }));
  await screen.findByLabelText(/^First name/);
}

describe("finding the place", () => {
  // shows S5.16
  test("needs a search term", async () => {
    const box = await openNew();
    await user.click(screen.getByRole("button", { name: "Search" }));
    expect(screen.getByText("Please enter a post code or suburb name")).toBeTruthy();
    await user.type(box, "o");
    expect(screen.queryByText("Please enter a post code or suburb name")).toBeNull();
  });

  // shows S5.16
  test("treats a whole number as a post code, and anything else as a name", async () => {
    const byPostCode = vi.fn<FakeProcedure<"places", "byPostCode">>(() => [observatory]);
    const byName = vi.fn<FakeProcedure<"places", "byName">>(() => [observatory]);
    const box = await openNew({ places: { byPostCode, byName } });

    await user.type(box, " 7925 {Enter}");
    await screen.findByText("1 place found.");
    await user.clear(box);
    await user.type(box, "1st Avenue{Enter}");
    await vi.waitFor(() => expect(byName).toHaveBeenCalledWith({ name: "1st Avenue" }));

    expect(byPostCode.mock.calls).toEqual([[{ postCode: "7925" }]]);
    expect(byName).toHaveBeenCalledTimes(1);
  });

  // shows S2.26
  test("is the first step", async () => {
    const box = await openNew();
    expect(document.activeElement).toBe(box);
    expect(screen.queryByLabelText(/^First name/)).toBeNull();

    await user.click(screen.getByRole("button", { name: "Next" }));

    expect(screen.getByText("Please select a place.")).toBeTruthy();
    expect(document.activeElement).toBe(box);
  });

  test("works by keyboard alone, and the place is saved with the recipient", async () => {
    const save = vi.fn<FakeProcedure<"addresses", "save">>(() => ({ id: 9 }));
    const gardens = { ...observatory, id: 12, label: "Gardens", pcode: "8001" };
    await openNew({
      addresses: { save },
      places: { byName: () => [observatory, gardens] },
    });

    await user.keyboard("cape town{Enter}");
    expect(await screen.findByText("2 places found.")).toBeTruthy();
    await user.keyboard("{ArrowDown}");
    const list = screen.getByRole("listbox", { name: "Places" });
    expect(document.activeElement).toBe(list);
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{End}");
    const active = screen.getByRole("option", { selected: true });
    expect(active.textContent).toContain("Gardens");
    expect(list.getAttribute("aria-activedescendant")).toBe(active.id);
    await user.keyboard("{Enter}");

    const place = await screen.findByRole("group", { name: "Place" });
    expect(place.textContent).toContain("Gardens, Cape Town, 8001");
    expect(document.activeElement).toBe(place);
    await user.keyboard("{Tab}{Tab}Thandi{Tab}Mokoena{Tab}0821234567{Tab}{Tab}t@example.test{Tab}");
    await user.selectOptions(screen.getByLabelText(/^Address type/), "Residential");
    await user.keyboard("{Tab}1 Long Street{Enter}");
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]?.[0]).toMatchObject({ entry: "place", placeId: 12 });
  });

  // shows S2.27, S8.12
  test("gives advice when nothing is found, and more the second time", async () => {
    const box = await openNew({ places: { byPostCode: () => [] } });
    await user.type(box, "9999{Enter}");
    expect(
      await screen.findByText(
        "No results found.. If you don't find anything with your post code, then please try your suburb name, else check your spelling.",
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/pick the nearest suburb or area/)).toBeNull();

    await user.type(box, "{Enter}");

    expect(await screen.findByText(/pick the nearest suburb or area/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Enter the suburb manually" })).toBeNull();
    expect(box.value).toBe("9999");
  });

  // shows S5.16
  test("searches for any whole number, although no post code has five digits", async () => {
    const byPostCode = vi.fn<FakeProcedure<"places", "byPostCode">>(() => []);
    const box = await openNew({ places: { byPostCode } });
    await user.type(box, "12345{Enter}");
    expect(await screen.findByText(/^No results found/)).toBeTruthy();
    expect(byPostCode).toHaveBeenCalledWith({ postCode: "12345" });
    expect(box.getAttribute("aria-invalid")).not.toBe("true");
  });

  // shows S2.27, S5.14
  test("offers typing the suburb after two searches by name without a result", async () => {
    const save = vi.fn<FakeProcedure<"addresses", "save">>(() => ({ id: 9 }));
    const box = await openNew({ addresses: { save }, places: { byName: () => [] } });
    await user.type(box, "Nowhere{Enter}");
    await screen.findByText(/No results found/);
    expect(screen.queryByRole("button", { name: "Enter the suburb manually" })).toBeNull();
    await user.type(box, "s{Enter}");
    await user.click(await screen.findByRole("button", { name: "Enter the suburb manually" }));

    const suburb = await screen.findByLabelText<HTMLInputElement>(/^Suburb/);
    expect(suburb.value).toBe("Nowheres");
    await user.clear(suburb);
    await user.type(suburb, "Now");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("link", { name: "Suburb: Required" })).toBeTruthy();
    expect(save).not.toHaveBeenCalled();

    await user.click(screen.getByRole("button", { name: "change" }));
    const again = screen.getByRole<HTMLInputElement>("textbox", { name: "Post code or suburb" });
    expect(again.value).toBe("Nowheres");
  });

  // shows S8.11
  test("announces the search, and shows the server's refusal", async () => {
    let answer: (() => void) | undefined;
    const box = await openNew({
      places: {
        byName: async () => {
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
          throw new Breakdown();
        },
      },
    });
    await user.type(box, "obs{Enter}");
    expect(screen.getByText("Searching…").closest('[role="status"]')).toBeTruthy();

    await vi.waitFor(() => expect(answer).toBeDefined());
    answer?.();

    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(box.value).toBe("obs");
    expect(screen.queryByText(/No results found/)).toBeNull();
  });

  // shows S2.26
  test("restarts with 'change', and keeps the typed contact details", async () => {
    await openAtPlace();
    await user.type(screen.getByLabelText(/^First name/), "Thandi");
    await user.click(screen.getByRole("button", { name: "change" }));

    expect(screen.queryByRole("group", { name: "Place" })).toBeNull();
    await user.click(screen.getByRole("option", { name: /Observatory/ }));
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe("Thandi");
  });

  test("allows the suburb of the chosen place to be corrected", async () => {
    const save = vi.fn<FakeProcedure<"addresses", "save">>(() => ({ id: 9 }));
    const placed = { ...anAddress, placeId: observatory.id, place: observatory };
    renderWithApi(
      <RecipientDialog
        address={{ ...placed, isManualSuburb: false }}
        onSaved={nothing}
        onClose={nothing}
      />,
      { ...zaShop, addresses: { save } },
    );
    await user.click(await screen.findByRole("button", { name: "Change suburb" }));
    await user.type(screen.getByLabelText(/^Different suburb/), "Upper Observatory");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      entry: "place",
      placeId: observatory.id,
      manualSuburb: "Upper Observatory",
    });
  });
});
