import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import {
  Breakdown,
  type FakeApi,
  type FakeProcedure,
  Refusal,
  WrongFields,
} from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAddress, observatory, someProducts } from "../../../testing/some-data.ts";
import { someSettings } from "../../../testing/some-settings.ts";
import { RecipientDialog } from "./recipient-dialog.tsx";

const user = userEvent.setup({ delay: null });
const nothing = () => {};
const zaShop: FakeApi = {
  catalog: { products: () => someProducts },
  places: { byName: () => [observatory], byPostCode: () => [observatory] },
};

async function open(
  addresses: NonNullable<FakeApi["addresses"]>,
  onSaved = vi.fn<(id: number) => void>(),
  onClose = vi.fn<() => void>(),
) {
  renderWithApi(<RecipientDialog address={anAddress} onSaved={onSaved} onClose={onClose} />, {
    addresses,
    ...zaShop,
  });
  await screen.findByRole("button", { name: "Save" });
  return { onSaved, onClose };
}

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

describe("the recipient dialog", () => {
  test("marks required and optional fields", async () => {
    await openAtPlace();

    expect(screen.getByText("Fields marked * are required.")).toBeTruthy();
    expect(screen.getByLabelText("Complex or building (optional)")).toBeTruthy();
    expect(screen.getByLabelText(/^First name/).hasAttribute("required")).toBe(true);
    expect(
      screen.getByText("The courier will call this number on the day of delivery."),
    ).toBeTruthy();
  });

  test("gives every contact field its autocomplete token", async () => {
    await openAtPlace();

    const tokens = screen
      .getAllByRole("textbox")
      .map((field) => field.getAttribute("autocomplete")?.split(" ").at(-1));
    expect(tokens).toEqual([
      "given-name",
      "family-name",
      "tel-national",
      "tel-national",
      "email",
      "address-line1",
      "address-line2",
      "off",
    ]);
  });

  // shows S5.13
  test("shows no error while a first value is typed, and removes one at the keystroke that fixes it", async () => {
    await openAtPlace();
    const name = screen.getByLabelText(/^First name/);

    await user.type(name, "T");
    expect(screen.queryByText("First name is required.")).toBeNull();
    await user.tab();
    expect(screen.getByText("First name is required.")).toBeTruthy();
    await user.type(name, "h");
    expect(screen.queryByText("First name is required.")).toBeNull();
  });

  // shows S5.12
  test("lists all errors in the specification's words, and focuses the list", async () => {
    document.title = "Order – Rhizo";
    await openAtPlace();

    await user.click(screen.getByRole("button", { name: "Save" }));

    const summary = screen.getByRole("alert");
    expect(document.activeElement).toBe(summary);
    expect(
      within(summary)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual([
      "First name is required.",
      "Last name is required.",
      "Cell number: Please enter a 10-digit SA phone number without country code, spaces, or special characters",
      "Recipient email is required.",
      "Please choose an address type",
      "Street address: Required",
    ]);
    expect(document.title).toBe("Error: Order – Rhizo");
  });

  test.each([
    ["082 123 4567", "0821234567"],
    ["+27 82 123 4567", "0821234567"],
    ["0027821234567", "0821234567"],
  ])("converts %s to the number %s", async (pasted, number) => {
    await openAtPlace();
    const field = screen.getByLabelText<HTMLInputElement>(/^Cell number/);

    await user.click(field);
    await user.paste(pasted);

    expect(field.value).toBe(number);
  });

  // shows S5.13, S9.7
  test("rejects other numbers", async () => {
    const save = vi.fn<FakeProcedure<"addresses", "save">>(() => ({ id: 7 }));
    const { onSaved } = await open({ save });
    const field = screen.getByLabelText(/^Alternate number/);

    await user.type(field, "021 555 010");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("link", { name: /Phone number format is required\.$/ })).toBeTruthy();
    expect(save).not.toHaveBeenCalled();

    await user.type(field, "0");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(7));
    expect(save.mock.calls[0]?.[0]).toMatchObject({ recipientAltNumber: "0215550100" });
  });

  test("saves a change under the id of the recipient", async () => {
    const save = vi.fn<FakeProcedure<"addresses", "save">>(() => ({ id: 7 }));
    const { onSaved } = await open({ save });

    await user.type(screen.getByLabelText(/^Last name/), "-Dlamini");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(7));
    expect(save.mock.calls[0]?.[0]).toMatchObject({ id: 7, recipientLastName: "Mokoena-Dlamini" });
  });

  test("shows field errors of the server beside the field", async () => {
    const { onSaved } = await open({
      save: () => {
        throw new WrongFields({ postalCode: "No such postal code" });
      },
    });

    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByRole("link", { name: "No such postal code" })).toBeTruthy();
    expect(screen.getByLabelText(/^Postal code/).getAttribute("aria-invalid")).toBe("true");
    expect(onSaved).not.toHaveBeenCalled();
  });

  // shows S8.10
  test("keeps the typed values when the server refuses", async () => {
    await open({
      save: () => {
        throw new Refusal("order.unknown-address");
      },
    });

    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("We could not find that recipient.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe("Thandi");
  });

  // shows S2.28
  test("asks before discarding typed values, and only then", async () => {
    const { onClose } = await open({});
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledTimes(1);

    await user.type(screen.getByLabelText(/^First name/), "x");
    await user.click(screen.getAllByRole("button", { name: "Cancel" })[0]!);

    expect(screen.getByRole("dialog", { name: "Lose any unsaved changes?" })).toBeTruthy();
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe("the recipient dialog of the United Kingdom", () => {
  const ukShop: FakeApi = {
    catalog: { products: () => ({ ...someProducts, region: "uk", currency: "GBP" }) },
  };

  test("has lines, a town and a postcode, and no place search", async () => {
    const save = vi.fn<FakeProcedure<"addresses", "save">>(() => ({ id: 9 }));
    const onSaved = vi.fn<(id: number) => void>();
    renderWithApi(<RecipientDialog address={null} onSaved={onSaved} onClose={nothing} />, {
      ...ukShop,
      addresses: { save },
    });
    await user.type(await screen.findByLabelText(/^First name/), "Isla");
    await user.type(screen.getByLabelText(/^Last name/), "Evans");
    await user.click(screen.getByLabelText(/^Cell number/));
    await user.paste("+44 (0)7400 123456");
    await user.type(screen.getByLabelText(/^Email/), "isla@example.test");
    await user.selectOptions(screen.getByLabelText(/^Address type/), "Residential");
    await user.type(screen.getByLabelText(/^Address line 1/), "1 High Street");
    await user.type(screen.getByLabelText(/^Address line 2/), "Flat 3");
    await user.type(screen.getByLabelText(/^Town/), "London");
    await user.type(screen.getByLabelText(/^Postcode/), "sw1a1a");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(
      screen.getByRole("link", { name: "Please enter a postcode like SW1A 1AA" }),
    ).toBeTruthy();

    await user.type(screen.getByLabelText(/^Postcode/), "a");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(9));
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      entry: "uk",
      recipientCell: "07400123456",
      streetAddress: "1 High Street",
      line2: "Flat 3",
      town: "London",
      postalCode: "SW1A 1AA",
    });
  });

  test("rejects a South African number", async () => {
    renderWithApi(<RecipientDialog address={null} onSaved={nothing} onClose={nothing} />, ukShop);
    await user.type(await screen.findByLabelText(/^Cell number/), "0821234567");
    await user.tab();
    expect(screen.getByText("Please enter a UK mobile number like 07400 123456")).toBeTruthy();
  });
});

