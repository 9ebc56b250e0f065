import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeProcedure, Breakdown, type FakeApi, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aPayout, someBankDetails } from "../../../testing/some-data.ts";
import { presentToastsWith } from "../../../ui/feedback.tsx";
import { PayoutsScreen } from "./payouts-screen.tsx";

const user = userEvent.setup({ delay: null });
const address = { path: "/admin/payout-requests", pattern: "/admin/payout-requests" };
type List = ApiOutputs["payouts"]["list"];

const waiting: List = {
  rows: [aPayout],
  total: 1,
  counts: { requested: 1, paid: 41, rejected: 2, returned: 0 },
  sums: { requested: aPayout.amount, paid: 9_000_00, rejected: 40_00, returned: 0 },
};
const noRequests: List = {
  rows: [],
  total: 0,
  counts: { requested: 0, paid: 42, rejected: 2, returned: 0 },
  sums: { requested: 0, paid: 9_000_00, rejected: 40_00, returned: 0 },
};

function show(payouts: NonNullable<FakeApi["payouts"]>, more: FakeApi = {}, query = "") {
  renderWithApi(
    <PayoutsScreen />,
    {
      payouts: {
        list: () => waiting,
        breakdown: () => [],
        log: () => [],
        limit: () => ({ secondPersonAbove: null }),
        ...payouts,
      },
      ledgerHealth: { payoutStops: () => [] },
      ...more,
    },
    { ...address, path: `${address.path}${query}` },
  );
}

async function open() {
  await user.click(await screen.findByRole("button", { name: "Open the request from Ben Naidoo" }));
  return within(await screen.findByRole("dialog", { name: "Payout to Ben Naidoo" }));
}

