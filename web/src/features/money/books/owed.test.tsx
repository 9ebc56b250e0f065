import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import type { FakeApi, FakeProcedure } from "../../../testing/fake-api.ts";
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
