import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeProcedure, LostLine, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { DecisionsScreen, type WaitingProposal } from "./decisions-screen.tsx";

type List = FakeProcedure<"proposals", "list">;

const user = userEvent.setup({ delay: null });
const at = { path: "/admin/decisions", pattern: "/admin/decisions" };
const id = "11111111-1111-4111-8111-111111111111";
const hostile = '"><script>alert(1)</script>';

const aTransfer: WaitingProposal = {
  id,
  change: {
    kind: "eft",
    data: { uuid: id, amount: 20_000_00, receivedOn: "2026-11-20" },
    words: { reference: hostile },
  },
  proposedBy: 4,
  proposedByName: "Thandi Maseko",
  proposedAt: "2026-11-21T08:00:00.000Z",
  way: "confirmed",
  digest: null,
  waitSeconds: null,
  noticesOutAt: null,
  secondPersonAbove: 10_000_00,
  notices: { waiting: 0, sent: 2, notReached: [] },
  confirmers: ["Sipho Dube"],
  isOwn: false,
  isDeclinable: true,
  isHalfOver: false,
  isLastDay: false,
  takesEffectAt: null,
  expiresAt: "2026-12-05T08:00:00.000Z",
  state: "open",
  decidedBy: null,
  decidedByName: null,
  decidedAt: null,
  usedAt: null,
  failure: null,
  personName: null,
  payees: [],
  people: [],
  accounts: [],
  commission: [],
  sellerBefore: null,
  orderNumber: 1042,
  mayConfirm: true,
};

const noFactors: ApiOutputs["factors"]["state"] = {
  lacks: null,
  isRequired: false,
  setUpBy: null,
  passkeysAt: { shop: true, office: true },
  factors: [],
  recoveryCodesLeft: 0,
};

function show(
  list: List,
  more: object = {},
  state: FakeProcedure<"factors", "state"> = () => noFactors,
) {
  renderWithApi(<DecisionsScreen />, { proposals: { list, ...more }, factors: { state } }, at);
}

