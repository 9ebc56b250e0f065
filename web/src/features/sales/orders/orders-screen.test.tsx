import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { pickFilter } from "../../../testing/filters.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anOrderDetail, someOrderId } from "../../../testing/some-data.ts";
import { MyOrdersScreen } from "./my-orders-screen.tsx";
import { OrdersScreen } from "./orders-screen.tsx";

const user = userEvent.setup({ delay: null });
const address = { path: "/admin/orders", pattern: "/admin/orders" };

const anOrder: ApiOutputs["orders"]["list"]["rows"][number] = {
  uuid: someOrderId,
  orderNumber: 10_421,
  state: "placed",
  currency: "ZAR",
  total: 140_000,
  received: 0,
  refunded: 0,
  units: 4,
  placedAt: "2026-11-20T09:05:00.000Z",
  paidAt: null,
  live: true,
  region: "za",
  buyerId: null,
  buyerName: null,
  sellerId: 12,
  sellerName: "Ben Naidoo",
  overpaid: false,
  underpaid: false,
  toBeQuoted: false,
  toShip: false,
  collected: false,
  parcel: null,
};

const unpaid: ApiOutputs["orders"]["detail"] = {
  ...anOrderDetail,
  state: "placed",
  paidAt: null,
  received: 0,
  left: { amount: 0, goods: 0, units: 0 },
};

