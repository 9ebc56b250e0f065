import { accountTexts, defaultChart } from "@portal/shared/catalogue/chart.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
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
  vatFrom: null,
  vatRegistered: "always",
  vatRegisteredFrom: null,
  vatRegisteredUntil: null,
  unitValue: 28261,
  phoneCountry: "ZA",
  deliveryFlat: null,
  payoutSecondPersonAbove: 10_000_00,
};
/** The version before and after a save. */
const before = "0123456789abcdef";
const after = "fedcba9876543210";

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
  accounting: { ...accountTexts(defaultChart), salesOfProducts: "", yearBeginsIn: "03" },
  payouts: {
    payoutHoldDays: 0,
    payoutMinimum: 0,
    creditPasswordAbove: 100_000,
    withholdingBps: 0,
  },
  stockists: someStockistTerms,
  signIn: { signInCodeLength: 6 },
  limits: { ordersPerHour: 100, recipientsPerHour: 300 },
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
  lowerRates: [],
  vatNow: [],
  versions: Object.fromEntries(
    ["sale", "orders", "payouts", "stockists", "signIn", "region-za"].map((part) => [part, before]),
  ),
};

const path = "/admin/edit/rhizo-config";
const at = (section: string) => ({ path: `${path}?section=${section}`, pattern: path });

function show(section: string, save: FakeProcedure<"settings", "save">) {
  renderWithApi(<ShopSettingsScreen />, { settings: { get: () => settings, save } }, at(section));
}
const section = async (name: string) => within(await screen.findByRole("region", { name }));

// shows S2.43
test("the sale switch states who is affected, and a sale without a discount is rejected", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "sale",
    proposalId: null,
    version: after,
  }));
  show("sale", save);
  const sale = await section("Black Friday");
  expect(sale.getByText(/your 1204 registered customers get the discount/)).toBeTruthy();
  await user.click(sale.getByLabelText("Black Friday is on"));
  await user.click(sale.getByRole("button", { name: "Save" }));
  expect((await sale.findAllByText("Please enter a whole number")).length).toBeGreaterThan(0);
  await user.clear(sale.getByLabelText(/^Discount/));
  await user.type(sale.getByLabelText(/^Discount/), "10");
  await user.click(sale.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved!")).toBeTruthy();
  expect(save).toHaveBeenCalledWith({
    section: "sale",
    version: before,
    bfEnabled: true,
    bfDiscount: 10,
  });
});

test("the standard margin of stockists cannot exceed the largest margin", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "stockists",
    proposalId: null,
    version: after,
  }));
  show("stockists", save);
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
    version: before,
    ...someStockistTerms,
    stockistMarginDefault: 40,
  });
});

test("a region's percentage and amounts are sent as basis points and cents", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "region",
    proposalId: null,
    version: after,
  }));
  show("region-za", save);
  const own = await section("South Africa (current)");
  const vat = own.getByLabelText(/^VAT/);
  await user.clear(vat);
  await user.type(vat, "15,5");
  await user.click(own.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved!")).toBeTruthy();
  expect(save).toHaveBeenLastCalledWith({
    section: "region",
    version: before,
    ...za,
    vatBps: 1550,
  });
  await user.clear(own.getByLabelText(/^Second approval above/));
  await user.click(own.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(save).toHaveBeenLastCalledWith(
      expect.objectContaining({ version: after, vatBps: 1550, payoutSecondPersonAbove: null }),
    ),
  );
});

test("asks for the first day with VAT only where the registration is from a date", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "region",
    proposalId: null,
    version: after,
  }));
  show("region-za", save);
  const own = await section("South Africa (current)");
  expect(own.queryByLabelText(/^First day with VAT/)).toBeNull();
  await user.selectOptions(own.getByLabelText(/^Registered for VAT/), "from");
  await user.click(own.getByRole("button", { name: "Save" }));
  expect(save).not.toHaveBeenCalled();
  const date = await own.findByLabelText(/^First day with VAT/);
  await user.type(date, "1 Mar 2026{Tab}");
  await user.click(own.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(save).toHaveBeenLastCalledWith(
      expect.objectContaining({ vatRegistered: "from", vatRegisteredFrom: "2026-03-01" }),
    ),
  );
  await user.selectOptions(own.getByLabelText(/^Registered for VAT/), "never");
  expect(own.queryByLabelText(/^First day with VAT/)).toBeNull();
  expect(own.queryByLabelText(/^Last day with VAT/)).toBeNull();
});

