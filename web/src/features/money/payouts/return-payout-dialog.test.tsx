import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aPayout } from "../../../testing/some-data.ts";
import { PayoutSheet } from "./payout-sheet.tsx";

const user = userEvent.setup({ delay: null });
const paid = { ...aPayout, state: "paid", datePaid: "2026-02-27" } as const;
const aReturn = {
  lineId: 12,
  id: "payout-1",
  bookedOn: "2026-03-02",
  description: "UNPAID 62001234567",
  amount: 1,
  paidOn: "2026-02-27",
  fullName: "Anna Adams",
  reference: null,
  currency: "ZAR",
} as const;

function show(changes: object, rows: readonly (typeof aReturn)[]) {
  const back = vi.fn<FakeProcedure<"payouts", "return">>(() => ({
    id: "payout-1",
    state: "returned",
  }));
  const undo = vi.fn<FakeProcedure<"payouts", "undoReturn">>(() => ({
    id: "payout-1",
    state: "paid",
    proposalId: null,
  }));
  renderWithApi(<PayoutSheet payout={{ ...paid, ...changes }} onClose={() => undefined} />, {
    payouts: {
      breakdown: () => [],
      log: () => [],
      returns: () => [...rows],
      return: back,
      undoReturn: undo,
    },
  });
  return { back, undo };
}

async function openDialog() {
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Returned by the bank" }));
  return within(await screen.findByRole("dialog", { name: /Did the bank return/ }));
}

test("a paid payout is returned by a transaction that is chosen", async () => {
  const { back } = show({}, [aReturn]);
  const dialog = await openDialog();
  await dialog.findByLabelText(/By which transaction/);
  await user.click(dialog.getByRole("button", { name: "Return to the wallet" }));
  expect((await dialog.findAllByText("Required")).length).toBeGreaterThan(0);
  expect(back).not.toHaveBeenCalled();
  await user.selectOptions(dialog.getByLabelText(/By which transaction/), "12");
  await user.click(dialog.getByRole("button", { name: "Return to the wallet" }));
  await vi.waitFor(() =>
    expect(back.mock.calls[0]?.[0]).toMatchObject({ id: "payout-1", lineId: 12 }),
  );
});

test("without a transaction of its amount the statement is asked for", async () => {
  show({}, []);
  const dialog = await openDialog();
  expect(await dialog.findByText("No bank transaction of this amount")).toBeTruthy();
});

test("a returned payout says so, and can be neither corrected nor returned again, but undone", async () => {
  const { undo } = show({ state: "returned", isInvoiceCredited: true }, []);
  expect(await screen.findByText("By the bank, so it is in the wallet again")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Correct|More actions|Mark as paid/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo return" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Undo return of the payout/ }));
  expect(dialog.getByText("The credit note of its tax invoice stays.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Undo return" }));
  await vi.waitFor(() => expect(undo.mock.calls[0]?.[0]).toMatchObject({ id: "payout-1" }));
  expect(await screen.findByText("Return undone.")).toBeTruthy();
});
