import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { FakeApi, FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aStatement, someClosings, someMonths } from "../../../testing/some-statements.ts";
import { StatementsScreen } from "./statements-screen.tsx";

const pattern = "/admin/statements";
const cents = {
  currency: "ZAR",
  months: [{ month: "2026-02", entries: 120, amount: 345_678, residual: "-0.412500" }],
} as const;

function show(fake: NonNullable<FakeApi["statements"]> = {}, search = "") {
  renderWithApi(
    <StatementsScreen />,
    {
      statements: {
        closings: () => someClosings,
        cents: () => ({ ...cents, months: [...cents.months] }),
        months: () => someMonths,
        ...fake,
      },
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
