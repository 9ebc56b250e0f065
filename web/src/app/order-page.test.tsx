import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import { act, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  changeDraft,
  clearDraft,
  readDraft,
  withQuantity,
} from "../features/sales/orders/order-draft.ts";
import { forgetUnsent } from "../features/sales/orders/unsent-order.ts";
import {
  type FakeProcedure,
  Breakdown,
  LostLine,
  Refusal,
  WrongFields,
} from "../testing/fake-api.ts";
import { keepGuestBuyer } from "../session/guest-buyer.ts";
import { orderQuote as quote, orderShop as shop } from "../testing/order-shop.ts";
import { renderWithApi } from "../testing/render.tsx";
import { anAddress, someOrderId, someProducts } from "../testing/some-data.ts";
import { OrderPage } from "./order-page.tsx";

const user = userEvent.setup({ delay: null });
const someBuyer = {
  firstName: "Kim",
  lastName: "van Wyk",
  email: "kim@people.test",
  cellNumber: "083 765 4321",
};
const pay = /^Place order and pay R425\.00$/;

async function goToSummary(): Promise<void> {
  const [next] = await screen.findAllByRole("button", { name: "Next" });
  await screen.findByRole("radio", { name: /Thandi Mokoena/ });
  await user.click(next!);
  await screen.findByRole("heading", { name: "Choose a delivery option" });
  await screen.findByRole("radio", { name: /Economy/ });
  await user.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("heading", { name: "Check your order" });
}

test("says before an order is placed that its seller is no longer active", async () => {
  act(clearDraft);
  renderWithApi(<OrderPage />, { ...shop, orders: { via: () => ({ firstName: null }) } });
  await goToSummary();
  expect(await screen.findByText(/^The seller whose link you followed is no longer/)).toBeTruthy();
});

