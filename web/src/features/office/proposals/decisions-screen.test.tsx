import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeProcedure, LostLine, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { DecisionsScreen, type ListedProposal } from "./decisions-screen.tsx";

type List = FakeProcedure<"proposals", "list">;

const user = userEvent.setup({ delay: null });
const at = { path: "/admin/decisions", pattern: "/admin/decisions" };
const id = "11111111-1111-4111-8111-111111111111";
const hostile = '"><script>alert(1)</script>';

const aTransfer: ListedProposal = {
  id,
  change: {
    kind: "eft",
    data: { uuid: id, amount: 20_000_00, receivedOn: "2026-11-20" },
    words: { reference: hostile },
  },
  proposedBy: 4,
  proposedByName: "Thandi Maseko",
  proposedAt: "2026-11-21T08:00:00.000Z",
  takesEffectAt: null,
  expiresAt: "2026-12-05T08:00:00.000Z",
  state: "open",
  decidedBy: null,
  decidedByName: null,
  decidedAt: null,
  usedAt: null,
  failure: null,
  personName: null,
  orderNumber: 1042,
  mayConfirm: true,
};

function show(list: List, more: object = {}) {
  renderWithApi(<DecisionsScreen />, { proposals: { list, ...more } }, at);
}

describe("decisions", () => {
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

  test("cannot be confirmed by their proposer, who can decline them", async () => {
    const decline = vi.fn<FakeProcedure<"proposals", "decline">>(() => {
      throw new Refusal("proposal.settled");
    });
    const takesEffectAt = "2026-11-23T08:00:00.000Z";
    show(
      () => ({
        currency: "ZAR",
        open: [{ ...aTransfer, mayConfirm: false, takesEffectAt }],
        decided: [],
      }),
      {
        decline,
      },
    );
    expect(await screen.findByText(/This takes effect automatically on/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Decline" }));
    const dialog = within(screen.getByRole("dialog", { name: "Decline change?" }));
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect(await dialog.findByText("This has already been decided.")).toBeTruthy();
  });

  test.for([
    [{ state: "declined", decidedByName: "Sipho Dube" }, "Declined by Sipho Dube"],
    [{ state: "confirmed", decidedByName: null, usedAt: "x" }, "Took effect automatically"],
    [{ state: "expired" }, "No one confirmed it in time"],
    [
      { state: "confirmed", decidedByName: "Sipho Dube", failure: "order.unknown" },
      "Confirmed by Sipho Dube, but it could no longer be done",
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
