import { startingQuantity } from "@portal/shared/platform/constants.ts";
import { act, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ApiInputs, ApiOutputs } from "../api/api.ts";
import { clearDraft, readDraft } from "../features/sales/orders/order-draft.ts";
import { forgetUnsent } from "../features/sales/orders/unsent-order.ts";
import type { SignedInUser } from "../session/session.tsx";
import { Breakdown, type FakeApi, type FakeProcedure } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import {
  aDistributor,
  anAddress,
  anOrderDetail,
  someOrderId,
  someProducts,
} from "../testing/some-data.ts";
import { CreateOrderPage } from "./create-order-page.tsx";
import { OrderPage } from "./order-page.tsx";

const aStockist: SignedInUser = { ...aDistributor, role: "stockist", level: null };
const elsewhere = { isHere: false, url: "http://office.shop.test" };
const user = userEvent.setup({ delay: null });

/** A stockist's 25 %: R243.75 instead of R325.00, and a parcel that is never cheaper. */
const stockistProducts: ApiOutputs["catalog"]["products"] = {
  ...someProducts,
  marginBps: 2500,
  products: someProducts.products.map((product) =>
    product.id === 94 ? { ...product, price: 24_375, originalPrice: 32_500 } : product,
  ),
};

function quote({ sections }: ApiInputs["catalog"]["quote"]): ApiOutputs["catalog"]["quote"] {
  const priced = sections.map(({ lines }) => ({
    lines: lines.map(({ productId, quantity }) => ({
      productId,
      quantity,
      name: "Original 50ml",
      listPrice: 32_500,
      unitPrice: 24_375,
      lineTotal: 24_375 * quantity,
    })),
    delivery: 10_000,
    saved: lines.reduce((sum, { quantity }) => sum + 8_125 * quantity, 0),
    total: lines.reduce((sum, { quantity }) => sum + 24_375 * quantity, 10_000),
  }));
  const saved = priced.reduce((sum, section) => sum + section.saved, 0);
  const discount = { kind: "margin", bps: 2500, saved } as const;
  const sums = priced.flatMap(({ lines }) => lines.map(({ lineTotal }) => lineTotal));
  const goods = sums.reduce((total, sum) => total + sum, 0);
  const total = goods + 10_000;
  const sum = { goods, delivery: 10_000, total, storeCredit: 0 };
  return { currency: "ZAR", sections: priced, discount, ...sum };
}

function show(person: SignedInUser, fake: FakeApi = {}, search = "") {
  const path = `/${person.role}/create-order`;
  renderWithApi(
    <CreateOrderPage />,
    {
      auth: { me: () => person },
      catalog: { products: () => stockistProducts, quote },
      addresses: { list: () => [anAddress] },
      ...fake,
    },
    { path: path + search, pattern: path },
  );
}

beforeEach(() => {
  act(clearDraft);
  act(forgetUnsent);
});

