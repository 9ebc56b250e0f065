import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aPayout } from "../../../testing/some-data.ts";
import { PayoutSheet } from "./payout-sheet.tsx";

const user = userEvent.setup({ delay: null });
const paid = { ...aPayout, state: "paid", datePaid: "2026-02-27" } as const;
const hrefs = { invoice: "/payouts/payout-1/tax-invoice.pdf" };

function show(
  changes: object,
  creditTaxInvoice: FakeProcedure<"payouts", "creditTaxInvoice"> = () => ({
    id: "payout-1",
    state: "paid",
  }),
) {
  const log = () => [
    {
      at: "2026-03-01T08:00:00.000Z",
      what: "credited" as const,
      byName: "Olive Office",
      note: "The rate of VAT was wrong",
    },
  ];
  renderWithApi(<PayoutSheet payout={{ ...paid, ...changes }} onClose={() => undefined} />, {
    payouts: { breakdown: () => [], log, creditTaxInvoice },
  });
}

const links = () =>
  screen.queryAllByRole("link", { name: /PDF/ }).map((link) => link.getAttribute("href"));

async function offered() {
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  return (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
}

// shows T319
test("a tax invoice that we wrote is credited for a reason", async () => {
  const creditTaxInvoice = vi.fn<FakeProcedure<"payouts", "creditTaxInvoice">>(() => ({
    id: "payout-1",
    state: "paid",
  }));
  show({ hasTaxInvoice: true }, creditTaxInvoice);
  expect(links()).toEqual([hrefs.invoice]);
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Credit tax invoice" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Credit the tax invoice?" }));
  await user.click(dialog.getByRole("button", { name: "Write credit note" }));
  expect((await dialog.findAllByText("Required")).length).toBeGreaterThan(0);
  expect(creditTaxInvoice).not.toHaveBeenCalled();
  await user.selectOptions(dialog.getByLabelText(/What was wrong/), "The rate of VAT was wrong");
  await user.click(dialog.getByRole("button", { name: "Write credit note" }));
  await vi.waitFor(() =>
    expect(creditTaxInvoice.mock.calls[0]?.[0]).toMatchObject({
      id: "payout-1",
      reason: "wrong-rate",
    }),
  );
});

test("what was credited, or has no invoice, cannot be credited", async () => {
  show({ hasTaxInvoice: true, isInvoiceCredited: true });
  expect(
    await screen.findByText("Tax invoice credited: The rate of VAT was wrong by Olive Office"),
  ).toBeTruthy();
  expect(links()).toEqual([hrefs.invoice, "/payouts/payout-1/tax-credit-note.pdf"]);
  expect(await offered()).toEqual(["Returned by the bank"]);
});

test("a payout without a tax invoice has nothing to credit", async () => {
  show({});
  await screen.findByRole("button", { name: "Correct payment" });
  expect(await offered()).toEqual(["Returned by the bank"]);
  expect(links()).toEqual([]);
});
