import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { FakeApi, FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aTrialBalance, someEntries, someJournals } from "../../../testing/some-books.ts";
import { AccountingScreen } from "./accounting-screen.tsx";

const pattern = "/admin/accounting";

function show(fake: NonNullable<FakeApi["books"]> = {}, search = "?month=2026-02") {
  renderWithApi(
    <AccountingScreen />,
    {
      books: {
        journals: () => someJournals,
        entries: () => someEntries,
        trialBalance: () => aTrialBalance,
        ...fake,
      },
    },
    { path: `${pattern}${search}`, pattern },
  );
}

describe("the office's accounting", () => {
  test("shows the journals of a month, and opens one with its entries", async () => {
    show();
    const table = within(await screen.findByRole("region", { name: "Table of journals" }));
    expect(table.getByText("5 Feb 2026")).toBeTruthy();
    expect(await screen.findByText(/This month is not closed/)).toBeTruthy();

    await userEvent.click(table.getByText("J202602-05"));
    const sheet = within(await screen.findByRole("dialog", { name: "Journal J202602-05" }));
    expect(await sheet.findByText("Payment received")).toBeTruthy();
    expect(sheet.getByText(/RH7001/).textContent).toBe("RH7001, late, of 26 Jan 2026");
    expect(sheet.getByText("Total")).toBeTruthy();
  });

  test("exports the journals of the month in the chosen format", async () => {
    const files = vi.fn<FakeProcedure<"books", "files">>(() => ({
      isClosed: false,
      files: [{ name: "J202602-xero.csv", text: "*Narration\r\n" }],
    }));
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1" }));
    show({ files });
    await userEvent.selectOptions(await screen.findByLabelText("Format"), "Xero (CSV)");
    await userEvent.click(screen.getByRole("button", { name: "Export journals" }));
    await vi.waitFor(() => expect(saved).toEqual(["J202602-xero.csv"]));
    expect(files).toHaveBeenCalledWith({ month: "2026-02", by: "day", format: "xero" });
  });

  test("shows the trial balance as of a day, with the orders in no account", async () => {
    const trialBalance = vi.fn<FakeProcedure<"books", "trialBalance">>(() => aTrialBalance);
    show({ trialBalance }, "?view=trial-balance&as-of=2026-01-26");
    const table = within(await screen.findByRole("region", { name: "Table of accounts" }));
    expect(table.getAllByText("R1 753.23")).toHaveLength(2);
    expect(screen.getByText(/Orders awaiting payment/).textContent).toContain("R425.00");
    expect(trialBalance).toHaveBeenCalledWith({ asOf: "2026-01-26", knownOn: null });
  });
});