describe("the portal's order form", () => {
  // shows S3.2
  test("shows a stockist how the price is calculated", async () => {
    show(aStockist);

    expect(await screen.findByRole("heading", { name: "Create order" })).toBeTruthy();
    const list = await screen.findByRole("list", { name: "What to order" });
    expect(list.textContent).toContain("was R325.00, with your 25% discount R243.75");
    expect(await screen.findByText("R343.75")).toBeTruthy();
  });

  test("shows a distributor only the list price", async () => {
    show(aDistributor, { catalog: { products: () => someProducts, quote } });

    const list = await screen.findByRole("list", { name: "What to order" });
    expect(list.textContent).toContain("R325.00");
    expect(list.textContent).not.toContain("your");
  });

  test.each([aDistributor, aStockist])("leads a $role to their own orders", async (person) => {
    const save = vi.fn<FakeProcedure<"orders", "save">>(() => ({
      uuid: someOrderId,
      orderNumber: 1,
      total: 34_375,
      currency: "ZAR" as const,
    }));
    show(person, { orders: { save } });
    await screen.findByRole("radio", { name: /Thandi Mokoena/ });
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByRole("heading", { name: "Choose a delivery option" });
    await user.click(await screen.findByRole("button", { name: "Next" }));
    await screen.findByRole("heading", { name: "Check your order" });
    // Once for the order, not on its lines.
    expect(screen.getByRole("table").textContent).toContain("R325.00 R243.75");
    const row = screen.getAllByText("Your 25% discount")[0]?.parentElement;
    expect(row?.textContent).toBe("Your 25% discount−R81.25");

    await user.click(await screen.findByRole("button", { name: /^Place order and pay R343\.75$/ }));

    await vi.waitFor(() => expect(window.location.pathname).toBe(`/${person.role}/my-orders`));
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      sections: [{ addressId: 7, lines: [{ productId: 94, quantity: 1 }] }],
    });
  });

  // shows S9.15
  test("starts with four of the product that is sold in fours, if there is one", async () => {
    const [bottle] = someProducts.products;
    const pack = { ...bottle!, id: startingQuantity.productId, name: "Pack" };
    const all = { ...someProducts, products: [...someProducts.products, pack] };
    show(aDistributor, { catalog: { products: () => all, quote } });

    const field = await screen.findByLabelText<HTMLInputElement>("Quantity of Pack");
    await vi.waitFor(() => expect(field.value).toBe("4"));
    await user.clear(field);
    await user.type(field, "0");
    expect(field.value).toBe("0");
    expect(readDraft().sections[0]?.quantities[startingQuantity.productId]).toBe(0);
  });

  // shows S9.15
  test("adds none of it to the parcels of a repeated order", async () => {
    const [bottle, refill] = someProducts.products;
    const pack = { ...bottle!, id: startingQuantity.productId, name: "Pack" };
    const all = { ...someProducts, products: [bottle!, refill!, pack] };
    const [section] = anOrderDetail.sections;
    const parcels = [1, 2].map(() => ({ ...section!, addressId: anAddress.id }));
    const again = { ...anOrderDetail, sections: parcels };
    const catalog = { products: () => all, quote };
    show(aDistributor, { catalog, orders: { detail: () => again } }, `?again=${someOrderId}`);

    expect(await screen.findByRole("button", { name: "Add Pack" })).toBeTruthy();
    for (const { quantities } of readDraft().sections)
      expect(quantities).toMatchObject({ 94: 4, [startingQuantity.productId]: 0 });
    await user.click(screen.getByRole("button", { name: /^Add a parcel/ }));
    expect(readDraft().sections[2]?.quantities[startingQuantity.productId]).toBe(4);
  });

  test("lists the opening products with prices at the top", async () => {
    const [bottle, refill] = someProducts.products;
    const pack = { ...bottle!, id: startingQuantity.productId, name: "Pack" };
    const all = { ...someProducts, products: [bottle!, refill!, pack] };
    show(aDistributor, { catalog: { products: () => all, quote } });

    const list = await screen.findByRole("list", { name: "What to order" });
    expect(await within(list).findByLabelText("Quantity of Original 50ml")).toBeTruthy();
    expect(within(list).getByLabelText("Quantity of Pack")).toBeTruthy();
    expect(await within(list).findByText("R975.00")).toBeTruthy();
    expect(within(list).getByText(/for 4$/)).toBeTruthy();
    expect(await screen.findByText("Refill 100ml")).toBeTruthy();
    expect(screen.getAllByText("Pack")).toHaveLength(1);
    expect(screen.getByText("for 5 units, including delivery")).toBeTruthy();
  });

  test("shows an error when there are no prices", async () => {
    const broken = () => {
      throw new Breakdown();
    };
    show(aDistributor, { catalog: { products: broken, quote } });

    expect(await screen.findByText("We could not load your prices.")).toBeTruthy();
  });

  // shows S2.10
  test("begins again an order that was chosen on the other host", async () => {
    const [section] = anOrderDetail.sections;
    const again = {
      ...anOrderDetail,
      sections: section ? [{ ...section, addressId: anAddress.id }] : [],
    };
    show(aStockist, { orders: { detail: () => again } }, `?again=${someOrderId}`);

    await vi.waitFor(() => expect(window.location.search).toBe(""));
    const [begun] = readDraft().sections;
    expect(begun).toMatchObject({
      addressId: anAddress.id,
      quantities: Object.fromEntries(
        section?.lines.map(({ productId, quantity }) => [String(productId), quantity]) ?? [],
      ),
    });
  });

  test("redirects a distributor of another version to their orders", async () => {
    show({ ...aDistributor, distributorVersion: 1 });

    await vi.waitFor(() => expect(window.location.pathname).toBe("/distributor/my-orders"));
  });
});

/** The hand-over keeps the user signed in. */
const handOver = "http://office.shop.test/hand-over?to=";

describe("on the customer host", () => {
  const wayOn = () => screen.findByRole("link", { name: "Go to the office portal" });

  test.each([aDistributor, aStockist])("a $role sees a link to the portal", async (person) => {
    renderWithApi(<OrderPage />, {
      auth: { me: () => ({ ...person, office: elsewhere }) },
      catalog: { products: () => someProducts, quote },
      addresses: { list: () => [anAddress] },
    });

    expect(await screen.findByText("Place orders in the office portal")).toBeTruthy();
    const path = `${handOver}%2F${person.role}%2Fcreate-order`;
    expect((await wayOn()).getAttribute("href")).toBe(path);
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("the portal's order form shows the same link", async () => {
    show({ ...aStockist, office: elsewhere });

    const path = `${handOver}%2Fstockist%2Fcreate-order`;
    expect((await wayOn()).getAttribute("href")).toBe(path);
  });

  test("a distributor of another version gets a link to their first page", async () => {
    show({ ...aDistributor, distributorVersion: 1, office: elsewhere });

    const path = `${handOver}%2Fdistributor%2Fmy-wallet`;
    expect((await wayOn()).getAttribute("href")).toBe(path);
  });

  test("a customer orders", async () => {
    renderWithApi(<OrderPage />, {
      auth: { me: () => ({ ...aDistributor, role: "customer", level: null, office: elsewhere }) },
      catalog: { products: () => someProducts, quote },
      addresses: { list: () => [anAddress] },
    });

    expect(await screen.findByLabelText("Quantity of 50 ml bottle")).toBeTruthy();
    expect(screen.queryByText("Place orders in the office portal")).toBeNull();
  });
});

test("on the office's host the shop's first page redirects members to their order form", async () => {
  renderWithApi(<OrderPage />, {
    auth: { me: () => aStockist },
    catalog: { products: () => someProducts, quote },
    addresses: { list: () => [anAddress] },
  });

  await vi.waitFor(() => expect(window.location.pathname).toBe("/stockist/create-order"));
});
