import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import type { ListedBankDebit } from "./bank-debit-text.tsx";
import { BankDebitsScreen } from "./bank-debits-screen.tsx";

type List = FakeProcedure<"bankDebits", "list">;
type Explain = FakeProcedure<"bankDebits", "explain">;
type AcceptRules = FakeProcedure<"bankDebits", "acceptRules">;
type Reopen = FakeProcedure<"bankDebits", "reopen">;
type AddRule = FakeProcedure<"bankDebits", "addRule">;
type RemoveRule = FakeProcedure<"bankDebits", "removeRule">;

const user = userEvent.setup({ delay: null });
const at = { path: "/admin/outgoing-payments", pattern: "/admin/outgoing-payments" };

function aDebit(changes: Partial<ListedBankDebit> = {}): ListedBankDebit {
  return {
    id: 7,
    bookedOn: "2026-11-02",
    amount: 2_900,
    currency: "ZAR",
    description: "MONTHLY FEE",
    account: "62000000000",
    fileName: "november.csv",
    kind: null,
    orders: [],
    batches: [],
    proposed: null,
    decidedAt: null,
    decidedByName: null,
    ...changes,
  };
}

const listing =
  (
    rows: readonly ListedBankDebit[],
    changes: Partial<ApiOutputs["bankDebits"]["list"]> = {},
  ): List =>
  () => ({
    rows: [...rows],
    total: rows.length,
    currency: "ZAR",
    counts: { open: rows.length, explained: 3 },
    rules: [],
    missing: { count: 0, newest: [] },
    ...changes,
  });

describe("outgoing payments", () => {
  test("say what they are, and which refunds no statement shows", async () => {
    const rows = [
      aDebit({ id: 1, description: "PAYOUTS-12", batches: [12] }),
      aDebit({ id: 2, description: "RH1042", kind: "refund", orders: [1042] }),
      aDebit({ id: 3, description: "Vehicle", kind: "courier" }),
      aDebit({ id: 4, proposed: "bank-fee" }),
      aDebit({ id: 5, description: "Unknown" }),
    ];
    const newest = [{ orderNumber: 1043, amount: 12_345, day: "2026-11-02" }];
    const list = listing(rows, { missing: { count: 1, newest } });
    renderWithApi(<BankDebitsScreen />, { bankDebits: { list } }, at);
    for (const words of [
      "Payout of batch 12",
      "Refund of RH1042",
      "Courier",
      "Bank charges, as a rule says",
      "To explain",
    ])
      expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    const notice = within(screen.getByRole("note"));
    expect(notice.getByText("1 refund by transfer is on no statement")).toBeTruthy();
    expect(notice.getByRole("link", { name: "RH1043" }).getAttribute("href")).toBe(
      "/admin/orders?search=1043",
    );
  });

  test("are explained one by one, with a rule for the next, or as the rules say", async () => {
    const explain = vi.fn<Explain>(({ debitId }) => ({ debitId }));
    const acceptRules = vi.fn<AcceptRules>(() => ({ accepted: 1 }));
    const rows = [aDebit(), aDebit({ id: 8, description: "FEE 2", proposed: "bank-fee" })];
    renderWithApi(
      <BankDebitsScreen />,
      { bankDebits: { list: listing(rows), explain, acceptRules } },
      at,
    );
    await user.click(await screen.findByRole("button", { name: "Accept 1 by rules" }));
    expect(acceptRules).toHaveBeenCalledWith({
      commandId: expect.any(String),
      debits: [{ debitId: 8, kind: "bank-fee" }],
    });

    await user.click(screen.getByRole("button", { name: /Open the outgoing payment “MONTHLY/ }));
    const sheet = within(await screen.findByRole("dialog", { name: "Outgoing payment" }));
    await user.selectOptions(sheet.getByLabelText("What is it?"), "Other tax");
    await user.type(sheet.getByLabelText(/^Propose the same/), " MONTHLY ");
    await user.click(sheet.getByRole("button", { name: "Save" }));
    expect(explain).toHaveBeenCalledWith({
      commandId: expect.any(String),
      debitId: 7,
      kind: "tax",
      ruleFor: "MONTHLY",
    });
    expect(await screen.findByText("Transaction explained.")).toBeTruthy();
  });

  test("show why one was not explained, and take back what somebody said", async () => {
    const said = { decidedAt: "2026-11-03T08:00:00.000Z", decidedByName: "Thandi M" };
    const rows = [
      aDebit(),
      aDebit({ id: 8, description: "SAID", kind: "tax", ...said }),
      aDebit({
        id: 9,
        description: "PROVED",
        kind: "refund",
        orders: [1],
        decidedAt: said.decidedAt,
      }),
    ];
    const explain: Explain = () => {
      throw new Refusal("bankdebit.decided");
    };
    const reopen = vi.fn<Reopen>(({ debitId }) => ({ debitId }));
    renderWithApi(
      <BankDebitsScreen />,
      { bankDebits: { list: listing(rows), explain, reopen } },
      at,
    );
    await user.click(await screen.findByRole("button", { name: /“MONTHLY FEE”/ }));
    const sheet = async () =>
      within(await screen.findByRole("dialog", { name: "Outgoing payment" }));
    await user.click((await sheet()).getByRole("button", { name: "Save" }));
    expect(await (await sheet()).findByText(/already been explained/)).toBeTruthy();
    await user.click((await sheet()).getByRole("button", { name: "Close" }));

    await user.click(screen.getByRole("button", { name: /“PROVED”/ }));
    expect((await sheet()).queryByRole("button", { name: "Reopen" })).toBeNull();
    await user.click((await sheet()).getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: /“SAID”/ }));
    await user.click((await sheet()).getByRole("button", { name: "Reopen" }));
    expect(reopen).toHaveBeenCalledWith({ commandId: expect.any(String), debitId: 8 });
  });

  test("have rules, which are added and removed", async () => {
    const rules = [{ id: 3, way: "in" as const, contains: "INTEREST", kind: "interest" as const }];
    const addRule = vi.fn<AddRule>(() => ({ added: true }));
    const removeRule = vi.fn<RemoveRule>(() => ({ ruleId: 3 }));
    renderWithApi(
      <BankDebitsScreen />,
      { bankDebits: { list: listing([], { rules }), addRule, removeRule } },
      at,
    );
    await user.click(await screen.findByRole("button", { name: "Rules" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Bank rules" }));
    expect(dialog.getByText("Money in with “INTEREST”: Interest")).toBeTruthy();
    await user.selectOptions(dialog.getByLabelText("Transactions"), "Money in");
    await user.type(dialog.getByLabelText(/^That contain/), "PAYFAST");
    await user.selectOptions(dialog.getByLabelText("Are"), "Payout of the card provider");
    await user.click(dialog.getByRole("button", { name: "Add rule" }));
    expect(addRule).toHaveBeenCalledWith({ way: "in", contains: "PAYFAST", kind: "card-payout" });
    await user.click(dialog.getByRole("button", { name: "Remove the rule for INTEREST" }));
    expect(removeRule).toHaveBeenCalledWith({ ruleId: 3 });
  });
});
