import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { type FakeApi, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAddress, aDistributor, observatory, someProducts } from "../../../testing/some-data.ts";
import { RecipientPicker } from "./recipient-picker.tsx";

const user = userEvent.setup({ delay: null });
const pieter = { ...anAddress, id: 8, recipientFirstName: "Pieter" };

function Order(props: { taken: ReadonlyMap<number, number>; onChosen: (id: number) => void }) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  return (
    <RecipientPicker
      chosenId={chosenId}
      taken={props.taken}
      wanted={0}
      onChosen={(id) => {
        props.onChosen(id);
        setChosenId(id);
      }}
    />
  );
}

function show(fake: NonNullable<FakeApi["addresses"]>, taken = new Map<number, number>()) {
  const onChosen = vi.fn<(id: number) => void>();
  renderWithApi(<Order taken={taken} onChosen={onChosen} />, {
    addresses: fake,
    auth: { me: () => aDistributor },
    catalog: { products: () => someProducts },
  });
  return onChosen;
}

describe("the picker of recipients", () => {
  test("preselects the recipient of the last order", async () => {
    show({ list: () => [anAddress, { ...pieter, lastUsed: true }] });
    const radio = await screen.findByRole<HTMLInputElement>("radio", { name: /Pieter/ });
    await waitFor(() => expect(radio.checked).toBe(true));
  });

  test("preselects the only recipient", async () => {
    const onChosen = show({ list: () => [anAddress] });
    await waitFor(() => expect(onChosen).toHaveBeenCalledWith(7));
  });

  test("does not preselect a recipient of another parcel", async () => {
    const onChosen = show(
      { list: () => [anAddress, { ...pieter, lastUsed: true }] },
      new Map([[8, 1]]),
    );
    await screen.findByRole("radio", { name: /Pieter/ });
    expect(onChosen).not.toHaveBeenCalled();
  });

  test("preselects no one before the first order", async () => {
    const onChosen = show({ list: () => [anAddress, pieter] });
    await screen.findByRole("radio", { name: /Pieter/ });
    expect(onChosen).not.toHaveBeenCalled();
  });

  // shows S2.21
  test("selects by a press anywhere on the card", async () => {
    const onChosen = show({ list: () => [anAddress, pieter] });
    const [, place] = await screen.findAllByText(/Observatory, Cape Town/);
    if (place) await user.click(place);
    expect(onChosen).toHaveBeenCalledWith(8);
  });

  // shows S2.22
  test("neither preselects nor allows a recipient whose address needs an update, and says what to do", async () => {
    const blank = { ...anAddress, suburb: "", town: "", postalCode: "", needsUpdate: true };
    const onChosen = show({ list: () => [blank] });
    const radio = await screen.findByRole<HTMLInputElement>("radio", { name: /Thandi/ });
    expect(screen.getByText(/Our courier has moved to a new system/)).toBeTruthy();
    await user.click(radio);
    expect(radio.disabled).toBe(true);
    expect(onChosen).not.toHaveBeenCalled();

    await user.click(screen.getByRole("button", { name: "Update Address" }));

    const dialog = within(await screen.findByRole("dialog", { name: "Edit recipient" }));
    expect(await dialog.findByLabelText("Post code or suburb")).toBeTruthy();
  });

  test("does not select an edited recipient", async () => {
    let list = [anAddress, pieter];
    const onChosen = show({
      list: () => list,
      save: () => {
        list = [anAddress, { ...pieter, id: 12, formerIds: [8] }];
        return { id: 12 };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Actions for Pieter Mokoena" }));
    await user.click(screen.getByRole("menuitem", { name: "Edit" }));
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(onChosen).not.toHaveBeenCalled();
    const radio = screen.getByRole("radio", { name: /Pieter/ });
    await waitFor(() => expect(document.activeElement).toBe(radio));
  });

  test("shows in the card why a deletion was refused", async () => {
    show({
      list: () => [anAddress, pieter],
      delete: () => {
        throw new Refusal("order.unknown-address");
      },
    });
    await user.click(await screen.findByRole("button", { name: "Actions for Pieter Mokoena" }));
    await user.click(screen.getByRole("menuitem", { name: "Delete…" }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));

    const cards = within(screen.getByRole("group", { name: "Recipients" }));
    expect(await cards.findByText("We could not find that recipient.")).toBeTruthy();
  });

  // shows S2.21
  test("does not offer to delete the only recipient", async () => {
    show({ list: () => [anAddress] });
    await user.click(await screen.findByRole("button", { name: "Actions for Thandi Mokoena" }));
    expect(screen.getByRole("menuitem", { name: "Edit" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Delete…" })).toBeNull();
  });

  test("reopens an unfinished form after a reload", async () => {
    const fake: FakeApi = {
      addresses: { list: () => [] },
      catalog: { products: () => someProducts },
      places: { byName: () => [observatory] },
    };
    const picker = <Order taken={new Map()} onChosen={() => {}} />;
    const first = renderWithApi(picker, fake);
    await user.click(await screen.findByRole("button", { name: "Add recipient" }));
    await user.type(await screen.findByLabelText("Post code or suburb"), "obs{Enter}");
    await user.click(await screen.findByRole("option", { name: /Observatory/ }));
    await user.type(await screen.findByLabelText(/^First name/), "Lindiwe");
    first.unmount();

    const again = renderWithApi(picker, fake);
    const name = await screen.findByLabelText<HTMLInputElement>(/^First name/);
    expect(name.value).toBe("Lindiwe");
    expect(screen.getByText(/Observatory/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    again.unmount();

    renderWithApi(picker, fake);
    await screen.findByRole("button", { name: "Add recipient" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