test("sends the last day with VAT", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "region",
    proposalId: null,
    version: after,
  }));
  show("region-za", save);
  const own = await section("South Africa (current)");
  await user.type(own.getByLabelText(/^Last day with VAT/), "28 Feb 2026{Tab}");
  await user.click(own.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(save).toHaveBeenLastCalledWith(
      expect.objectContaining({ vatRegistered: "always", vatRegisteredUntil: "2026-02-28" }),
    ),
  );
});

test("asks before a link discards unsaved changes", async () => {
  renderWithApi(
    <>
      <ShopSettingsScreen />
      <a href="/admin/orders">Orders desk</a>
    </>,
    {
      settings: {
        get: () => settings,
        save: () => ({ section: "signIn", proposalId: null, version: after }),
      },
    },
    at("signIn"),
  );
  const codes = await section("Sign-in codes");
  await user.clear(codes.getByLabelText(/^Code length/));
  await user.type(codes.getByLabelText(/^Code length/), "7");
  expect(codes.getByText("1 change: Code length")).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Orders desk" }));
  const question = within(await screen.findByRole("dialog", { name: /^Lose any unsaved/ }));
  await user.click(question.getByRole("button", { name: "Keep editing" }));
  expect(codes.getByDisplayValue("7")).toBeTruthy();

  await user.click(codes.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(codes.queryByText(/^1 change/)).toBeNull());
});

test("lists every section, with the regions of other shops collapsed", async () => {
  const uk: Region = { ...za, code: "uk", currency: "GBP", phoneCountry: "GB" };
  renderWithApi(
    <ShopSettingsScreen />,
    { settings: { get: () => ({ ...settings, regions: [za, uk] }) } },
    { path, pattern: path },
  );
  const contents = within(await screen.findByRole("navigation", { name: "Settings" }));
  const first = contents.getByRole("link", { name: "Black Friday" });
  expect(first.getAttribute("aria-current")).toBe("page");
  await user.click(contents.getByRole("button", { name: "Other regions" }));
  await user.click(await contents.findByRole("link", { name: "United Kingdom" }));
  expect(await screen.findByRole("heading", { name: "United Kingdom" })).toBeTruthy();
  expect(window.location.search).toBe("?section=region-uk");
});

test("a setting found by its label or help text is opened and focused", async () => {
  show("sale", () => ({ section: "sale", proposalId: null, version: after }));
  await section("Black Friday");
  await user.type(screen.getByRole("searchbox", { name: "Find a setting" }), "minimum pay");
  const found = within(screen.getByRole("navigation", { name: "Settings found" }));
  await user.click(found.getByRole("button", { name: /^Minimum payout/ }));
  const payouts = await section("Payouts");
  expect(document.activeElement).toBe(payouts.getByLabelText(/^Minimum payout/));
});

test("another section is opened only after unsaved changes are saved or discarded", async () => {
  show("signIn", () => ({ section: "signIn", proposalId: null, version: after }));
  const codes = await section("Sign-in codes");
  await user.type(codes.getByLabelText(/^Code length/), "7");
  await user.click(screen.getByRole("link", { name: "Payouts" }));
  const question = within(await screen.findByRole("dialog", { name: /^Lose any unsaved/ }));
  await user.click(question.getByRole("button", { name: "Discard changes" }));
  expect(await section("Payouts")).toBeTruthy();
});

