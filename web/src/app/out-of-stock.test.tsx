import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ApiInputs } from "../api/api.ts";
import { beginAgain } from "../features/sales/orders/order-again.tsx";
import {
  changeDraft,
  clearDraft,
  readDraft,
  withAddress,
  withQuantity,
} from "../features/sales/orders/order-draft.ts";
import { forgetUnsent } from "../features/sales/orders/unsent-order.ts";
import { type FakeProcedure, Refusal } from "../testing/fake-api.ts";
import { orderQuote, orderShop } from "../testing/order-shop.ts";
import { renderWithApi } from "../testing/render.tsx";
import { anOrderDetail, someProducts } from "../testing/some-data.ts";
import { OrderPage } from "./order-page.tsx";

const user = userEvent.setup({ delay: null });

describe("the order form while the bottle is out of stock", () => {
  const [bottle, refill] = someProducts.products;
  const soldOut = { ...bottle!, outOfStock: true, outOfStockMessage: "We expect more in May." };
  const catalog = {
    products: () => ({ ...someProducts, products: [soldOut, refill!] }),
    quote: (input: ApiInputs["catalog"]["quote"]) => {
      const wanted = input.sections.flatMap(({ lines }) => lines);
      if (wanted.some(({ productId }) => productId === 94))
        throw new Refusal("order.product-unavailable");
      return orderQuote(input);
    },
  };
  beforeEach(() => {
    act(clearDraft);
    act(forgetUnsent);
  });

  test("shows the message, without a next step and without an error", async () => {
    renderWithApi(<OrderPage />, { ...orderShop, catalog });

    expect(await screen.findByText("Back soon")).toBeTruthy();
    expect(screen.getByText("We expect more in May.")).toBeTruthy();
    const ways = screen.getAllByRole<HTMLButtonElement>("button", { name: "Next" });
    expect(ways.map(({ disabled }) => disabled)).toEqual([true]);
    expect(screen.getByText("Add another product to order now.")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByLabelText("Quantity of 50 ml bottle")).toBeNull();
  });

  test("accepts an order of another product", async () => {
    renderWithApi(<OrderPage />, { ...orderShop, catalog });

    await user.click(await screen.findByRole("button", { name: "Add Refill 100ml" }));

    const next = screen.getByRole<HTMLButtonElement>("button", { name: "Next" });
    await vi.waitFor(() => expect(next.disabled).toBe(false));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("takes an email address for a message when it is back", async () => {
    const tellWhenBack = vi.fn<FakeProcedure<"products", "tellWhenBack">>(() => ({ noted: true }));
    renderWithApi(<OrderPage />, { ...orderShop, catalog, products: { tellWhenBack } });
    const tell = await screen.findByRole("button", { name: "Tell me when it is back" });

    await user.click(tell);
    expect(await screen.findByText("Email address is required.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    expect(tellWhenBack).not.toHaveBeenCalled();

    await user.type(screen.getByLabelText("Email"), " Kim@People.test ");
    await user.click(tell);
    expect(await screen.findByText(/We’ll email kim@people.test once/)).toBeTruthy();
    expect(tellWhenBack.mock.calls).toEqual([[{ productId: 94, email: "kim@people.test" }]]);
  });

  test("shows why an address was refused", async () => {
    const tellWhenBack = () => {
      throw new Refusal("access.too-many-tries");
    };
    renderWithApi(<OrderPage />, { ...orderShop, catalog, products: { tellWhenBack } });

    await user.type(await screen.findByLabelText("Email"), "kim@people.test");
    await user.click(screen.getByRole("button", { name: "Tell me when it is back" }));

    expect(await screen.findByText(domainErrors["access.too-many-tries"].message)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("kim@people.test");
  });
});

test("another product that is out of stock takes an email address as well", async () => {
  const tellWhenBack = vi.fn<FakeProcedure<"products", "tellWhenBack">>(() => ({ noted: true }));
  renderWithApi(<OrderPage />, { ...orderShop, products: { tellWhenBack } });

  await user.click(
    await screen.findByRole("button", { name: "Tell me when it is back: Linen pouch" }),
  );
  await user.type(await screen.findByLabelText("Email"), "kim@people.test");
  await user.click(screen.getByRole("button", { name: "Tell me when it is back" }));

  expect(await screen.findByText(/We’ll email kim@people.test once/)).toBeTruthy();
  expect(tellWhenBack.mock.calls).toEqual([[{ productId: 203, email: "kim@people.test" }]]);
});

describe("an order with a product that the shop no longer sells", () => {
  const [bottle, refill] = someProducts.products;
  const shopThatSells = (products: () => typeof someProducts.products) => ({
    ...orderShop,
    catalog: {
      products: () => ({ ...someProducts, products: products() }),
      quote: (input: ApiInputs["catalog"]["quote"]) => {
        const ids = input.sections.flatMap(({ lines }) => lines.map(({ productId }) => productId));
        if (ids.some((id) => !products().some((product) => product.id === id)))
          throw new Refusal("order.product-unavailable");
        return orderQuote(input);
      },
    },
  });
  const total = () => screen.findByText("R425.00");
  beforeEach(() => {
    act(clearDraft);
    act(forgetUnsent);
  });

  const [section] = anOrderDetail.sections;
  const [line] = section!.lines;
  const lines = [
    { ...line!, quantity: 1 },
    { ...line!, productId: 201, name: "Refill 100ml", quantity: 2 },
  ];
  const order = { ...anOrderDetail, sections: [{ ...section!, addressId: 7, lines }] };

  test("loses it, says so, and is placed without it", async () => {
    act(() => beginAgain(order));
    const save = vi.fn<FakeProcedure<"orders", "save">>(() => {
      throw new Refusal("order.stock-issues");
    });
    renderWithApi(<OrderPage />, { ...shopThatSells(() => [bottle!]), orders: { save } });

    expect(await screen.findByText("We left Refill 100ml out of your order.")).toBeTruthy();
    expect(await total()).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    act(() => changeDraft((draft) => ({ ...draft, step: 3, deliveryService: "ECO" })));
    await user.click(await screen.findByRole("button", { name: /^Place order and pay R425/ }));
    await vi.waitFor(() => expect(save).toHaveBeenCalled());
    const request = save.mock.calls[0]?.[0];
    expect(request?.sections).toEqual([{ addressId: 7, lines: [{ productId: 94, quantity: 1 }] }]);
  });

  test("loses it also where the order is repeated on the open page, until the notice is closed", async () => {
    renderWithApi(
      <OrderPage />,
      shopThatSells(() => [bottle!]),
    );
    expect(await total()).toBeTruthy();
    act(() => beginAgain(order));

    expect(await screen.findByText("We left Refill 100ml out of your order.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText("We left Refill 100ml out of your order.")).toBeNull();
  });

  test("keeps what is on sale again by the time a new list has come", async () => {
    const list = Promise.withResolvers<typeof someProducts>();
    const products = vi.fn<() => typeof someProducts | Promise<typeof someProducts>>();
    products.mockReturnValueOnce({ ...someProducts, products: [bottle!] });
    products.mockReturnValue(list.promise);
    const quote = vi.fn<typeof orderQuote>(orderQuote);
    renderWithApi(<OrderPage />, { ...orderShop, catalog: { products, quote } });
    expect(await total()).toBeTruthy();
    quote.mockImplementationOnce(() => {
      throw new Refusal("order.product-unavailable");
    });
    act(() => changeDraft((draft) => withQuantity(draft, 94, 3)));
    await vi.waitFor(() => expect(products).toHaveBeenCalledTimes(2));

    act(() => beginAgain(order));
    await act(async () => list.resolve({ ...someProducts, products: [bottle!, refill!] }));
    expect(await screen.findByLabelText<HTMLInputElement>("Quantity of Refill 100ml")).toBeTruthy();
    expect(readDraft().sections[0]?.quantities).toMatchObject({ 94: 1, 201: 2 });
    expect(readDraft().leftOut).toBeUndefined();
  });

  test.for([1, 3] as const)("loses it when it goes during step %s", async (step) => {
    let products = [bottle!, refill!];
    act(() =>
      changeDraft((draft) => ({
        ...withQuantity(withAddress(draft, 7), 201, 1),
        step,
        deliveryService: "ECO",
      })),
    );
    const shop = shopThatSells(() => products);
    const save = () => {
      products = [bottle!];
      throw new Refusal("order.product-unavailable");
    };
    renderWithApi(<OrderPage />, { ...shop, orders: { save } });
    await screen.findAllByText(/R750\.00/);

    if (step === 3) await user.click(screen.getByRole("button", { name: /^Place order and pay/ }));
    else {
      products = [bottle!];
      await user.click(screen.getByRole("button", { name: "One more Refill 100ml" }));
    }

    expect(await screen.findByText("We left Refill 100ml out of your order.")).toBeTruthy();
    expect(await screen.findAllByText(/R425\.00/)).toBeTruthy();
  });
});

describe("the order form of a shop without the bottle", () => {
  beforeEach(() => {
    act(clearDraft);
    act(forgetUnsent);
  });
  const withProducts = (products: typeof someProducts.products) => ({
    ...orderShop,
    catalog: {
      products: () => ({ ...someProducts, products }),
      quote: () => {
        throw new Refusal("order.product-unavailable");
      },
    },
  });

  test("says that there is nothing to order yet", async () => {
    renderWithApi(<OrderPage />, withProducts([]));
    expect(await screen.findAllByText("We have no products to order yet.")).toHaveLength(2);
    const ways = screen.getAllByRole<HTMLButtonElement>("button", { name: "Next" });
    expect(ways.map(({ disabled }) => disabled)).toEqual([true]);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByLabelText("Quantity of 50 ml bottle")).toBeNull();
  });

  test("sells its other products", async () => {
    renderWithApi(<OrderPage />, withProducts(someProducts.products.slice(1)));
    expect(await screen.findByText("We do not sell this bottle right now.")).toBeTruthy();
    expect(await screen.findByText("Add another product to order now.")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Add Refill 100ml" })).toBeTruthy();
  });
});