describe("the payout requests", () => {
  // shows S2.35
  test("lists requests with their amount, and counts each state", async () => {
    show({});
    const row = await screen.findByRole("row", { name: /Ben Naidoo/ });
    expect(within(row).getByText("R16 184.56")).toBeTruthy();
    expect(screen.getByRole("tab", { name: /^Paid 41/ })).toBeTruthy();
  });

  test("opens the request that a link names, whatever state and page it is on", async () => {
    const paid = {
      ...aPayout,
      id: "payout-elsewhere",
      fullName: "Cara Botha",
      state: "paid" as const,
    };
    const list = vi.fn<FakeProcedure<"payouts", "list">>(({ id }) =>
      id === paid.id ? { ...waiting, rows: [paid] } : waiting,
    );
    show({ list }, {}, `?payout=${paid.id}`);
    expect(await screen.findByRole("dialog", { name: "Payout to Cara Botha" })).toBeTruthy();
    expect(list.mock.calls.map(([{ id }]) => id)).toEqual([undefined, paid.id]);
  });

  test("stays on its page where a link names no request", async () => {
    show({ list: ({ id }) => (id === undefined ? waiting : noRequests) }, {}, "?payout=unknown");
    await screen.findByRole("row", { name: /Ben Naidoo/ });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("shows that payouts are stopped when the ledger is damaged", async () => {
    show({}, { ledgerHealth: { payoutStops: () => ["chain"] } });
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toContain("altered events in the ledger");
  });

  test("shows that there are no open requests", async () => {
    show({ list: () => noRequests });
    expect(await screen.findByText("No open payout requests")).toBeTruthy();
  });

  test("shows that loading failed", async () => {
    show({
      list: () => {
        throw new Breakdown();
      },
    });
    expect(await screen.findByText("We could not load payout requests.")).toBeTruthy();
  });

  test("shows the day and the reference of paid requests", async () => {
    const paid = {
      ...aPayout,
      state: "paid",
      datePaid: "2026-02-27",
      reference: "FNB 88213",
    } as const;
    const list = vi.fn<FakeProcedure<"payouts", "list">>(() => ({ ...waiting, rows: [paid] }));
    show({ list }, {}, "?state=paid");
    expect(await screen.findByRole("columnheader", { name: "Paid on" })).toBeTruthy();
    const row = within(screen.getByRole("row", { name: /FNB 88213/ }));
    expect(row.getByText("27 Feb 2026")).toBeTruthy();
    expect(list).toHaveBeenCalledWith(expect.objectContaining({ state: "paid" }));
  });

  test("sorts on the server when a column header is pressed", async () => {
    const list = vi.fn<FakeProcedure<"payouts", "list">>(() => waiting);
    show({ list });
    const header = await screen.findByRole("columnheader", { name: "Amount" });
    expect(header.getAttribute("aria-sort")).toBe("none");

    await user.click(within(header).getByRole("button"));

    expect(list).toHaveBeenLastCalledWith(
      expect.objectContaining({ sort: { by: "amount", direction: "desc" } }),
    );
    expect(header.getAttribute("aria-sort")).toBe("descending");
    expect(window.location.search).toBe("?sort=amount-desc");
  });

  // shows S3.19
  test("opens a request with its breakdown and the sum", async () => {
    show({
      breakdown: () => [
        { kind: "own", sellerLevel: 2, count: 14, value: 1, amount: 1_659_260 },
        { kind: "reversal-of-own", sellerLevel: 2, count: 1, value: 1, amount: -35_804 },
      ],
    });
    const sheet = await open();

    expect(await sheet.findByText("Own sales, level 2 (14)")).toBeTruthy();
    expect(sheet.getByText("Own sales, reversed, level 2 (1)")).toBeTruthy();
    expect(sheet.getByText("R16 234.56")).toBeTruthy();
  });

  test.each([true, false])(
    "leads to the tax invoice of a payout that has one: %s",
    async (hasOne) => {
      const paid = { ...aPayout, state: "paid", datePaid: "2026-02-27" } as const;
      show({ list: () => ({ ...waiting, rows: [{ ...paid, hasTaxInvoice: hasOne }] }) });
      const sheet = await open();
      await sheet.findByText("Bank reference");
      const link = sheet.queryByRole("link", { name: "Tax invoice (PDF)" });
      expect(link?.getAttribute("href") ?? null).toBe(
        hasOne ? "/payouts/payout-1/tax-invoice.pdf" : null,
      );
    },
  );

  // shows S6.5
  test("fetches the account number only on demand", async () => {
    const getForAdmin = vi.fn<FakeProcedure<"bankDetails", "getForAdmin">>(() => ({
      ...someBankDetails,
      accountNumber: "62001234567",
    }));
    show({}, { bankDetails: { getForAdmin } });
    const sheet = await open();
    expect(getForAdmin).not.toHaveBeenCalled();

    await user.click(sheet.getByRole("button", { name: "Show bank details" }));

    expect(await sheet.findByText("62001234567")).toBeTruthy();
    expect(getForAdmin).toHaveBeenCalledWith({ userId: 12 });
  });

  // shows S6.5
  test("marks a request as paid and removes it from the list", async () => {
    let list = waiting;
    const markAsPaid = vi.fn<FakeProcedure<"payouts", "markAsPaid">>(() => {
      list = noRequests;
      return { id: aPayout.id, state: "paid" as const };
    });
    show({ list: () => list, markAsPaid });
    const sheet = await open();
    await user.click(sheet.getByRole("button", { name: "Mark as paid" }));

    const dialog = within(screen.getByRole("dialog", { name: "Mark as paid" }));
    const paidOn = dialog.getByLabelText<HTMLInputElement>(/^Paid on/);
    expect(dialog.getByText("3 Nov 2026")).toBeTruthy();
    await user.clear(paidOn);
    await user.type(paidOn, "2026-11-05");
    await user.type(dialog.getByLabelText(/^Bank reference/), "FNB 88213");
    expect(paidOn.value).toBe("05 Nov 2026");
    await user.click(dialog.getByRole("button", { name: /^Mark R16.184\.56 as paid$/ }));

    expect(await screen.findByText("No open payout requests")).toBeTruthy();
    expect(markAsPaid.mock.calls[0]?.[0]).toMatchObject({
      id: aPayout.id,
      paidOn: "2026-11-05",
      reference: "FNB 88213",
    });
    expect(screen.getByText("Payout marked as paid.")).toBeTruthy();
  });

  // shows S8.5
  test("shows why a payout could not be marked as paid", async () => {
    show({
      markAsPaid: () => {
        throw new Refusal("payout.already-paid");
      },
    });
    const toast = vi.fn<(toast: { text: string; tone: string }) => void>();
    onTestFinished(presentToastsWith(toast));
    const sheet = await open();
    await user.click(sheet.getByRole("button", { name: "Mark as paid" }));
    await user.click(screen.getByRole("button", { name: /^Mark R16/ }));

    // In the dialog, and in a toast that outlives the dialog.
    const text = "This payout has already been paid.";
    expect(await screen.findByText(text)).toBeTruthy();
    expect(toast.mock.calls).toEqual([[{ text, tone: "bad" }]]);
  });

  test("asks another admin where what was paid before takes it above the limit", async () => {
    const approve = vi.fn<FakeProcedure<"payouts", "approve">>(({ id }) => ({ id }));
    show({
      approve,
      markAsPaid: () => {
        throw new Refusal("decision.needed");
      },
    });
    const sheet = await open();
    await user.click(sheet.getByRole("button", { name: "Mark as paid" }));
    await user.click(screen.getByRole("button", { name: /^Mark R16/ }));
    expect(
      await screen.findByText("Another admin must confirm this payout. We’ve asked them."),
    ).toBeTruthy();
    expect(approve).toHaveBeenCalledWith({ id: aPayout.id });
    expect(screen.queryByRole("dialog", { name: "Mark as paid" })).toBeNull();
  });

  test("rejects a request only with a reason", async () => {
    const reject = vi.fn<FakeProcedure<"payouts", "reject">>(() => ({
      id: aPayout.id,
      state: "rejected" as const,
    }));
    show({ reject });
    const sheet = await open();
    await user.click(sheet.getByRole("button", { name: "Reject request" }));
    const dialog = within(screen.getByRole("dialog", { name: "Reject request from Ben Naidoo?" }));

    await user.click(dialog.getByRole("button", { name: "Reject request" }));
    expect(dialog.getByText("Please complete", { selector: "p" })).toBeTruthy();
    expect(reject).not.toHaveBeenCalled();

    await user.type(dialog.getByLabelText(/^Reason/), "The bank refused the account.");
    await user.click(dialog.getByRole("button", { name: "Reject request" }));
    await vi.waitFor(() =>
      expect(reject.mock.calls[0]?.[0]).toMatchObject({ reason: "The bank refused the account." }),
    );
  });

  test("requires a confirmation before paying to changed bank details", async () => {
    const held = { ...aPayout, bankDetailsHoldUntil: "2026-11-05T08:12:00.000Z" };
    const markAsPaid = vi.fn<FakeProcedure<"payouts", "markAsPaid">>(() => ({
      id: aPayout.id,
      state: "paid" as const,
    }));
    show({ list: () => ({ ...waiting, rows: [held] }), markAsPaid });
    expect(await screen.findByText("On hold")).toBeTruthy();
    const sheet = await open();
    expect(sheet.getByText("Bank or contact details changed in the last 48 hours")).toBeTruthy();
    await user.click(sheet.getByRole("button", { name: "Mark as paid" }));
    const dialog = within(screen.getByRole("dialog", { name: "Mark as paid" }));

    await user.click(dialog.getByRole("button", { name: /^Mark R16.184\.56 as paid$/ }));
    expect(dialog.getByRole("alert").textContent).toBe("Required");
    expect(markAsPaid).not.toHaveBeenCalled();

    await user.click(dialog.getByRole("checkbox", { name: /Ben Naidoo has confirmed/ }));
    await user.click(dialog.getByRole("button", { name: /^Mark R16.184\.56 as paid$/ }));
    expect(markAsPaid).toHaveBeenCalledWith(expect.objectContaining({ confirmHold: true }));
  });

  test("shows the problems found by the checks in the list and on the sheet", async () => {
    vi.setSystemTime("2026-11-07T06:00:00.000Z");
    show({});
    const row = await screen.findByRole("row", { name: /Ben Naidoo/ });
    vi.useRealTimers();
    expect(within(row).getByText("R45.21 reversed or undone since the request")).toBeTruthy();
    expect(within(row).getByText("4 days")).toBeTruthy();
    const sheet = await open();
    await user.click(sheet.getByRole("button", { name: "5 checks passed" }));
    expect(sheet.getByText("Account not used by anyone else")).toBeTruthy();
    expect(sheet.getByText("R45.21 reversed or undone since the request")).toBeTruthy();
  });

  // shows S3.19
  test("shows the log of a request", async () => {
    show({
      log: () => [
        { at: "2026-11-03T08:12:00.000Z", what: "requested", byName: "Ben Naidoo", note: null },
        { at: "2026-11-04T08:12:00.000Z", what: "in-batch", byName: "Ada Admin", note: "12" },
        { at: "2026-11-05T08:12:00.000Z", what: "rejected", byName: null, note: null },
      ],
    });
    const sheet = await open();
    expect(await sheet.findByText(/^Requested by Ben Naidoo/)).toBeTruthy();
    expect(sheet.getByText(/^Added to payout batch 12 by Ada Admin/)).toBeTruthy();
    expect(sheet.getByText(/^Cleared$/)).toBeTruthy();
  });

  test("clears a request without a reason", async () => {
    const reject = vi.fn<FakeProcedure<"payouts", "reject">>(() => ({
      id: aPayout.id,
      state: "rejected" as const,
    }));
    show({ reject });
    const sheet = await open();
    await user.click(sheet.getByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Clear request" }));
    const dialog = within(screen.getByRole("dialog", { name: "Clear request from Ben Naidoo?" }));
    await user.click(dialog.getByRole("button", { name: "Clear request" }));
    await vi.waitFor(() => expect(reject.mock.calls[0]?.[0]).toMatchObject({ reason: null }));
  });

  test("asks for a second approval above the limit", async () => {
    const approve = vi.fn<FakeProcedure<"payouts", "approve">>(() => ({ id: aPayout.id }));
    const large = { ...aPayout, needsSecondPerson: true };
    show({ list: () => ({ ...waiting, rows: [large] }), approve });
    expect(await screen.findByText("Needs second approval")).toBeTruthy();
    const sheet = await open();
    await user.click(sheet.getByRole("button", { name: "Approve payout" }));
    expect(approve).toHaveBeenCalledWith({ id: aPayout.id });
  });

  test("offers no actions for a request in an open batch", async () => {
    show({ list: () => ({ ...waiting, rows: [{ ...aPayout, batchId: 12 }] }) });
    expect(await screen.findByText("In batch 12")).toBeTruthy();
    expect(screen.queryByRole("checkbox")).toBeNull();
    const sheet = await open();
    expect(sheet.getByText("Already in progress")).toBeTruthy();
    expect(sheet.queryByRole("button", { name: "Mark as paid" })).toBeNull();
  });

  test("creates a batch from selected requests, and names those left out", async () => {
    const reason = "payout.on-hold";
    const words = domainErrors[reason].message;
    const make = vi.fn<FakeProcedure<"payoutBatches", "make">>(() => ({
      batchId: 12,
      itemCount: 1,
      total: aPayout.amount,
      needsDecision: false,
      left: [{ id: "payout-2", fullName: "Cara Dlamini", reason, words }],
    }));
    const other = {
      ...aPayout,
      id: "payout-2",
      fullName: "Cara Dlamini",
      bankDetailsHoldUntil: "2026-12-01T08:00:00.000Z",
      obstacle: words,
    };
    show(
      { list: () => ({ ...waiting, rows: [aPayout, other], total: 2 }) },
      { payoutBatches: { make } },
    );
    await screen.findByRole("row", { name: /Cara Dlamini/ });
    await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    expect(screen.getByText("2 selected · R32 369.12")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Create payout batch" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Create payout batch" }));
    expect(dialog.getByText(/^1 payout, R16\s184\.56$/)).toBeTruthy();
    expect(dialog.getByText("Not included")).toBeTruthy();
    expect(dialog.getByText(/^Cara Dlamini: The bank or contact details changed/)).toBeTruthy();
    await user.selectOptions(dialog.getByLabelText("Bank file for"), "standard-bank");
    await user.click(dialog.getByRole("button", { name: "Create batch" }));

    expect(await dialog.findByText("Payout batch 12 has 1 payout")).toBeTruthy();
    expect(dialog.getByText(/^Cara Dlamini: The bank or contact details changed/)).toBeTruthy();
    expect(make.mock.calls[0]?.[0]).toMatchObject({
      ids: ["payout-1", "payout-2"],
      layout: "standard-bank",
    });
  });

  test("says at the day why a batch is refused", async () => {
    const make = () => {
      throw new Refusal("batch.no-bank-day", "payOn");
    };
    show({}, { payoutBatches: { make } });
    await screen.findByRole("row", { name: /Ben Naidoo/ });
    await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    await user.click(screen.getByRole("button", { name: "Create payout batch" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Create payout batch" }));
    await user.click(dialog.getByRole("button", { name: "Create batch" }));
    const { message } = domainErrors["batch.no-bank-day"];
    expect((await dialog.findByRole("alert")).textContent).toContain(message);
    expect(dialog.getByLabelText(/^Pay on/).getAttribute("aria-invalid")).toBe("true");
  });

  test("shows the approval limit with a link to its setting", async () => {
    show({ limit: () => ({ secondPersonAbove: 1_000_000 }) });
    expect(
      await screen.findByText(/^Payouts over R10\s000\.00 need a second approver\./),
    ).toBeTruthy();
    const link = screen.getByRole("link", { name: "Change limit" });
    expect(link.getAttribute("href")).toBe("/admin/edit/rhizo-config");
  });
});