describe("the order form", () => {
  beforeEach(() => {
    act(clearDraft);
    act(forgetUnsent);
    const typed = { firstName: "", lastName: "", email: "", cellNumber: "" };
    act(() => keepGuestBuyer({ isRecipient: null, typed }));
  });

  // shows S2.15
  test("shows the price with delivery before asking for personal data", async () => {
    renderWithApi(<OrderPage />, { ...shop, addresses: { list: () => [] } });

    expect(await screen.findByText("R425.00")).toBeTruthy();
    expect(screen.getByText("R325.00", { selector: "dd *" })).toBeTruthy();
  });

  test("gets the price of the typed quantity from the server", async () => {
    const asked = vi.fn<FakeProcedure<"catalog", "quote">>(quote);
    renderWithApi(<OrderPage />, {
      ...shop,
      catalog: { products: () => someProducts, quote: asked },
    });

    const field = await screen.findByLabelText("Quantity of 50 ml bottle");
    await user.clear(field);
    await user.type(field, "36");

    expect(await screen.findByText("R11 800.00")).toBeTruthy();
    expect(asked).toHaveBeenLastCalledWith({
      sections: [{ lines: [{ productId: 94, quantity: 36 }] }],
    });
  });

  // shows S5.10
  test("names what is missing in the words of the specification", async () => {
    renderWithApi(<OrderPage />, { ...shop, addresses: { list: () => [] } });

    const [next] = await screen.findAllByRole("button", { name: "Next" });
    await screen.findByRole("button", { name: "Add recipient" });
    await user.click(next!);

    expect(screen.getByText(domainErrors["order.empty"].message)).toBeTruthy();
    expect(await screen.findByRole("dialog", { name: "Add recipient" })).toBeTruthy();
  });

  test("does not accept a product that is out of stock, and shows its message", async () => {
    renderWithApi(<OrderPage />, shop);

    expect(await screen.findByText("We expect more within two weeks.")).toBeTruthy();
    expect(screen.getByText("Back soon")).toBeTruthy();
    expect(screen.queryByLabelText("Quantity of Linen pouch")).toBeNull();
  });

  test("offers to load the price again when the server did not answer", async () => {
    let isBroken = true;
    renderWithApi(<OrderPage />, {
      ...shop,
      catalog: {
        quote,
        products: () => {
          if (isBroken) throw new LostLine();
          return someProducts;
        },
      },
    });
    await screen.findByText(/We could not load the price/);

    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));

    expect(await screen.findByText("per bottle")).toBeTruthy();
  });

  // shows S9.11
  test("offers free collection from the office", async () => {
    renderWithApi(<OrderPage />, shop);
    const [next] = await screen.findAllByRole("button", { name: "Next" });
    await screen.findByRole("radio", { name: /Thandi/ });
    await user.click(next!);

    await user.click(await screen.findByRole("radio", { name: /Collect from our office/ }));

    expect(await screen.findByText("R325.00", { selector: "[aria-live] *" })).toBeTruthy();
    // Collection needs a name.
    const goOn = screen.getByRole<HTMLButtonElement>("button", { name: "Next" });
    expect(screen.getByText("Choose who collects the order.")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "A courier will collect it for me" }));
    expect(screen.getByText("Please enter the courier’s name.")).toBeTruthy();
    expect(goOn.disabled).toBe(true);
    await user.type(screen.getByLabelText(/Name of the courier/), "Swift");
    await user.click(goOn);
    expect(await screen.findByText(/Collection from our office by Swift/)).toBeTruthy();
  });

  // shows S4.15
  test("sends the name of the person who collects", async () => {
    const save = vi.fn<FakeProcedure<"orders", "save">>(() => {
      throw new LostLine();
    });
    renderWithApi(<OrderPage />, { ...shop, orders: { save } });
    await goToSummary();
    act(() =>
      changeDraft((draft) => ({
        ...draft,
        deliveryService: "COL",
        collection: { ...draft.collection, by: "courier", courierName: "" },
      })),
    );
    const place = await screen.findByRole<HTMLButtonElement>("button", { name: /R325\.00$/ });
    expect(place.disabled).toBe(true);
    expect(screen.getByText("Please enter the courier’s name.")).toBeTruthy();

    const collection = { by: "courier", courierName: " Swift " } as const;
    act(() =>
      changeDraft((draft) => ({ ...draft, collection: { ...draft.collection, ...collection } })),
    );
    await user.click(place);
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      deliveryService: "COL",
      collection: { by: "courier", courierName: "Swift" },
    });
  });

  test("asks a guest who collects for name and number once", async () => {
    renderWithApi(<OrderPage />, shop);
    await goToSummary();
    const collection = {
      by: "self",
      courierName: "",
      name: " Kim van Wyk ",
      cellNumber: "083 765 4321",
    } as const;
    act(() =>
      changeDraft((draft) => ({
        ...draft,
        collection,
        sections: draft.sections.map((section) => ({
          ...section,
          addressId: null,
          deliveryService: "COL",
        })),
      })),
    );
    const first = await screen.findByLabelText<HTMLInputElement>(/^First name/);
    expect(first.value).toBe("Kim");
    expect(screen.getByLabelText<HTMLInputElement>(/^Last name/).value).toBe("van Wyk");
    expect(screen.getByLabelText<HTMLInputElement>(/^Cell number/).value).toBe("083 765 4321");
  });

  const collectedBy = (cellNumber: string) =>
    act(() =>
      changeDraft((draft) => ({
        ...draft,
        step: 2,
        collection: { by: "self", courierName: "", name: "Kim van Wyk", cellNumber },
        sections: draft.sections.map((section) => ({
          ...section,
          addressId: null,
          deliveryService: "COL",
        })),
      })),
    );
  const wrongNumber = "Please enter a valid cell number.";

  test("keeps a wrong number of the collector in the step that asks for it", async () => {
    const check = vi.fn<FakeProcedure<"phones", "check">>(({ number }) =>
      number === "083 765 4321"
        ? { valid: true, international: "+27837654321" }
        : { valid: false, message: wrongNumber },
    );
    collectedBy("083 765");
    renderWithApi(<OrderPage />, { ...shop, phones: { check } });
    const field = await screen.findByLabelText<HTMLInputElement>(/^Cell number/);
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findAllByText(wrongNumber)).toHaveLength(2);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);

    await user.type(field, " 4321");
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByRole("heading", { name: "Check your order" })).toBeTruthy();
  });

  test("keeps what is typed and chosen while the number of the collector is checked", async () => {
    const answers = new Array<() => void>();
    const check = ({ number }: { number: string }) =>
      new Promise<{ valid: true; international: string }>((resolve) => {
        answers.push(() => resolve({ valid: true, international: number }));
      });
    const answer = () =>
      act(async () => {
        for (const give of answers.splice(0)) give();
      });
    const next = () => screen.getByRole<HTMLButtonElement>("button", { name: "Next" });
    collectedBy("083 765 4321");
    renderWithApi(<OrderPage />, { ...shop, phones: { check } });
    const field = await screen.findByLabelText<HTMLInputElement>(/^Cell number/);
    await user.click(next());
    expect(next().disabled).toBe(true);

    await user.type(field, "0");
    await answer();
    expect(readDraft()).toMatchObject({ step: 2, collection: { cellNumber: "083 765 43210" } });

    await user.click(next());
    await user.type(screen.getByLabelText(/^Your name/), " II");
    await answer();
    expect(await screen.findByRole("heading", { name: "Check your order" })).toBeTruthy();
    expect(readDraft().collection.name).toBe("Kim van Wyk II");
  });

  test("leads back to the collector whose number the server refuses", async () => {
    const save = () => {
      throw new WrongFields({ "collection.cellNumber": wrongNumber });
    };
    collectedBy("083 765 4321");
    act(() => changeDraft((draft) => ({ ...draft, step: 3 })));
    act(() => keepGuestBuyer({ isRecipient: null, typed: someBuyer }));
    renderWithApi(<OrderPage />, { ...shop, orders: { save } });
    await user.click(await screen.findByRole("button", { name: /^Place order and pay R325/ }));
    expect(await screen.findByText(`Who collects it: ${wrongNumber}`)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Change who collects" }));
    expect(await screen.findByLabelText(/^Cell number/)).toBeTruthy();
  });

  // shows S2.23
  test("shows in the summary what store credit leaves to pay", async () => {
    const withCredit: typeof quote = (input) => ({ ...quote(input), storeCredit: 5_000 });
    renderWithApi(<OrderPage />, {
      ...shop,
      catalog: { products: () => someProducts, quote: withCredit },
    });
    await goToSummary();
    const factOf = (name: RegExp) =>
      screen.getAllByText(name).map((term) => term.parentElement?.textContent);
    // On a phone among the parcels, else beside them.
    expect(factOf(/^Your store credit/)).toEqual(
      Array(2).fill("Your store credit You can use it on the next page−R50.00"),
    );
    expect(factOf(/^Amount due after store credit/)).toEqual(
      Array(2).fill("Amount due after store creditR375.00"),
    );
    expect(screen.getByRole("button", { name: pay })).toBeTruthy();
  });

  test("shows the original price of a product in the summary too", async () => {
    act(() => changeDraft((draft) => withQuantity(draft, 201, 3)));
    renderWithApi(<OrderPage />, shop);
    await goToSummary();
    const struck = await screen.findByText("R650.00");
    expect(struck.closest("s")).not.toBeNull();
  });

  test("starts anew where another tab with the same draft has placed the order", async () => {
    renderWithApi(<OrderPage />, shop);
    await goToSummary();
    await vi.waitFor(() => expect(readDraft().id).toBeDefined());
    localStorage.setItem("placed-drafts-1", JSON.stringify(["another", readDraft().id]));
    act(() => void window.dispatchEvent(new StorageEvent("storage")));

    expect(await screen.findByText("This order was placed in another tab.")).toBeTruthy();
    expect(readDraft()).toMatchObject({ step: 1, attempt: null });
    expect(readDraft().id).toBeUndefined();
  });

  test("asks a guest for the buyer, who may be the only recipient", async () => {
    const save = vi.fn<FakeProcedure<"orders", "save">>(() => {
      throw new LostLine();
    });
    renderWithApi(<OrderPage />, { ...shop, orders: { save } });
    await goToSummary();
    const same = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Same as the/ });
    expect(same.checked).toBe(true);
    expect(screen.queryByText("Add a gift message")).toBeNull();
    await user.click(same);
    await screen.findByLabelText(/^First name/);
    const place = await screen.findByRole("button", { name: pay });
    await user.click(place);
    expect(screen.getByText("There are some problems")).toBeTruthy();
    expect(save).not.toHaveBeenCalled();

    await user.type(screen.getByLabelText(/^First name/), "Kim");
    await user.type(screen.getByLabelText(/^Last name/), "Buyer");
    await user.type(screen.getByLabelText(/^Email/), "Kim@people.test");
    await user.type(screen.getByLabelText(/^Cell number/), "0837654321");
    await user.click(screen.getByRole("button", { name: "Add a gift message" }));
    await user.type(screen.getByLabelText(/^Gift message/), "Enjoy");
    await user.click(place);
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      buyer: {
        firstName: "Kim",
        lastName: "Buyer",
        email: "kim@people.test",
        cellNumber: "0837654321",
      },
      sections: [{ addressId: 7, giftMessage: "Enjoy" }],
    });
  });

  // shows S5.11
  test("shows how many characters of the delivery notes are left", async () => {
    renderWithApi(<OrderPage />, shop);
    await goToSummary();
    expect(screen.getByText("60 characters left")).toBeTruthy();

    await user.type(screen.getByLabelText(/Delivery notes/), "Green gate");

    expect(screen.getByText("50 characters left")).toBeTruthy();
  });

  // shows S2.17, S4.3
  test("places one order however often the button is pressed, and goes to payment", async () => {
    const save = vi.fn<FakeProcedure<"orders", "save">>(() => ({
      uuid: someOrderId,
      orderNumber: 10_421,
      total: 42_500,
      currency: "ZAR" as const,
    }));
    renderWithApi(<OrderPage />, { ...shop, orders: { save } });
    await goToSummary();

    await user.dblClick(await screen.findByRole("button", { name: pay }));

    await vi.waitFor(() => expect(window.location.pathname).toBe(`/orders/pay/${someOrderId}`));
    expect(save).toHaveBeenCalledTimes(1);
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      sections: [{ addressId: 7, lines: [{ productId: 94, quantity: 1 }] }],
      buyer: { firstName: "Thandi", lastName: "Mokoena" },
    });
  });

  test("places the order for the total on the button, and asks again after a price change", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let rise = 0;
    const dearer: FakeProcedure<"catalog", "quote"> = (input) => {
      const priced = quote(input);
      return { ...priced, total: priced.total + rise };
    };
    const save = vi.fn<FakeProcedure<"orders", "save">>(() => {
      rise = 7500;
      throw new Refusal("order.price-changed");
    });
    const catalog = { products: () => someProducts, quote: dearer };
    renderWithApi(<OrderPage />, { ...shop, catalog, orders: { save } });
    await goToSummary();
    await user.click(await screen.findByRole("button", { name: pay }));

    expect(await screen.findByText(/The price has changed\. Check the new total/)).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2001));
    await user.click(await screen.findByRole("button", { name: /R500\.00$/ }));
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    const [first, second] = save.mock.calls.map(([input]) => input);
    expect(first?.expectedTotal).toBe(42_500);
    expect(second).toMatchObject({ expectedTotal: 50_000, commandId: first?.commandId });
  });

  test("retries with the same command id after a lost answer, and a new one after a change", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const save = vi.fn<FakeProcedure<"orders", "save">>(() => {
      throw new LostLine();
    });
    renderWithApi(<OrderPage />, { ...shop, orders: { save } });
    await goToSummary();
    const press = async () => {
      await act(() => vi.advanceTimersByTimeAsync(2001));
      await user.click(await screen.findByRole("button", { name: pay }));
      await screen.findByRole("dialog", { name: "We could not send your order" });
      await user.click(screen.getByRole("button", { name: "Close" }));
    };

    await press();
    await press();
    changeDraft((draft) => ({ ...draft, deliveryNotes: "Green gate" }));
    await press();
    vi.useRealTimers();

    const [first, again, other] = save.mock.calls.map(([input]) => input.commandId);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  // shows S2.15
  test("accepts a second recipient, with a quantity each", async () => {
    renderWithApi(<OrderPage />, {
      ...shop,
      addresses: { list: () => [anAddress, { ...anAddress, id: 8, recipientFirstName: "Pieter" }] },
    });
    await user.click(await screen.findByRole("radio", { name: /Thandi/ }));
    await user.click(screen.getByRole("button", { name: "Add a parcel for someone else" }));
    const taken = await screen.findByRole<HTMLInputElement>("radio", {
      name: /Thandi.*Gets parcel 1/,
    });
    expect(taken.disabled).toBe(true);
    await user.click(await screen.findByRole("radio", { name: /Pieter/ }));

    const parts = within(await screen.findByRole("list", { name: "Recipients in this order" }));
    expect(
      await parts.findByRole("button", { name: "Change 1 unit for Thandi Mokoena" }),
    ).toBeTruthy();
    expect(
      await parts.findByRole("heading", { name: "Parcel 2: 1 unit for Pieter Mokoena" }),
    ).toBeTruthy();
    // The parcel's total is the server's answer, and appears later than the parcel.
    expect(await parts.findByText("R425.00")).toBeTruthy();
    expect(await screen.findByText("R850.00")).toBeTruthy();
  });

  test("shows an error when the recipients cannot be loaded", async () => {
    renderWithApi(<OrderPage />, {
      ...shop,
      addresses: {
        list: () => {
          throw new Breakdown();
        },
      },
    });

    expect(await screen.findByText("We could not load your recipients.")).toBeTruthy();
    expect(screen.getByText(/c0ffee-12/)).toBeTruthy();
  });
});
