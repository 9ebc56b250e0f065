import { startingQuantity } from "@portal/shared/platform/constants.ts";
import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import {
  changeDraft,
  clearDraft,
  readDraft,
  withQuantity,
} from "../features/sales/orders/order-draft.ts";
import { orderShop } from "../testing/order-shop.ts";
import { renderWithApi } from "../testing/render.tsx";
import { someProducts } from "../testing/some-data.ts";
import { ProductPage } from "./product-page.tsx";
import { OrderPage } from "./order-page.tsx";

const open = (slug: string) =>
  renderWithApi(<ProductPage />, orderShop, {
    path: `/products/${slug}`,
    pattern: "/products/:slug",
  });
const quantities = () => readDraft().sections[0]?.quantities;

beforeEach(() => act(clearDraft));

test("the order form opens with the product of the address, at the server's price", async () => {
  open("refill-100ml-201");

  expect(await screen.findByRole("heading", { name: "Refill 100ml", level: 1 })).toBeTruthy();
  expect(document.title).toBe("Refill 100ml – Rhizo");
  await screen.findByLabelText("Quantity of Refill 100ml");
  expect(screen.getByText("R560.00")).toBeTruthy();
  await vi.waitFor(() => expect(quantities()).toEqual({ "94": 0, "201": 1 }));
});

test("keeps what the buyer has chosen before", async () => {
  act(() => changeDraft((draft) => withQuantity(draft, 94, 3)));
  open("refill-100ml-201");

  await vi.waitFor(() => expect(quantities()).toEqual({ "94": 3, "201": 1 }));
  act(() => changeDraft((draft) => withQuantity(draft, 201, 0)));
  await screen.findByLabelText("Quantity of Refill 100ml");
  expect(quantities()).toEqual({ "94": 3, "201": 0 });
});

// shows S9.15
test("starts with four of the product that is sold in fours, also where it is added", async () => {
  const [, refill] = someProducts.products;
  const pack = { ...refill!, id: startingQuantity.productId, name: "Pack" };
  const catalog = {
    ...orderShop.catalog,
    products: () => ({ ...someProducts, products: [...someProducts.products, pack] }),
  };
  const { unmount } = renderWithApi(
    <ProductPage />,
    { ...orderShop, catalog },
    { path: `/products/pack-${pack.id}`, pattern: "/products/:slug" },
  );
  await vi.waitFor(() => expect(quantities()).toEqual({ "94": 0, [pack.id]: 4 }));
  unmount();

  act(clearDraft);
  renderWithApi(<OrderPage />, { ...orderShop, catalog });
  await userEvent.click(await screen.findByRole("button", { name: "Add Pack" }));
  expect(quantities()).toEqual({ "94": 1, [pack.id]: 4 });
});

test("says that a product is sold no more, and offers the others", async () => {
  open("gone-999");

  expect(
    await screen.findByRole("heading", { name: "We no longer sell this product", level: 1 }),
  ).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Add Refill 100ml" })).toBeTruthy();
  expect(quantities()).toEqual({ "94": 1 });
});

test("asks for an email for one that is out of stock", async () => {
  open("linen-pouch-203");

  expect(await screen.findByText("We expect more within two weeks.")).toBeTruthy();
  expect(quantities()).toEqual({ "94": 1 });
});
