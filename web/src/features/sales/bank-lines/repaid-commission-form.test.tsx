import { screen, within } from "@testing-library/react";
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

type MoneyBack = ReturnType<FakeProcedure<"wallet", "moneyBack">>;

function show(
  owing: readonly (typeof cara)[],
  changes: Partial<ListedBankLine> = {},
  back: MoneyBack = null,
) {
  const repay = vi.fn<Repay>(({ userId }) => ({ userId, amount: line.amount }));
  const undo = vi.fn<FakeProcedure<"wallet", "undoRepayment">>(({ lineId }) => ({
    lineId,
    proposalId: null,
  }));
  const undoReturn = vi.fn<FakeProcedure<"payouts", "undoReturn">>(({ id }) => ({
    id,
    state: "returned",
    proposalId: "proposal-1",
  }));
  renderWithApi(<BankLineSheet line={{ ...line, ...changes }} onClose={() => undefined} />, {
    payouts: { returns: () => [], undoReturn },
    wallet: { owing: () => [...owing], repay, undoRepayment: undo, moneyBack: () => back },
  });
  return { repay, undo, undoReturn };
}

test("an open transaction is commission that a member paid back", async () => {
  const { repay } = show([cara]);
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

test("a repayment says whose it is, and is undone and not reopened", async () => {
  const changes = { state: "ignored", kind: "commission-repaid" } as const;
  const { undo } = show([], changes, { userId: 6, fullName: "Cara Adams", payoutId: null });
  expect(await screen.findByText(/The money is in the wallet/)).toBeTruthy();
  expect(await screen.findByText("Cara Adams")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo repayment" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Undo repayment by Cara Adams?" }),
  );
  await user.click(dialog.getByRole("button", { name: "Undo repayment" }));
  await vi.waitFor(() => expect(undo.mock.calls[0]?.[0]).toMatchObject({ lineId: line.id }));
  expect(await screen.findByText("Repayment undone.")).toBeTruthy();
});

test("a returned payout is undone by its transaction too, and above the limit that is proposed", async () => {
  const changes = { state: "ignored", kind: "payout-returned" } as const;
  const of = { userId: 6, fullName: "Cara Adams", payoutId: "payout-1" };
  const { undoReturn } = show([], changes, of);
  await user.click(await screen.findByRole("button", { name: "Undo return" }));
  const title = "Undo return of the payout to Cara Adams?";
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  await user.click(dialog.getByRole("button", { name: "Undo return" }));
  await vi.waitFor(() => expect(undoReturn.mock.calls[0]?.[0]).toMatchObject({ id: "payout-1" }));
  expect(await screen.findByText("Proposed. It waits under Decisions.")).toBeTruthy();
});
