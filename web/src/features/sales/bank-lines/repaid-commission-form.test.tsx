import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import type { ListedBankLine } from "./bank-line-match-form.tsx";
import { BankLineSheet } from "./bank-line-sheet.tsx";

type Repay = FakeProcedure<"wallet", "repay">;
const user = userEvent.setup({ delay: null });
const line: ListedBankLine = {
  id: 7,
  bookedOn: "2026-11-02",
  amount: 140_000,
  currency: "ZAR",
  description: "REPAYMENT CARA",
  account: "62000000000",
  fileName: "november.csv",
  uploadedAt: "2026-11-03T08:00:00.000Z",
  state: "open",
  proposal: { kind: "none", uses: [], difference: 0, together: [] },
  uses: [],
  decidedAt: null,
  decidedByName: null,
  reason: null,
  kind: null,
  repeatsDay: null,
  repeatsFile: null,
  proposedKind: null,
};
const cara = { userId: 6, fullName: "Cara Adams", owed: 200_000, currency: "ZAR" } as const;

function show(owing: readonly (typeof cara)[], changes: Partial<ListedBankLine> = {}) {
  const repay = vi.fn<Repay>(({ userId }) => ({ userId, amount: line.amount }));
  renderWithApi(<BankLineSheet line={{ ...line, ...changes }} onClose={() => undefined} />, {
    payouts: { returns: () => [] },
    wallet: { owing: () => [...owing], repay },
  });
  return repay;
}

test("an open transaction is commission that a member paid back", async () => {
  const repay = show([cara]);
  await user.click(await screen.findByRole("button", { name: "Commission paid back" }));
  const record = screen.getByRole("button", { name: "Record repayment" });
  await user.click(record);
  expect((await screen.findAllByText("Required")).length).toBeGreaterThan(0);
  expect(repay).not.toHaveBeenCalled();
  expect(screen.getByRole("option", { name: /^Cara Adams, owes R2\s000/ })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText(/Who paid it back/), String(cara.userId));
  await user.click(record);
  await vi.waitFor(() =>
    expect(repay.mock.calls[0]?.[0]).toMatchObject({ userId: cara.userId, lineId: line.id }),
  );
});

test("it is offered only while somebody owes commission", async () => {
  show([]);
  await screen.findByRole("button", { name: "Not an order payment" });
  expect(screen.queryByRole("button", { name: "Commission paid back" })).toBeNull();
});

test("a repayment says so, and cannot be reopened", async () => {
  show([], { state: "ignored", kind: "commission-repaid" });
  expect(await screen.findByText(/The money is in the wallet/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
});
