import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { FakeApi, FakeProcedure } from "../../../testing/fake-api.ts";
import userEvent from "@testing-library/user-event";
import { anArchive } from "../../../testing/some-books.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aStatement, someClosings, someMonths } from "../../../testing/some-statements.ts";
import { StatementsScreen } from "./statements-screen.tsx";

const pattern = "/admin/statements";
const cents = {
  currency: "ZAR",
  months: [{ month: "2026-02", entries: 120, amount: 345_678, residual: "-0.412500" }],
} as const;

function show(
  fake: NonNullable<FakeApi["statements"]> = {},
  search = "",
  archives: NonNullable<FakeApi["archives"]> = {},
) {
  renderWithApi(
    <StatementsScreen />,
    {
      statements: {
        closings: () => someClosings,
        cents: () => ({ ...cents, months: [...cents.months] }),
        months: () => someMonths,
        ...fake,
      },
      archives: { list: () => [], ...archives },
    },
    { path: `${pattern}${search}`, pattern },
  );
}

describe("the office's statements", () => {
  test("shows the closed months and the rounding differences", async () => {
    show();
    const closed = within(await screen.findByRole("region", { name: "Table of closed months" }));
    expect(closed.getByText("February 2026")).toBeTruthy();
    expect(closed.getByText("4711")).toBeTruthy();
    const rounding = within(await screen.findByRole("region", { name: "Table of months" }));
    expect(rounding.getByText("−0.41")).toBeTruthy();
  });

  // shows T299
  test("exports the tax year of all members, the last one that ended or a chosen one", async () => {
    const begin = vi.fn<FakeProcedure<"archives", "begin">>(() => ({ id: anArchive.id }));
    const archive = { ...anArchive, kind: "tax-packs", documents: 2, isOpen: true } as const;
    show({}, "", { begin, list: () => [{ ...archive, from: "2025-03-01", to: "2026-02-28" }] });
    const files = within(await screen.findByRole("list", { name: "Last files" }));
    expect(files.getByText("Tax year 2026").textContent).toBe("Tax year 2026, not closed");
    expect(files.getByRole("link", { name: "Download 2 tax years" })).toBeTruthy();
    const years = within(screen.getByLabelText("Tax year")).getAllByRole("option");
    const [present, ended, before] = years.map(({ textContent }) => Number(textContent));
    await userEvent.click(screen.getByRole("button", { name: "Export tax years" }));
    expect(begin).toHaveBeenLastCalledWith({ kind: "tax-packs", year: (present ?? 0) - 1 });
    await userEvent.selectOptions(screen.getByLabelText("Tax year"), String(before));
    await userEvent.click(screen.getByRole("button", { name: "Export tax years" }));
    expect(begin).toHaveBeenLastCalledWith({ kind: "tax-packs", year: (ended ?? 0) - 1 });
  });

  test("opens the statements of the member in the address", async () => {
    const months = vi.fn<FakeProcedure<"statements", "months">>(() => someMonths);
    show({ months }, "?member=17");
    expect(await screen.findByRole("heading", { name: "Statements for Ben Botha" })).toBeTruthy();
    expect(months).toHaveBeenCalledWith({ memberId: 17 });
  });

  test("names the member of a statement", async () => {
    renderWithApi(
      <StatementsScreen />,
      { statements: { months: () => someMonths }, wallet: { statement: () => aStatement } },
      { path: `${pattern}?member=17&month=2026-02`, pattern },
    );
    expect(await screen.findByText("Ben Botha, member 17")).toBeTruthy();
  });
});
