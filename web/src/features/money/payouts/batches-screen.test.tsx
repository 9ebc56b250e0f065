import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { Breakdown, type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { BatchesScreen } from "./batches-screen.tsx";

const user = userEvent.setup({ delay: null });
const pattern = "/admin/payout-batches";

const batch: ApiOutputs["payoutBatches"]["byId"] = {
  id: 12,
  layout: "fnb",
  payOn: "2026-11-05",
  itemCount: 2,
  total: 2_000_000,
  currency: "ZAR",
  hashTotal: "186778031178",
  state: "open",
  madeAt: "2026-11-04T08:12:00.000Z",
  madeByName: "Ada Admin",
  settledAt: null,
  settledByName: null,
  decision: null,
  items: [
    {
      id: "p1",
      userId: 12,
      fullName: "Ben Naidoo",
      amount: 1_500_000,
      withheld: 0,
      reference: "PAYOUT 12-1",
      state: "paid",
      failure: null,
      proofDay: "2026-11-06",
      difference: null,
    },
    {
      id: "p2",
      userId: 13,
      fullName: "Cara Dlamini",
      amount: 500_000,
      withheld: 0,
      reference: "PAYOUT 12-2",
      state: "open",
      proofDay: null,
      difference: { day: "2026-11-07", amount: 499_900 },
      failure: "Someone else must approve this payout before you can pay it.",
    },
  ],
};

function show(batches: NonNullable<FakeApi["payoutBatches"]>, path: string = pattern) {
  const { items: _items, decision: _decision, ...listed } = batch;
  renderWithApi(
    <BatchesScreen />,
    {
      payoutBatches: {
        list: () => ({ rows: [listed], total: 1 }),
        byId: () => batch,
        ...batches,
      },
    },
    { path, pattern },
  );
}

async function open() {
  await user.click(await screen.findByRole("button", { name: "Open payout batch 12" }));
  return within(await screen.findByRole("dialog", { name: "Payout batch 12" }));
}

describe("the payout batches", () => {
  test("lists batches with their total and state", async () => {
    show({});
    const row = await screen.findByRole("row", { name: /Payout batch 12/ });
    expect(within(row).getByText("R20 000.00")).toBeTruthy();
    expect(within(row).getByText("Open", { selector: "span" })).toBeTruthy();
  });

  test("shows that there are no batches", async () => {
    show({ list: () => ({ rows: [], total: 0 }) });
    expect(await screen.findByText("No payout batches yet")).toBeTruthy();
  });

  test("shows that loading failed", async () => {
    show({
      list: () => {
        throw new Breakdown();
      },
    });
    expect(await screen.findByText("We could not load payout batches.")).toBeTruthy();
  });

  test("opens a batch with its payouts, failures and proofs of payment", async () => {
    show({});
    const sheet = await open();
    expect(await sheet.findByText("186778031178")).toBeTruthy();
    expect(sheet.getByText("PAYOUT 12-2")).toBeTruthy();
    expect(sheet.getByText(/^Someone else must approve/)).toBeTruthy();
    expect(sheet.getByText(/^On bank statement:/)).toBeTruthy();
  });

  test("has neither file nor payment before another admin confirms it", async () => {
    show({ byId: () => ({ ...batch, decision: "open" }) });
    const sheet = await open();
    expect(
      await sheet.findByText("Someone else must confirm this batch before it is paid."),
    ).toBeTruthy();
    expect(sheet.getByRole("link", { name: "View decisions" })).toBeTruthy();
    expect(sheet.queryByRole("button", { name: "Download bank file" })).toBeNull();
    expect(sheet.queryByRole("button", { name: "Mark all as paid" })).toBeNull();
  });

  test("marks a batch as paid, and names the payouts that failed", async () => {
    const reason = "payout.second-person";
    const pay = vi.fn<FakeProcedure<"payoutBatches", "pay">>(() => ({
      paid: 1,
      failed: [{ payoutId: "p2", reason, words: domainErrors[reason].message }],
    }));
    show({ pay });
    const sheet = await open();
    await user.click(await sheet.findByRole("button", { name: "Mark all as paid" }));
    const dialog = within(screen.getByRole("dialog", { name: "Mark all as paid" }));
    await user.click(dialog.getByRole("button", { name: "Mark as paid" }));
    expect(await dialog.findByText("1 marked as paid. These were not:")).toBeTruthy();
    expect(dialog.getByText(/^Cara Dlamini: Someone else must approve/)).toBeTruthy();
  });

  test("says at the day why it cannot be that of the payment", async () => {
    show({
      pay: () => {
        throw new Refusal("payout.wrong-day", "paidOn");
      },
    });
    const sheet = await open();
    await user.click(await sheet.findByRole("button", { name: "Mark all as paid" }));
    const dialog = within(screen.getByRole("dialog", { name: "Mark all as paid" }));
    await user.click(dialog.getByRole("button", { name: "Mark as paid" }));
    const { message } = domainErrors["payout.wrong-day"];
    expect((await dialog.findByRole("alert")).textContent).toContain(message);
    expect(dialog.getByLabelText(/^Paid on/).getAttribute("aria-invalid")).toBe("true");
  });

  test("cancels a batch after a confirmation", async () => {
    const cancel = vi.fn<FakeProcedure<"payoutBatches", "cancel">>(() => ({ batchId: 12 }));
    show({ cancel });
    const sheet = await open();
    await user.click(await sheet.findByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Cancel batch" }));
    const dialog = within(screen.getByRole("dialog", { name: "Cancel payout batch 12?" }));
    await user.click(dialog.getByRole("button", { name: "Cancel batch" }));
    expect(cancel).toHaveBeenCalledWith({ batchId: 12 });
  });

  test("shows why the bank file is refused", async () => {
    show({
      file: () => {
        throw new Refusal("batch.details-changed");
      },
    });
    const sheet = await open();
    await user.click(await sheet.findByRole("button", { name: "Download bank file" }));
    expect(await sheet.findByText(/^Bank details have changed since this batch/)).toBeTruthy();
  });
});
