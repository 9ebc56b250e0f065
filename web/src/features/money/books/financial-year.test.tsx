import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type FakeApi, type FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aTrialBalance, someIncome, someRetainedEarnings } from "../../../testing/some-balances.ts";
import { someSettings } from "../../../testing/some-settings.ts";
import { AccountingScreen } from "./accounting-screen.tsx";

const pattern = "/admin/accounting";

function show(search: string, fake: NonNullable<FakeApi["books"]> = {}) {
  renderWithApi(
    <AccountingScreen />,
    {
      books: {
        trialBalance: () => aTrialBalance,
        postedBalance: () => ({ ...aTrialBalance, through: "2026-02", isClosed: true }),
        accountEntries: () => someRetainedEarnings,
        income: () => someIncome,
        ...fake,
      },
      settings: { public: () => someSettings },
    },
    { path: `${pattern}${search}`, pattern },
  );
}

test("a trial balance has what the financial year began with, and says which year it is", async () => {
  show("?view=trial-balance&balance=posted&through=2026-02");
  const table = within(await screen.findByRole("region", { name: "Table of accounts" }));
  expect(table.getByText("Opening")).toBeTruthy();
  const retained = table.getByRole("row", { name: /Retained earnings/ });
  expect(within(retained).getAllByText(/600\.00/)).toHaveLength(2);
  expect(screen.getByText(/Financial year March 2025 to February 2026/)).toBeTruthy();
});

test("retained earnings open to each account of each year, and these to that year", async () => {
  const accountEntries = vi.fn<FakeProcedure<"books", "accountEntries">>(
    () => someRetainedEarnings,
  );
  show("?view=trial-balance&balance=posted&through=2026-02", { accountEntries });
  await userEvent.click(await screen.findByRole("link", { name: "Retained earnings" }));
  expect(await screen.findByRole("heading", { name: "3200 Retained earnings" })).toBeTruthy();
  expect(screen.queryByLabelText("From")).toBeNull();
  const entries = within(screen.getByRole("region", { name: "Table of entries" }));
  expect(entries.getAllByText("Year to February 2025")).toHaveLength(2);
  await userEvent.click(entries.getByRole("link", { name: "4000 Sales" }));
  expect(accountEntries).toHaveBeenLastCalledWith({
    figures: "posted",
    through: "2025-02",
    account: "salesGoods",
    productId: null,
    currency: "ZAR",
    from: "2024-03",
    page: 1,
    pageSize: 50,
  });
});

test("as of a day, an account of a year opens as of its last day", async () => {
  const accountEntries = vi.fn<FakeProcedure<"books", "accountEntries">>(
    () => someRetainedEarnings,
  );
  const account = "account=retainedEarnings&currency=ZAR";
  show(`?view=trial-balance&as-of=2026-01-26&${account}`, { accountEntries });
  await userEvent.click(await screen.findByRole("link", { name: "6000 Commission" }));
  expect(accountEntries).toHaveBeenLastCalledWith(
    expect.objectContaining({
      figures: "as-of",
      asOf: "2025-02-28",
      account: "commissionExpense",
      from: "2024-03",
    }),
  );
});

test("income and expenses have their result beside that of a year before, and open to their entries", async () => {
  const income = vi.fn<FakeProcedure<"books", "income">>(() => someIncome);
  const balanceFiles = vi.fn<FakeProcedure<"books", "balanceFiles">>(() => [
    { name: "income-and-expenses-2025-03-to-2026-02.csv", text: "kind\r\n" },
  ]);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1" }));
  show("?view=income&through=2026-02", { income, balanceFiles });
  const table = within(await screen.findByRole("region", { name: "Table of accounts" }));
  const result = within(table.getByRole("row", { name: /Result/ }));
  expect(result.getByText(/^R1\s900\.00$/)).toBeTruthy();
  expect(result.getByText(/^R600\.00$/)).toBeTruthy();
  expect(table.getByRole("link", { name: "Sales" }).getAttribute("href")).toBe(
    "/admin/accounting?view=trial-balance&balance=posted&through=2026-02&first=2025-03&account=salesGoods&currency=ZAR",
  );
  expect(screen.getByText(/not closed/)).toBeTruthy();
  expect(income).toHaveBeenCalledWith({ from: null, through: "2026-02" });
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(balanceFiles).toHaveBeenCalledWith({ figures: "income", from: null, through: "2026-02" });
});
