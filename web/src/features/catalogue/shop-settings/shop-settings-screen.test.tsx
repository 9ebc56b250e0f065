import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { someStockistTerms } from "../../../testing/some-settings.ts";
import { ShopSettingsScreen } from "./shop-settings-screen.tsx";

const user = userEvent.setup();
type Region = ApiOutputs["settings"]["get"]["regions"][number];
const za: Region = {
  code: "za",
  currency: "ZAR",
  vatBps: 1500,
  unitValue: 28261,
  phoneCountry: "ZA",
  deliveryFlat: null,
  payoutSecondPersonAbove: 10_000_00,
};
const settings: ApiOutputs["settings"]["get"] = {
  sale: { bfEnabled: false, bfDiscount: 0 },
  orders: { checkoutPopupEnabled: false, checkoutPopupText: "", stockIssues: "" },
  shop: {
    shopName: "Shop",
    shopAddress: "",
    companyNo: "",
    vatNo: "",
    contactEmail: "",
    whatsappUrl: "",
    facebookUrl: "",
    instagramUrl: "",
  },
  bank: {
    bankName: "Bank",
    bankAccountName: "Shop",
    bankAccountType: "Cheque",
    bankAccountNumber: "620",
    bankBranchCode: "1",
  },
  payouts: { payoutHoldDays: 0, payoutMinimum: 0, creditPasswordAbove: 100_000 },
  stockists: someStockistTerms,
  signIn: { signInCodeLength: 6 },
  collection: {
    company: "Shop",
    streetAddress: "1 Street",
    suburb: "Gardens",
    town: "Cape Town",
    province: "",
    postalCode: "8001",
    contactName: "The office",
    cell: "+27215550000",
    email: "office@shop.test",
  },
  regions: [za],
  region: "za",
  dateUpdated: "2026-02-01T08:00:00.000Z",
  customers: 1204,
};

function show(save: FakeProcedure<"settings", "save">) {
  renderWithApi(<ShopSettingsScreen />, { settings: { get: () => settings, save } });
}
const section = async (name: string) => within(await screen.findByRole("region", { name }));

// shows S2.43
test("a switch says who is affected, and a sale of nothing is not begun", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "sale",
    proposalId: null,
  }));
  show(save);
  const sale = await section("Black Friday");
  expect(sale.getByText(/your 1204 registered customers/)).toBeTruthy();
  await user.click(sale.getByLabelText("Black Friday is on"));
  await user.click(sale.getByRole("button", { name: "Save" }));
  expect((await sale.findAllByText("Please enter a whole number")).length).toBeGreaterThan(0);
  await user.clear(sale.getByLabelText(/^Discount/));
  await user.type(sale.getByLabelText(/^Discount/), "10");
  await user.click(sale.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved!")).toBeTruthy();
  expect(save).toHaveBeenCalledWith({ section: "sale", bfEnabled: true, bfDiscount: 10 });
});

test("the standard margin of stockists is no larger than the largest", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "stockists",
    proposalId: null,
  }));
  show(save);
  const stockists = await section("Stockists");
  const standard = stockists.getByLabelText(/^Standard margin/);
  await user.clear(standard);
  await user.type(standard, "41");
  await user.click(stockists.getByRole("button", { name: "Save" }));
  const refusal = await stockists.findAllByText(/no more than the maximum allowed/);
  expect(refusal.length).toBeGreaterThan(0);
  expect(save).not.toHaveBeenCalled();

  await user.clear(standard);
  await user.type(standard, "40");
  await user.click(stockists.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved!")).toBeTruthy();
  expect(save).toHaveBeenCalledWith({
    section: "stockists",
    ...someStockistTerms,
    stockistMarginDefault: 40,
  });
});

test("a region's percent and amounts are sent as basis points and cents", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "region",
    proposalId: null,
  }));
  show(save);
  const own = await section("South Africa (this shop)");
  const vat = own.getByLabelText(/^VAT/);
  await user.clear(vat);
  await user.type(vat, "15,5");
  await user.click(own.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved!")).toBeTruthy();
  expect(save).toHaveBeenLastCalledWith({
    section: "region",
    ...za,
    vatBps: 1550,
  });
  await user.clear(own.getByLabelText(/^Second person above/));
  await user.click(own.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(save).toHaveBeenLastCalledWith(
      expect.objectContaining({ vatBps: 1550, payoutSecondPersonAbove: null }),
    ),
  );
});

test("asks before a link of the portal throws away what was typed, until it is saved", async () => {
  renderWithApi(
    <>
      <ShopSettingsScreen />
      <a href="/admin/orders">Orders desk</a>
    </>,
    { settings: { get: () => settings, save: () => ({ section: "signIn", proposalId: null }) } },
    { path: "/admin/edit/rhizo-config", pattern: "/admin/edit/rhizo-config" },
  );
  const codes = await section("Sign-in codes");
  await user.clear(codes.getByLabelText(/^Characters/));
  await user.type(codes.getByLabelText(/^Characters/), "7");
  expect(codes.getByText("Not saved yet")).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Orders desk" }));
  const question = within(await screen.findByRole("dialog", { name: /^Lose any unsaved/ }));
  await user.click(question.getByRole("button", { name: "Keep editing" }));
  expect(codes.getByDisplayValue("7")).toBeTruthy();

  await user.click(codes.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(codes.queryByText("Not saved yet")).toBeNull());
});

test("names every part above, and folds the regions of other shops away", async () => {
  const uk: Region = { ...za, code: "uk", currency: "GBP", phoneCountry: "GB" };
  renderWithApi(<ShopSettingsScreen />, {
    settings: { get: () => ({ ...settings, regions: [za, uk] }) },
  });
  const contents = within(await screen.findByRole("navigation", { name: /^Settings/ }));
  await user.click(contents.getByRole("link", { name: "United Kingdom" }));
  const heading = screen.getByRole("heading", { name: "United Kingdom" });
  expect(document.activeElement).toBe(heading);
  expect(heading.closest("details")?.open).toBe(true);
});

test("what the server refuses stands beside its section", async () => {
  show(() => {
    throw new Refusal("settings.currency-in-use");
  });
  const codes = await section("Sign-in codes");
  await user.click(codes.getByRole("button", { name: "Save" }));
  expect(await codes.findByText(/because orders exist in it/)).toBeTruthy();
});

test("the notice is read as it will be shown, and its editor comes when it is wanted", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "orders",
    proposalId: null,
  }));
  const written = { ...settings.orders, checkoutPopupText: "<p>Closed on <em>Monday</em>.</p>" };
  renderWithApi(<ShopSettingsScreen />, {
    settings: { get: () => ({ ...settings, orders: written }), save },
  });
  const orders = await section("Orders");
  expect(orders.getByText("Monday").tagName).toBe("EM");
  expect(orders.queryByRole("textbox", { name: "Notice" })).toBeNull();
  await user.click(orders.getByRole("button", { name: "Write Notice" }));
  const text = await orders.findByRole("textbox", { name: "Notice" }, { timeout: 5000 });
  expect(text.textContent).toBe("Closed on Monday.");
  expect(orders.queryByText("Not saved yet")).toBeNull();
});
