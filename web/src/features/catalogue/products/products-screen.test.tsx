import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { Breakdown, type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { ProductsScreen } from "./products-screen.tsx";

const user = userEvent.setup();
const at = { path: "/admin/edit/products", pattern: "/admin/edit/products" };
const aProduct: ApiOutputs["products"]["byId"] = {
  id: 94,
  name: "Original 50ml",
  listingName: "Original 50ml",
  description: "A bottle.",
  price: 325_00,
  originalPrice: null,
  imageId: null,
  picture: null,
  productCode: "ORIG50",
  productGroup: "50",
  weightInGrams: 140,
  dimensions: "4 x 4 x 11 cm",
  outOfStock: false,
  outOfStockButton: "",
  outOfStockMessage: "",
  hide: false,
  dateCreated: "2026-01-01T08:00:00.000Z",
  dateUpdated: "2026-02-01T08:00:00.000Z",
  version: "0123456789abcdef",
};

function show(products: FakeApi["products"], path = at.path) {
  renderWithApi(
    <ProductsScreen />,
    {
      products: {
        list: () => ({ rows: [aProduct], total: 1, currency: "ZAR", vatBps: 1500 }),
        byId: () => aProduct,
        ...products,
      },
    },
    { ...at, path },
  );
}

async function openPage(name: string) {
  await user.click(await screen.findByRole("button", { name: `Open ${name}` }));
  await screen.findByRole("heading", { level: 1, name });
  return screen;
}

describe("the products", () => {
  // shows S2.40, S3.10, S5.23
  test("are listed with their prices and searched by the server", async () => {
    const list = vi.fn<FakeProcedure<"products", "list">>(() => ({
      rows: [{ ...aProduct, hide: true }],
      total: 1,
      currency: "ZAR",
      vatBps: 1500,
    }));
    show({ list });
    const row = within(await screen.findByRole("row", { name: /Original 50ml/ }));
    expect(row.getByText("R325.00")).toBeTruthy();
    expect(row.getByText("Discontinued")).toBeTruthy();
    await user.type(screen.getByRole("searchbox"), "linen");
    await waitFor(() =>
      expect(list).toHaveBeenLastCalledWith(expect.objectContaining({ search: "linen" })),
    );
  });

  test("show an error when they cannot be loaded", async () => {
    show({
      list: () => {
        throw new Breakdown();
      },
    });
    expect(await screen.findByText("We could not load products.")).toBeTruthy();
  });
});

describe("a product's form", () => {
  // shows S2.40, S5.19, S5.22
  test("names every missing field and saves nothing", async () => {
    const save = vi.fn<FakeProcedure<"products", "save">>(() => ({ id: 7, proposalId: null }));
    show({ save });
    await user.click(await screen.findByRole("button", { name: "Add a product" }));
    const page = screen;
    await page.findByRole("heading", { level: 1, name: "New product" });
    await user.type(page.getByLabelText(/^Price/), "cheap");
    await user.click(page.getByRole("button", { name: "Save" }));
    expect(await page.findByText("Please complete all fields before saving.")).toBeTruthy();
    expect(page.getAllByText("Required").length).toBeGreaterThan(0);
    expect(page.getByText("Please enter a number")).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
  });

  // shows S2.38, S3.27, S8.22
  test("saves whole cents and confirms it", async () => {
    const save = vi.fn<FakeProcedure<"products", "save">>(() => ({ id: 94, proposalId: null }));
    show({ save });
    const page = await openPage("Original 50ml");
    const price = page.getByLabelText(/^Price/);
    await user.clear(price);
    await user.type(price, "349,5");
    expect(page.getByText("R303.91 and R45.59 VAT (15%)")).toBeTruthy();
    await user.click(page.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Saved!")).toBeTruthy();
    expect(save).toHaveBeenCalledWith(
      expect.objectContaining({ id: 94, price: 349_50, version: aProduct.version }),
    );
  });

  test("reopens with the saved values, however late they arrive", async () => {
    let saved = Promise.resolve(aProduct);
    const answer = Promise.withResolvers<typeof aProduct>();
    show({
      byId: () => saved,
      save: () => {
        saved = answer.promise;
        return { id: 94, proposalId: null };
      },
    });
    await openPage("Original 50ml");
    await user.type(screen.getByLabelText(/^Dimensions/), "!");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved!");
    await user.click(await screen.findByRole("button", { name: "Open Original 50ml" }));
    expect(screen.queryByLabelText(/^Dimensions/)).toBeNull();
    answer.resolve({ ...aProduct, dimensions: `${aProduct.dimensions}!` });
    const dimensions = await screen.findByLabelText(/^Dimensions/);
    expect(dimensions).toHaveProperty("value", `${aProduct.dimensions}!`);
  });

  test("asks before deleting, and shows why a deletion was refused", async () => {
    const remove = vi.fn<FakeProcedure<"products", "delete">>(() => {
      throw new Refusal("product.ordered");
    });
    show({ delete: remove });
    const page = await openPage("Original 50ml");
    await user.click(page.getByRole("button", { name: "More actions" }));
    await user.click(await page.findByRole("menuitem", { name: "Delete" }));
    const question = within(await screen.findByRole("dialog", { name: /^Delete Original/ }));
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await question.findByText(/has been ordered/)).toBeTruthy();
    expect(remove).toHaveBeenCalledWith({ id: 94 });
  });

  // shows S8.13
  test("shows an error code when loading, saving or deleting fails", async () => {
    let isBroken = true;
    const breakDown = () => {
      throw new Breakdown();
    };
    show({
      byId: () => (isBroken ? breakDown() : aProduct),
      save: breakDown,
      delete: breakDown,
    });
    await user.click(await screen.findByRole("button", { name: "Open Original 50ml" }));
    expect(await screen.findByText("E006: An error occurred")).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    const page = screen;
    await user.type(await page.findByLabelText(/^Description/), " More.");
    await user.click(page.getByRole("button", { name: "Save" }));
    expect(await page.findByText("E004: An error occurred")).toBeTruthy();
    await user.click(page.getByRole("button", { name: "More actions" }));
    await user.click(await page.findByRole("menuitem", { name: "Delete" }));
    const question = within(await screen.findByRole("dialog", { name: /^Delete Original/ }));
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await question.findByText("E007: An error occurred")).toBeTruthy();
  });

  test("asks before discarding typed values", async () => {
    show({});
    const page = await openPage("Original 50ml");
    await user.type(page.getByLabelText(/^Description/), " More.");
    expect(page.getByText("1 change: Description")).toBeTruthy();
    await user.click(page.getByRole("button", { name: "All products" }));
    expect(await screen.findByText("Lose any unsaved changes?")).toBeTruthy();
  });
});
