import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeApi, type FakeProcedure, LostLine, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import {
  aClosing,
  aStatement,
  someClosings,
  someMonths,
} from "../../../testing/some-statements.ts";
import { StatementsScreen } from "./statements-screen.tsx";

const user = userEvent.setup({ delay: null });
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
  test("show what is closed, and what rounding left over", async () => {
    show();
    const closed = within(await screen.findByRole("region", { name: "Table of closed months" }));
    expect(closed.getByText("February 2026")).toBeTruthy();
    expect(closed.getByText("4711")).toBeTruthy();
    const rounding = within(await screen.findByRole("region", { name: "Table of months" }));
    expect(rounding.getByText("−0.41")).toBeTruthy();
  });

  test("of one person open by the address", async () => {
    const months = vi.fn<FakeProcedure<"statements", "months">>(() => someMonths);
    show({ months }, "?member=17");
    expect(await screen.findByRole("heading", { name: "Statements for Ben Botha" })).toBeTruthy();
    expect(months).toHaveBeenCalledWith({ memberId: 17 });
  });

  test("of one person and month say whose they are", async () => {
    renderWithApi(
      <StatementsScreen />,
      { statements: { months: () => someMonths }, wallet: { statement: () => aStatement } },
      { path: `${pattern}?member=17&month=2026-02`, pattern },
    );
    expect(await screen.findByText("Ben Botha, member 17")).toBeTruthy();
  });
});

describe("closing a month", () => {
  test("asks first, and closes once although the first try got no answer", async () => {
    let isClosed = false;
    const close = vi.fn<FakeProcedure<"statements", "close">>(({ month }) => {
      if (close.mock.calls.length === 1) throw new LostLine();
      isClosed = true;
      return { month, throughPosition: 5000, root: "cd".repeat(32) };
    });
    const march = { ...aClosing, month: "2026-03", throughPosition: 5000 };
    show({
      close,
      closings: () =>
        isClosed ? { ...someClosings, closable: [], closings: [march, aClosing] } : someClosings,
    });

    await user.click(await screen.findByRole("button", { name: "Close March 2026" }));
    const question = within(screen.getByRole("dialog", { name: "Close March 2026?" }));
    expect(close).not.toHaveBeenCalled();
    await user.click(question.getByRole("button", { name: "Close March 2026" }));
    await question.findByText(/We could not reach the shop/);
    await user.click(question.getByRole("button", { name: "Close March 2026" }));

    expect(await screen.findByText("All finished months are closed.")).toBeTruthy();
    const [first, again] = close.mock.calls.map(([{ commandId }]) => commandId);
    expect(again).toBe(first);
  });

  test("says why not, when somebody else was faster", async () => {
    show({
      close: () => {
        throw new Refusal("month.already-closed");
      },
    });
    await user.click(await screen.findByRole("button", { name: "Close March 2026" }));
    const question = within(screen.getByRole("dialog"));
    await user.click(question.getByRole("button", { name: "Close March 2026" }));
    expect(await question.findByText("This month is already closed.")).toBeTruthy();
  });

  test("lets the first one be chosen, with all before it", async () => {
    const close = vi.fn<FakeProcedure<"statements", "close">>(({ month }) => ({
      month,
      throughPosition: 1,
      root: "",
    }));
    show({
      close,
      closings: () => ({ ...someClosings, closable: ["2026-01", "2026-02"], closings: [] }),
    });
    await user.click(await screen.findByLabelText("Month"));
    await user.click(await screen.findByRole("button", { name: "Jan" }));
    await user.click(screen.getByRole("button", { name: "Close January 2026" }));
    const question = within(screen.getByRole("dialog"));
    await user.click(question.getByRole("button", { name: "Close January 2026" }));
    await vi.waitFor(() =>
      expect(close).toHaveBeenCalledWith(expect.objectContaining({ month: "2026-01" })),
    );
  });

  test("is not offered while nothing is over", async () => {
    show({ closings: () => ({ ...someClosings, closable: [], closings: [] }) });
    expect(await screen.findByText(/No month to close yet/)).toBeTruthy();
    expect(screen.getByText("No closed months yet")).toBeTruthy();
  });
});