test("a refusal is shown in its section, and the changes can be discarded", async () => {
  show("signIn", () => {
    throw new Refusal("settings.currency-in-use");
  });
  const codes = await section("Sign-in codes");
  expect(codes.queryByRole("button", { name: "Save" })).toBeNull();
  await user.clear(codes.getByLabelText(/^Code length/));
  await user.type(codes.getByLabelText(/^Code length/), "7");
  await user.click(codes.getByRole("button", { name: "Save" }));
  expect(await codes.findByText(/because orders exist in it/)).toBeTruthy();
  await user.click(codes.getByRole("button", { name: "Discard" }));
  expect(codes.getByDisplayValue("6")).toBeTruthy();
  expect(codes.queryByRole("button", { name: "Save" })).toBeNull();
});

test("the notice is shown formatted, and its editor is loaded on demand", async () => {
  const save = vi.fn<FakeProcedure<"settings", "save">>(() => ({
    section: "orders",
    proposalId: null,
    version: after,
  }));
  const written = { ...settings.orders, checkoutPopupText: "<p>Closed on <em>Monday</em>.</p>" };
  renderWithApi(
    <ShopSettingsScreen />,
    {
      settings: { get: () => ({ ...settings, orders: written }), save },
    },
    at("orders"),
  );
  const orders = await section("Orders");
  expect(orders.getByText("Monday").tagName).toBe("EM");
  expect(orders.queryByRole("textbox", { name: "Notice" })).toBeNull();
  await user.click(orders.getByRole("button", { name: "Write Notice" }));
  const text = await orders.findByRole("textbox", { name: "Notice" }, { timeout: 5000 });
  expect(text.textContent).toBe("Closed on Monday.");
  expect(orders.queryByText(/^1 change/)).toBeNull();
});

describe("a concurrent change", () => {
  const theirs = "1111111111111111";
  /** The server has another code length and minimum by the time of the save. */
  function showChanged() {
    let payouts = { version: before, values: settings.payouts };
    const save = vi.fn<FakeProcedure<"settings", "save">>(({ version }) => {
      if (version !== before) return { section: "payouts", proposalId: null, version: after };
      payouts = { version: theirs, values: { ...settings.payouts, payoutMinimum: 5000 } };
      throw new Refusal("edit.changed-meanwhile");
    });
    const get = () => ({
      ...settings,
      payouts: payouts.values,
      versions: { ...settings.versions, payouts: payouts.version },
    });
    renderWithApi(<ShopSettingsScreen />, { settings: { get, save } }, at("payouts"));
    return save;
  }
  async function typeAndSave(minimum: string) {
    const payouts = await section("Payouts");
    const field = payouts.getByLabelText(/^Minimum payout/);
    await user.clear(field);
    await user.type(field, minimum);
    await user.clear(payouts.getByLabelText(/^Waiting period/));
    await user.type(payouts.getByLabelText(/^Waiting period/), "7");
    await user.click(payouts.getByRole("button", { name: "Save" }));
    return payouts;
  }

  test('is shown beside the typed values and focused, and "Keep my changes" saves the typed ones', async () => {
    const save = showChanged();
    const payouts = await typeAndSave("80");
    const notice = await payouts.findByRole("alert", { name: "Someone else has changed this" });
    expect(document.activeElement).toBe(notice);
    expect(
      within(notice).getByRole("row", { name: /^Minimum payout 50\.00 80\.00$/ }),
    ).toBeTruthy();
    await user.click(within(notice).getByRole("button", { name: "Keep my changes" }));
    expect(payouts.queryByRole("alert")).toBeNull();
    await user.click(payouts.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Saved!")).toBeTruthy();
    expect(save.mock.lastCall?.[0]).toMatchObject({
      version: theirs,
      payoutMinimum: 8000,
      payoutHoldDays: 7,
    });
  });

  test('is taken over by "Use saved version", while other typed values stay', async () => {
    const save = showChanged();
    const payouts = await typeAndSave("80");
    await user.click(await payouts.findByRole("button", { name: "Use saved version" }));
    expect(payouts.getByLabelText(/^Minimum payout/)).toHaveProperty("value", "50.00");
    await user.click(payouts.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Saved!")).toBeTruthy();
    expect(save.mock.lastCall?.[0]).toMatchObject({
      version: theirs,
      payoutMinimum: 5000,
      payoutHoldDays: 7,
    });
  });
});
