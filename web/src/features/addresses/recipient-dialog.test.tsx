import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeProcedure, type FakeApi, Refusal, WrongFields } from "../../testing/fake-api.ts";
import { renderWithApi } from "../../testing/render.tsx";
import { anAddress } from "../../testing/some-data.ts";
import { RecipientDialog } from "./recipient-dialog.tsx";

const user = userEvent.setup({ delay: null });
const nothing = () => {};

function open(
  addresses: NonNullable<FakeApi["addresses"]>,
  onSaved = vi.fn<(id: number) => void>(),
  onClose = vi.fn<() => void>(),
) {
  renderWithApi(<RecipientDialog address={anAddress} onSaved={onSaved} onClose={onClose} />, {
    addresses,
  });
  return { onSaved, onClose };
}

describe("the recipient dialog", () => {
  test("marks what is needed and what is not", () => {
    renderWithApi(<RecipientDialog address={null} onSaved={nothing} onClose={nothing} />, {});

    expect(screen.getByText("Fields marked * are needed.")).toBeTruthy();
    expect(screen.getByLabelText("Complex or building (optional)")).toBeTruthy();
    expect(screen.getByLabelText(/^First name/).hasAttribute("required")).toBe(true);
    expect(screen.getByText("The courier calls this number on the day.")).toBeTruthy();
  });

  test("gives every field of a person the word by which a browser fills it", () => {
    renderWithApi(<RecipientDialog address={null} onSaved={nothing} onClose={nothing} />, {});

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
      "address-level3",
      "address-level2",
      "postal-code",
      "off",
    ]);
  });

  test("does not scold while a first value is typed, and stops at the keystroke that mends it", async () => {
    renderWithApi(<RecipientDialog address={null} onSaved={nothing} onClose={nothing} />, {});
    const name = screen.getByLabelText(/^First name/);

    await user.type(name, "T");
    expect(screen.queryByText("First name is required.")).toBeNull();
    await user.tab();
    expect(screen.getByText("First name is required.")).toBeTruthy();
    await user.type(name, "h");
    expect(screen.queryByText("First name is required.")).toBeNull();
  });

  test("lists everything that is wrong, in the specification's words, and puts the focus there", async () => {
    document.title = "Order – Rhizo";
    renderWithApi(<RecipientDialog address={null} onSaved={nothing} onClose={nothing} />, {});

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
      "Suburb: Please select a place.",
      "Town or city: Please select a place.",
      "Province: Required",
      "Postal code: Required",
    ]);
    expect(document.title).toBe("Error: Order – Rhizo");
  });

  test.each([
    ["082 123 4567", "0821234567"],
    ["+27 82 123 4567", "0821234567"],
    ["0027821234567", "0821234567"],
  ])("takes %s as the number %s", async (pasted, number) => {
    renderWithApi(<RecipientDialog address={null} onSaved={nothing} onClose={nothing} />, {});
    const field = screen.getByLabelText<HTMLInputElement>(/^Cell number/);

    await user.click(field);
    await user.paste(pasted);

    expect(field.value).toBe(number);
  });

  test("takes no other number, or one of ten characters", async () => {
    const save = vi.fn<FakeProcedure<"addresses", "save">>(() => ({ id: 7 }));
    const { onSaved } = open({ save });
    const field = screen.getByLabelText(/^Another number/);

    await user.type(field, "021 555 010");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("link", { name: /Phone number format is required\.$/ })).toBeTruthy();
    expect(save).not.toHaveBeenCalled();

    await user.type(field, "0");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(7));
    expect(save.mock.calls[0]?.[0]).toMatchObject({ recipientAltNumber: "0215550100" });
  });

  test("saves what was changed under its own id", async () => {
    const save = vi.fn<FakeProcedure<"addresses", "save">>(() => ({ id: 7 }));
    const { onSaved } = open({ save });

    await user.type(screen.getByLabelText(/^Last name/), "-Dlamini");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(7));
    expect(save.mock.calls[0]?.[0]).toMatchObject({ id: 7, recipientLastName: "Mokoena-Dlamini" });
  });

  test("shows at the field what only the server could find", async () => {
    const { onSaved } = open({
      save: () => {
        throw new WrongFields({ postalCode: "No such postal code" });
      },
    });

    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByRole("link", { name: "No such postal code" })).toBeTruthy();
    expect(screen.getByLabelText(/^Postal code/).getAttribute("aria-invalid")).toBe("true");
    expect(onSaved).not.toHaveBeenCalled();
  });

  test("keeps what was typed when the server refuses", async () => {
    open({
      save: () => {
        throw new Refusal("order.unknown-address");
      },
    });

    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("We could not find that recipient.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe("Thandi");
  });

  test("asks before it loses what was typed, and does not ask when nothing was", async () => {
    const { onClose } = open({});
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledTimes(1);

    await user.type(screen.getByLabelText(/^First name/), "x");
    await user.click(screen.getAllByRole("button", { name: "Cancel" })[0]!);

    expect(screen.getByRole("dialog", { name: "Lose any unsaved changes?" })).toBeTruthy();
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