describe("the orders of the shop", () => {
  test("are paged, with the page in the address", async () => {
    const list = vi.fn<FakeProcedure<"orders", "list">>(() => ({
      rows: [anOrder],
      total: 41,
      isCapped: false,
    }));
    renderWithApi(<OrdersScreen />, { orders: { list } }, address);
    expect(await screen.findByText("1 to 20 of 41 orders")).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Next page" }));

    expect(await screen.findByText("21 to 40 of 41 orders")).toBeTruthy();
    expect(list).toHaveBeenLastCalledWith(expect.objectContaining({ page: 2 }));
    expect(window.location.search).toBe("?page=2");
  });

  test("are filtered by over- and underpayment and as test orders, each with its mark", async () => {
    const list = vi.fn<FakeProcedure<"orders", "list">>(() => ({
      rows: [{ ...anOrder, live: false, overpaid: true, underpaid: true }],
      total: 1,
      isCapped: false,
    }));
    renderWithApi(<OrdersScreen />, { orders: { list } }, address);
    const row = within(await screen.findByRole("row", { name: /10421/ }));
    for (const mark of ["Test order", "Overpaid", "Paid in part"])
      expect(row.getByText(mark)).toBeTruthy();
    for (const [words, asked] of [
      ["Test orders", { test: true }],
      ["Paid in part", { underpaid: true }],
      ["Overpaid", { overpaid: true }],
    ] as const) {
      await pickFilter(user, "Status", words);
      await vi.waitFor(() => expect(list).toHaveBeenLastCalledWith(expect.objectContaining(asked)));
    }
  });

  test("are filtered by status, which the address keeps", async () => {
    const list = vi.fn<FakeProcedure<"orders", "list">>(() => ({
      rows: [anOrder],
      total: 1,
      isCapped: false,
    }));
    renderWithApi(
      <OrdersScreen />,
      { orders: { list } },
      {
        ...address,
        path: "/admin/orders?state=placed&sort=total-asc",
      },
    );
    await screen.findByRole("row", { name: /10421/ });

    expect(list).toHaveBeenCalledWith(
      expect.objectContaining({ state: "placed", sort: { by: "total", direction: "asc" } }),
    );
    await user.click(screen.getByRole("button", { name: "Clear Status" }));
    await vi.waitFor(() => expect(window.location.search).toBe("?sort=total-asc"));
  });

  // shows S2.45
  test("have a view for each task", async () => {
    const list = vi.fn<FakeProcedure<"orders", "list">>(() => ({
      rows: [{ ...anOrder, toBeQuoted: true }],
      total: 1,
      isCapped: false,
    }));
    renderWithApi(<OrdersScreen />, { orders: { list } }, address);
    const row = within(await screen.findByRole("row", { name: /10421/ }));
    expect(row.getByText("Quote expired")).toBeTruthy();
    const views = within(screen.getByRole("tablist", { name: "Views" }));
    for (const [name, asked] of [
      ["Unpaid", { state: "placed" }],
      ["Needs a quote", { work: "to-quote" }],
      ["To ship", { work: "to-ship" }],
      ["Collection", { work: "collection" }],
      ["Problems", { work: "problem" }],
    ] as const) {
      await user.click(views.getByRole("tab", { name }));
      await vi.waitFor(() => expect(list).toHaveBeenLastCalledWith(expect.objectContaining(asked)));
    }
    expect(window.location.search).toBe("?view=problem");
    await user.click(views.getByRole("tab", { name: "All" }));
    await vi.waitFor(() => expect(window.location.search).toBe(""));
  });

  test("are counted in the views, and show the state of their parcels", async () => {
    const counts = {
      "to-pack": 0,
      "sent-unpaid": 0,
      "to-pay": 4,
      "to-quote": 0,
      "to-ship": 12,
      collection: 1,
      problem: 2,
    };
    const many: (typeof anOrder)[] = [
      { ...anOrder, parcel: "out-for-delivery" },
      { ...anOrder, uuid: `${someOrderId}2`, orderNumber: 2, toShip: true },
      { ...anOrder, uuid: `${someOrderId}3`, orderNumber: 3, collected: true },
    ];
    renderWithApi(
      <OrdersScreen />,
      { orders: { list: () => ({ rows: many, total: 3, isCapped: false }), counts: () => counts } },
      address,
    );
    expect(await screen.findByRole("tab", { name: "To ship 12" })).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Needs a quote" })).toBeTruthy();
    for (const [number, words] of [
      ["10421", "Out for delivery"],
      ["2", "To ship"],
      ["3", "Collection"],
    ] as const) {
      const row = screen.getByRole("link", { name: `Open order ${number}` }).closest("tr");
      expect(row?.textContent).toContain(words);
    }
  });

  test("are selected beyond the page, up to the limit of a reassignment", async () => {
    const all = Array.from({ length: 30 }, (_, nth) => ({
      ...anOrder,
      uuid: `${someOrderId.slice(0, -3)}${nth + 100}`,
      orderNumber: 500 + nth,
    }));
    const list = vi.fn<FakeProcedure<"orders", "list">>(({ pageSize }) => ({
      rows: all.slice(0, pageSize),
      total: 30,
      isCapped: false,
    }));
    renderWithApi(<OrdersScreen />, { orders: { list } }, address);
    await user.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
    const bar = within(screen.getByRole("group", { name: "Selected orders" }));
    expect(bar.getByRole("status").textContent).toMatch(/^20 selected/);
    await user.click(bar.getByRole("button", { name: "Select all 30 that match" }));
    await vi.waitFor(() => expect(bar.getByRole("status").textContent).toMatch(/^30 selected/));
    expect(list).toHaveBeenCalledWith(expect.objectContaining({ page: 1, pageSize: 100 }));
    expect(bar.queryByRole("button", { name: /that match/ })).toBeNull();

    await user.click(screen.getByRole("checkbox", { name: "Select order 500" }));
    expect(bar.getByRole("status").textContent).toMatch(/^29 selected/);
  });

  test("record a bank transfer as typed from the statement", async () => {
    const recordEft = vi.fn<FakeProcedure<"orders", "recordEft">>(() => ({
      uuid: someOrderId,
      state: "paid" as const,
      proposalId: null,
    }));
    renderWithApi(
      <OrdersScreen />,
      {
        orders: {
          list: () => ({ rows: [anOrder], total: 1, isCapped: false }),
          detail: () => unpaid,
          recordEft,
        },
      },
      address,
    );
    await user.click(await screen.findByRole("link", { name: "Open order 10421" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Order 10421" }));
    await user.click(sheet.getByRole("button", { name: "Record bank transfer" }));
    expect(sheet.getByLabelText<HTMLInputElement>(/^Bank reference/).value).toBe("RH10421");

    const amount = sheet.getByLabelText(/^Amount/);
    await user.clear(amount);
    await user.type(amount, "R1 400,00");
    await user.click(sheet.getByRole("button", { name: "Record payment" }));

    await vi.waitFor(() =>
      expect(recordEft.mock.calls[0]?.[0]).toMatchObject({
        uuid: someOrderId,
        amount: 140_000,
        reference: "RH10421",
      }),
    );
  });

  test("a transfer for an order abroad is dated by the day over there", async () => {
    const abroad = { ...unpaid, region: "usa" as const, timeZone: "America/New_York" };
    // The first hours of the day in Johannesburg.
    vi.setSystemTime("2026-11-28T23:30:00.000Z");
    const list = () => ({ rows: [anOrder], total: 1, isCapped: false });
    renderWithApi(<OrdersScreen />, { orders: { list, detail: () => abroad } }, address);
    await user.click(await screen.findByRole("link", { name: "Open order 10421" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Order 10421" }));
    await user.click(sheet.getByRole("button", { name: "Record bank transfer" }));
    vi.useRealTimers();
    const day = sheet.getByLabelText<HTMLInputElement>(/^Date on bank statement/);
    expect(day.value).toBe("28 Nov 2026");
  });

  test("send no bank transfer while its date cannot be read", async () => {
    const recordEft = vi.fn<FakeProcedure<"orders", "recordEft">>();
    const list = () => ({ rows: [anOrder], total: 1, isCapped: false });
    renderWithApi(<OrdersScreen />, { orders: { list, detail: () => unpaid, recordEft } }, address);
    await user.click(await screen.findByRole("link", { name: "Open order 10421" }));
    await user.click(await screen.findByRole("button", { name: "Record bank transfer" }));
    const day = screen.getByLabelText<HTMLInputElement>(/^Date on bank statement/);
    await user.clear(day);
    await user.type(day, "2.11,2026{Enter}");

    expect(await screen.findByText(/^Type a date such as/)).toBeTruthy();
    expect(screen.getByText("Date on bank statement: Choose a date.")).toBeTruthy();
    expect(day.value).toBe("2.11,2026");
    expect(recordEft).not.toHaveBeenCalled();
  });

  test("show why a bank transfer is refused", async () => {
    renderWithApi(
      <OrdersScreen />,
      {
        orders: {
          list: () => ({ rows: [anOrder], total: 1, isCapped: false }),
          detail: () => unpaid,
          recordEft: () => {
            throw new Refusal("order.payment-repeated");
          },
        },
      },
      address,
    );
    await user.click(await screen.findByRole("link", { name: "Open order 10421" }));
    await user.click(await screen.findByRole("button", { name: "Record bank transfer" }));
    await user.click(await screen.findByRole("button", { name: "Record payment" }));

    expect(await screen.findByText("This payment has already been recorded.")).toBeTruthy();
  });
});

describe("my orders", () => {
  // shows S2.3
  test("can be paid from the list while unpaid", async () => {
    const mine = { ...anOrder, recipients: ["Thandi Mokoena", "Sipho Dlamini"] };
    renderWithApi(
      <MyOrdersScreen />,
      {
        orders: {
          mine: () => ({
            rows: [mine, { ...mine, uuid: `${someOrderId}2`, orderNumber: 2, state: "paid" }],
            total: 2,
          }),
        },
      },
      address,
    );

    const pay = await screen.findByRole("link", { name: "Pay order 10421" });
    expect(pay.getAttribute("href")).toBe(`/orders/pay/${someOrderId}`);
    expect(screen.queryByRole("link", { name: "Pay order 2" })).toBeNull();
    expect(screen.getAllByText("Thandi Mokoena, Sipho Dlamini")).toHaveLength(2);
  });

  test("explain the empty list", async () => {
    renderWithApi(
      <MyOrdersScreen />,
      { orders: { mine: () => ({ rows: [], total: 0 }) } },
      address,
    );
    expect(await screen.findByText("No orders yet")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to the shop" })).toBeTruthy();
  });
});
