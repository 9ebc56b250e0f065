import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAddress, observatory, someOrderId, someProducts } from "../../../testing/some-data.ts";
import { OrderRecipientDialog } from "./order-recipient-dialog.tsx";
// Loaded lazily by the dialog; imported here, so that loading does not count towards the timeout of a test.
import "../../people/addresses/person-and-street.tsx";

const user = userEvent.setup({ delay: null });
const there = { latitude: -33.9307, longitude: 18.4107 };
type Correct = FakeProcedure<"orders", "correctRecipient">;

function open(
  orders: { recipient?: FakeProcedure<"orders", "recipient">; correctRecipient?: Correct },
  onClose = vi.fn<() => void>(),
) {
  const recipient = () => ({ ...anAddress, ...there });
  renderWithApi(<OrderRecipientDialog uuid={someOrderId} section={1} onClose={onClose} />, {
    orders: { recipient, ...orders },
    catalog: { products: () => someProducts },
    places: { byName: () => [observatory], byPostCode: () => [observatory] },
  });
  return onClose;
}

const corrects = () => vi.fn<Correct>(({ uuid }) => ({ uuid, addressId: 8, isQuotedAnew: true }));

describe("the address of an order", () => {
  test("is sent with the id of the former one, and says that the courier is asked for a new price", async () => {
    const correctRecipient = corrects();
    const onClose = open({ correctRecipient });
    await screen.findByText(/not the buyer’s address book/);
    const street = await screen.findByLabelText(/^Street address/);
    await user.clear(street);
    await user.type(street, "9 Kloof Street");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [sent] = correctRecipient.mock.calls[0] ?? [];
    expect(sent).toMatchObject({
      uuid: someOrderId,
      section: 1,
      formerAddressId: anAddress.id,
      streetAddress: "9 Kloof Street",
      manualSuburb: "Observatory",
    });
    // Another street is another point on the map.
    expect(sent).not.toHaveProperty("latitude");
    expect(await screen.findByText("Saved! Asking the courier for a new price…")).toBeTruthy();
  });

  test("keeps its point on the map when only the person changes", async () => {
    const correctRecipient = corrects();
    const onClose = open({ correctRecipient });
    const first = await screen.findByLabelText(/^First name/);
    await user.clear(first);
    await user.type(first, "Nomsa");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(correctRecipient.mock.calls[0]?.[0]).toMatchObject({
      recipientFirstName: "Nomsa",
      ...there,
    });
  });

  test("keeps the typed values when the server refuses the change", async () => {
    const correctRecipient = vi.fn<Correct>(() => {
      throw new Refusal("order.recipient-booked");
    });
    const onClose = open({ correctRecipient });
    const street = await screen.findByLabelText<HTMLInputElement>(/^Street address/);
    await user.clear(street);
    await user.type(street, "9 Kloof Street");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText(/Cancel the shipment/)).toBeTruthy();
    expect(street.value).toBe("9 Kloof Street");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByText("Lose any unsaved changes?")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  test("that can no longer be changed shows why immediately", async () => {
    open({
      recipient: () => {
        throw new Refusal("order.recipient-underway");
      },
    });
    expect(await screen.findByText(/The courier has this parcel/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });
});