describe("decisions", () => {
  test("say in the open question that another admin has decided meanwhile", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isDecided = false;
    const decided = { ...aTransfer, state: "declined" as const, decidedByName: "Sipho Dube" };
    show(() => ({
      currency: "ZAR",
      open: isDecided ? [] : [aTransfer],
      decided: isDecided ? [decided] : [],
    }));
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    expect(await screen.findByRole("dialog", { name: "Confirm change?" })).toBeTruthy();
    isDecided = true;
    await vi.advanceTimersByTimeAsync(31_000);
    const dialog = within(await screen.findByRole("dialog", { name: "Already decided" }));
    expect(dialog.getByText("Declined by Sipho Dube.")).toBeTruthy();
    vi.useRealTimers();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("show the proposal in detail, and confirm it after a question", async () => {
    const confirm = vi.fn<FakeProcedure<"proposals", "confirm">>(() => ({ id, failure: null }));
    show(() => ({ currency: "ZAR", open: [aTransfer], decided: [] }), { confirm });
    const card = within(await screen.findByRole("listitem"));
    expect(
      await card.findByText(/Bank transfer \(EFT\) of R20\s000.00 for order 1042/),
    ).toBeTruthy();
    expect(card.getByText(hostile)).toBeTruthy();
    expect(card.getByText("20 Nov 2026")).toBeTruthy();
    expect(card.getByText(/^Thandi Maseko/)).toBeTruthy();

    await user.click(card.getByRole("button", { name: "Confirm" }));
    expect(confirm).not.toHaveBeenCalled();
    const dialog = within(screen.getByRole("dialog", { name: "Confirm change?" }));
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    await vi.waitFor(() => expect(confirm).toHaveBeenCalledWith({ id }));
  });

  test("are not confirmed before it is known whether a passkey signs them", async () => {
    const confirm = vi.fn<FakeProcedure<"proposals", "confirm">>(() => ({ id, failure: null }));
    const known = Promise.withResolvers<typeof noFactors>();
    const open = [aTransfer];
    show(
      () => ({ currency: "ZAR", open, decided: [] }),
      { confirm },
      () => known.promise,
    );
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    const dialog = within(screen.getByRole("dialog", { name: "Confirm change?" }));
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    expect(confirm).not.toHaveBeenCalled();
    known.resolve(noFactors);
    await vi.waitFor(() => expect(confirm).toHaveBeenCalledWith({ id }));
  });

  test("show everyone whom a batch pays", async () => {
    const payee = { payoutId: id, name: "Ben Naidoo", amount: 8_000_00 };
    const data = { batchId: 12, payOn: "2026-11-25", hashTotal: "186778031178", total: 8_000_00 };
    const payouts = [{ payoutId: id, userId: 12, amount: 8_000_00 }];
    const aBatch = { kind: "batch" as const, data: { ...data, payouts }, words: null };
    const proposal = { ...aTransfer, change: aBatch, payees: [payee] };
    show(() => ({ currency: "ZAR", open: [proposal], decided: [] }));
    const card = within(await screen.findByRole("listitem"));
    expect(await card.findByText(/^Payout batch 12 of R8\s000.00/)).toBeTruthy();
    for (const text of ["Ben Naidoo", "25 Nov 2026", "186778031178"])
      expect(card.getByText(text)).toBeTruthy();
  });

  test("cannot be confirmed by their proposer, who can withdraw them", async () => {
    const withdraw = vi.fn<FakeProcedure<"proposals", "withdraw">>(() => {
      throw new Refusal("proposal.settled");
    });
    const takesEffectAt = "2026-11-23T08:00:00.000Z";
    show(
      () => ({
        currency: "ZAR",
        open: [
          {
            ...aTransfer,
            way: "alone",
            waitSeconds: 72 * 3600,
            noticesOutAt: "2026-11-20T08:00:00.000Z",
            notices: { waiting: 0, sent: 2, notReached: ["gone@example.test"] },
            expiresAt: null,
            isOwn: true,
            mayConfirm: false,
            takesEffectAt,
          },
        ],
        decided: [],
      }),
      {
        withdraw,
      },
    );
    expect(await screen.findByText(/^Takes effect on/)).toBeTruthy();
    expect(screen.getByText(/this waits 72 hours/)).toBeTruthy();
    expect(screen.getByText("Not reached by email: gone@example.test.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    const dialog = within(screen.getByRole("dialog", { name: "Withdraw change?" }));
    await user.click(dialog.getByRole("button", { name: "Withdraw" }));
    expect(await dialog.findByText("This has already been decided.")).toBeTruthy();
  });

  test("say that the wait begins when email works", async () => {
    const waiting = { way: "alone", waitSeconds: 72 * 3600, expiresAt: null } as const;
    const notices = { waiting: 2, sent: 0, notReached: [] };
    show(() => ({ currency: "ZAR", open: [{ ...aTransfer, ...waiting, notices }], decided: [] }));
    expect(await screen.findByText(/^Waiting for email to work.* 2 not sent yet/)).toBeTruthy();
  });

  test("show both bank accounts of the shop", async () => {
    const account = {
      bankName: "FNB",
      bankAccountName: "Shop",
      bankAccountType: "Cheque",
      bankAccountNumber: "62001234567",
      bankBranchCode: "250655",
    };
    const before = { ...account, bankAccountNumber: "62776765160" };
    const change = { kind: "bank", data: { ...account, before }, words: null } as const;
    show(() => ({ currency: "ZAR", open: [{ ...aTransfer, change }], decided: [] }));
    expect(await screen.findByText("62001234567")).toBeTruthy();
    expect(screen.getByText("62776765160")).toBeTruthy();
  });

  test("show what a stockist's sale pays with a larger percentage of distributors", async () => {
    const before = {
      stockistMarginDefault: 25,
      stockistPercentDefault: 10,
      stockistMarginMax: 40,
      stockistPercentMax: 20,
    };
    const data = { ...before, stockistPercentMax: 40, stockistShareBps: 4400, before };
    const change = { kind: "stockists", data, words: null } as const;
    show(() => ({ currency: "ZAR", open: [{ ...aTransfer, change }], decided: [] }));
    expect(await screen.findByText("A stockist’s sale pays at most")).toBeTruthy();
    expect(screen.getByText("44% with the leader bonus")).toBeTruthy();
  });

  test.for([
    [{ state: "declined", decidedByName: "Sipho Dube" }, "Declined by Sipho Dube"],
    [{ state: "confirmed", decidedByName: null, usedAt: "x" }, "Took effect automatically"],
    [{ state: "expired" }, "No one confirmed it in time"],
    [
      { state: "void", decidedByName: "Sipho Dube", failure: "proposal.outdated" },
      "Could not be done: What it would replace has changed",
    ],
  ] as const)("say how they ended: %s", async ([changes, words]) => {
    show(() => ({ currency: "ZAR", open: [], decided: [{ ...aTransfer, ...changes }] }));
    expect(await screen.findByText(new RegExp(`^${words}`))).toBeTruthy();
    expect(screen.getByText("No decisions waiting")).toBeTruthy();
  });

  test("show an error when they cannot be loaded", async () => {
    show(() => {
      throw new LostLine();
    });
    expect(await screen.findByText(/We could not reach the shop/)).toBeTruthy();
  });
});
