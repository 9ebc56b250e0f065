import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import type { FakeApi, FakeProcedure } from "../../../testing/fake-api.ts";
import { anArchive } from "../../../testing/some-books.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { StatementsScreen } from "./statements-screen.tsx";

const user = userEvent.setup({ delay: null });
const pattern = "/admin/statements";
type Register = ApiOutputs["statements"]["register"];

const figures = {
  currency: "ZAR",
  opening: 10_000,
  own: 5000,
  upline: 700,
  stockist: 0,
  leader: 300,
  reversed: -1000,
  converted: 2000,
  paid: 3000,
  withheld: 750,
  closing: 10_000,
} as const;
const register: Register = {
  month: "2026-02",
  isClosed: false,
  rows: [
    { ...figures, userId: 17, name: "Ben Botha" },
    { ...figures, userId: 18, name: null },
  ],
  total: 2,
  sums: [{ ...figures, opening: 20_000, closing: 20_000 }],
};

function show(
  answer: FakeProcedure<"statements", "register">,
  archives: NonNullable<FakeApi["archives"]> = {},
) {
  renderWithApi(
    <StatementsScreen />,
    { statements: { register: answer }, archives: { list: () => [], ...archives } },
    { path: `${pattern}?view=register&month=2026-02`, pattern },
  );
}

describe("the commission register", () => {
  test("has each member with the figures of the month, and their sums", async () => {
    show(() => register);
    const table = within(await screen.findByRole("region", { name: "Table of members" }));
    const ben = table.getByRole("row", { name: /Ben Botha/ });
    expect(ben.textContent).toMatch(/R100\.00R60\.00 earned−R10\.00R20\.00R30\.00R7\.50R100\.00/);
    expect(within(ben).getByRole("link").getAttribute("href")).toBe(
      "/admin/statements?member=17&month=2026-02",
    );
    expect(table.getByText("Erased member 18")).toBeTruthy();
    expect(table.getByRole("row", { name: /^Total/ }).textContent).toContain("R200.00");
    expect(screen.getByText(/This month is not closed/)).toBeTruthy();
    expect(
      screen.getByText(
        /Tax that we withheld is part of what was paid out, or of store credit that was paid out\./,
      ),
    ).toBeTruthy();
    const files = ["Excel", "CSV"].map((name) =>
      screen.getByRole("link", { name }).getAttribute("href"),
    );
    expect(files).toEqual([
      "/office/commission-register?month=2026-02&format=xlsx",
      "/office/commission-register?month=2026-02&format=csv",
    ]);
  });

  test("has a total of each currency", async () => {
    const pounds = { ...figures, currency: "GBP", opening: 0, closing: 1 } as const;
    const rows = [...register.rows, { ...pounds, userId: 17, name: "Ben Botha" }];
    show(() => ({ ...register, rows, sums: [...register.sums, pounds] }));
    const table = within(await screen.findByRole("region", { name: "Table of members" }));
    expect(table.getAllByRole("row", { name: /Ben Botha/ })).toHaveLength(2);
    expect(table.getByRole("row", { name: /^Total ZAR/ }).textContent).toContain("R200.00");
    expect(table.getByRole("row", { name: /^Total GBP/ }).textContent).toContain("£0.01");
  });

  test("says nothing of tax where none was withheld", async () => {
    show(() => ({ ...register, sums: register.sums.map((sums) => ({ ...sums, withheld: 0 })) }));
    await screen.findByRole("row", { name: /Ben Botha/ });
    expect(screen.queryByText("Tax withheld")).toBeNull();
    expect(screen.queryByText(/Tax that we withheld/)).toBeNull();
  });

  test("is sorted and searched by the server", async () => {
    const answer = vi.fn<FakeProcedure<"statements", "register">>(() => register);
    show(answer);
    await user.click(await screen.findByRole("button", { name: /^Closing/ }));
    await vi.waitFor(() =>
      expect(answer).toHaveBeenLastCalledWith(
        expect.objectContaining({ month: "2026-02", sort: { by: "closing", direction: "desc" } }),
      ),
    );
    await user.type(screen.getByRole("searchbox", { name: "Search members" }), "ben");
    await vi.waitFor(() =>
      expect(answer).toHaveBeenLastCalledWith(expect.objectContaining({ search: "ben" })),
    );
  });

  test("says where a month has no commission", async () => {
    show(() => ({ ...register, isClosed: true, rows: [], total: 0 }));
    expect(await screen.findByText("No commission in this month")).toBeTruthy();
    expect(screen.queryByText(/not closed/)).toBeNull();
  });

  // shows T299
  test("exports the statements of all members, and says that a failed file can be asked for again", async () => {
    const begin = vi.fn<FakeProcedure<"archives", "begin">>(() => ({
      id: "00000000-0000-4000-8000-000000000007",
    }));
    const of = { kind: "statements", from: "2026-02-01", to: "2026-02-28" } as const;
    const stopped = "00000000-0000-4000-8000-000000000009";
    const list: FakeProcedure<"archives", "list"> = () => [
      { ...anArchive, ...of, state: "failed", documents: null },
      { ...anArchive, ...of, id: "00000000-0000-4000-8000-000000000008", documents: 1 },
      { ...anArchive, ...of, id: stopped, state: "failed", failure: "There are no figures." },
    ];
    show(() => register, { begin, list });
    const files = within(await screen.findByRole("list", { name: "Last files" }));
    expect(files.getAllByText("Statements for February 2026")).toHaveLength(3);
    expect(files.getByText("Export failed. Try again.")).toBeTruthy();
    expect(files.getByText("Export failed. There are no figures.")).toBeTruthy();
    expect(files.getByRole("link", { name: "Download 1 statement" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Export statements" }));
    expect(begin).toHaveBeenCalledWith({ kind: "statements", month: "2026-02" });
  });
});