describe("the recipient dialog of the United States", () => {
  const usShop: FakeApi = {
    catalog: { products: () => ({ ...someProducts, region: "usa", currency: "USD" }) },
    settings: {
      public: () => ({ ...someSettings, region: "usa", currency: "USD", phoneCountry: "US" }),
    },
  };

  test("has a street, a city, a state and a ZIP code, and no place search", async () => {
    const save = vi.fn<FakeProcedure<"addresses", "save">>(() => ({ id: 9 }));
    const onSaved = vi.fn<(id: number) => void>();
    renderWithApi(<RecipientDialog address={null} onSaved={onSaved} onClose={nothing} />, {
      ...usShop,
      addresses: { save },
    });
    await user.type(await screen.findByLabelText(/^First name/), "Kim");
    await user.type(screen.getByLabelText(/^Last name/), "Jacobs");
    const cell = screen.getByLabelText<HTMLInputElement>(/^Cell number/);
    await user.click(cell);
    await user.paste("+1 (201) 555-0123");
    expect(cell.value).toBe("2015550123");
    await user.type(screen.getByLabelText(/^Email/), "kim@example.test");
    await user.selectOptions(screen.getByLabelText(/^Address type/), "Residential");
    await user.type(screen.getByLabelText(/^Street address/), "1 Main Street");
    await user.type(screen.getByLabelText(/^Apartment/), "Apt 4");
    await user.type(screen.getByLabelText(/^City/), "Austin");
    await user.type(screen.getByLabelText(/^ZIP code/), "7870");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("link", { name: /^Please choose a state|State/ })).toBeTruthy();
    expect(
      screen.getByRole("link", { name: "Please enter a ZIP code like 10001 or 10001-1234" }),
    ).toBeTruthy();
    expect(screen.queryByLabelText(/^VAT number/)).toBeNull();

    await user.selectOptions(screen.getByLabelText(/^State/), "Texas");
    await user.type(screen.getByLabelText(/^ZIP code/), "1");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(9));
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      entry: "us",
      recipientCell: "2015550123",
      streetAddress: "1 Main Street",
      line2: "Apt 4",
      town: "Austin",
      province: "TX",
      postalCode: "78701",
    });
  });
});

test("shows an error when the form cannot be loaded, and offers to retry", async () => {
  let isBroken = true;
  renderWithApi(<RecipientDialog address={null} onSaved={nothing} onClose={nothing} />, {
    catalog: {
      products: () => {
        if (isBroken) throw new Breakdown();
        return someProducts;
      },
    },
  });
  const retry = await screen.findByRole("button", { name: "Try again" });
  isBroken = false;
  await user.click(retry);
  expect(await screen.findByLabelText("Post code or suburb")).toBeTruthy();
});
