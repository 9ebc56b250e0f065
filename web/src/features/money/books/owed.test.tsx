import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { pickFilter } from "../../../testing/filters.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { someOrderId } from "../../../testing/some-data.ts";
import { AccountingScreen } from "./accounting-screen.tsx";

const user = userEvent.setup({ delay: null });
const aged = { to7: 100_00, to30: 0, to60: 50_00, over60: 0 };
const orders: ApiOutputs["owed"]["orders"] = {
  rows: [
    {
      orderId: someOrderId,
      orderNumber: 10_421,
      buyerName: "Kim Person",
      placedAt: "2026-11-20T09:05:00.000Z",
      currency: "ZAR",
      outstanding: 100_00,
      age: "to7",
      remindedOn: null,
    },
  ],
  total: 1,
  sums: [{ currency: "ZAR", amounts: aged, orders: { to7: 1, to30: 0, to60: 2, over60: 0 } }],
};

function show(owed: NonNullable<FakeApi["owed"]>, search = "") {
  const pattern = "/admin/accounting";
  const at = { path: `${pattern}?view=owed${search}`, pattern };
  renderWithApi(<AccountingScreen />, { owed }, at);
}

describe("reminders of unpaid orders", () => {
  const answer: ApiOutputs["owed"]["remindable"] = {
    reminders: 1,
    skipped: [
      { reason: "reminded-today", orders: 7, orderNumbers: [1, 2, 3, 4, 5] },
      { reason: "unknown", orders: 1, orderNumbers: [] },
    ],
    leftOver: 2,
  };

  test("of selected orders say how many are sent, and to whom none", async () => {
    const remind = vi.fn<FakeProcedure<"owed", "remind">>(() => ({
      reminders: 1,
      skipped: [],
      leftOver: 0,
    }));
    const remindable = vi.fn<FakeProcedure<"owed", "remindable">>(() => answer);
    const reminded = {
      ...orders,
      rows: orders.rows.map((row) => ({ ...row, remindedOn: "2026-11-19" })),
    };
    show({ orders: () => reminded, remindable, remind });
    const table = within(await screen.findByRole("region", { name: "Table of unpaid orders" }));
    expect(table.getByText("19 Nov 2026")).toBeTruthy();
    await user.click(table.getByRole("checkbox", { name: "Select order 10421" }));
    await user.click(await screen.findByRole("button", { name: "Send reminders" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Send payment reminders" }));
    expect(await dialog.findByText("1 buyer will get an email.")).toBeTruthy();
    expect(dialog.getByText("10 orders get no reminder")).toBeTruthy();
    expect(dialog.getByText("Buyer was reminded today: 1, 2, 3, 4, 5 and 2 more")).toBeTruthy();
    expect(dialog.getByText("Order not found: 1 order")).toBeTruthy();
    expect(dialog.getByText(/Left over: 2 orders/)).toBeTruthy();
    expect(remind).not.toHaveBeenCalled();
    await user.click(dialog.getByRole("button", { name: "Send 1 reminder" }));
    expect(await dialog.findByText("We are sending 1 reminder")).toBeTruthy();
    expect(remind).toHaveBeenCalledExactlyOnceWith({ orderIds: [someOrderId] });
    await user.click(dialog.getAllByRole("button", { name: "Close" }).at(-1) ?? document.body);
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByText("1 selected")).toBeNull();
  });

  test("of an age are offered once it is chosen, and not where there are none", async () => {
    const none = { ...answer, reminders: 0, leftOver: 0 };
    const remindable = vi.fn<FakeProcedure<"owed", "remindable">>(() => none);
    show({ orders: () => orders, remindable });
    await screen.findByRole("region", { name: "Table of unpaid orders" });
    expect(screen.queryByRole("button", { name: "Remind all of this age" })).toBeNull();
    await pickFilter(user, "Age", "Over 60 days");
    await user.click(await screen.findByRole("button", { name: "Remind all of this age" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Send payment reminders" }));
    expect(await dialog.findByText("None of these orders can be reminded now.")).toBeTruthy();
    expect(remindable).toHaveBeenCalledWith({ age: "over60" });
    expect(dialog.queryByRole("button", { name: /^Send/ })).toBeNull();
  });

  test("that are refused say why", async () => {
    const remind = () => Promise.reject(new Refusal("message.too-many"));
    show({ orders: () => orders, remindable: () => answer, remind }, "&age=to7");
    await user.click(await screen.findByRole("button", { name: "Remind all of this age" }));
    await user.click(await screen.findByRole("button", { name: "Send 1 reminder" }));
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Send 1 reminder" })).toBeTruthy();
  });
});

describe("what is owed", () => {
  test("begins with the unpaid orders by age, each with its address", async () => {
    const answer = vi.fn<FakeProcedure<"owed", "orders">>(() => orders);
    show({ orders: answer });
    const table = within(await screen.findByRole("region", { name: "Table of unpaid orders" }));
    expect(table.getByRole("link", { name: /10421/ }).getAttribute("href")).toBe(
      `/admin/orders?order=${someOrderId}`,
    );
    expect(screen.getByText("31 to 60 days (2)")).toBeTruthy();
    expect(screen.getByText("R150.00")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Excel" }).getAttribute("href")).toBe(
      "/office/owed.xlsx",
    );
    await pickFilter(user, "Age", "Over 60 days");
    await vi.waitFor(() =>
      expect(answer).toHaveBeenLastCalledWith(expect.objectContaining({ age: "over60" })),
    );
  });

  test("leads on to commission and store credit, from their first page", async () => {
    const person = { userId: 17, name: "Ben Botha", amount: 150_00 };
    const members = vi.fn<FakeProcedure<"owed", "members">>(() => ({
      rows: [
        { ...person, ...aged },
        { ...person, userId: 18, name: null, amount: -7_00, to7: 0, to60: 0, to30: 0, over60: 0 },
      ],
      total: 2,
      sums: { ...aged, amount: 143_00 },
      currency: "ZAR",
    }));
    const credit = () => ({ rows: [person], total: 1, sum: 150_00, currency: "ZAR" as const });
    show({ orders: () => orders, members, credit }, "&page=3");
    await user.click(await screen.findByRole("radio", { name: "Commission" }));
    const table = within(await screen.findByRole("region", { name: "Table of members" }));
    expect(table.getByText("Erased member 18")).toBeTruthy();
    expect(table.getByText("−R7.00")).toBeTruthy();
    expect(members).toHaveBeenCalledWith(
      expect.objectContaining({ page: 1, sort: { by: "amount", direction: "desc" } }),
    );
    await user.click(screen.getByRole("radio", { name: "Store credit" }));
    const holders = within(await screen.findByRole("region", { name: "Table of people" }));
    expect(holders.getByText("Ben Botha")).toBeTruthy();
  });
});
