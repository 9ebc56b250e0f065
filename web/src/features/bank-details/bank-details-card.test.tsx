import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../api/api.ts";
import type { FakeProcedure } from "../../testing/fake-api.ts";
import { renderWithApi } from "../../testing/render.tsx";
import { someBankDetails } from "../../testing/some-data.ts";
import { BankDetailsCard } from "./bank-details-card.tsx";

const user = userEvent.setup({ delay: null });

describe("the bank details", () => {
  test("are shown without the whole account number", async () => {
    renderWithApi(<BankDetailsCard />, { bankDetails: { get: () => someBankDetails } });
    expect(await screen.findByText("•••• 4567")).toBeTruthy();
    expect(screen.queryByText(/62001234567/)).toBeNull();
  });

  test("say in the specification's words what is missing, and save nothing", async () => {
    const save = vi.fn<FakeProcedure<"bankDetails", "save">>(() => ({ userId: 12 }));
    renderWithApi(<BankDetailsCard />, { bankDetails: { get: () => null, save } });
    await user.click(await screen.findByRole("button", { name: "Add bank details" }));

    await user.click(screen.getByRole("button", { name: "Save" }));

    const summary = within(screen.getByRole("alert"));
    for (const message of [
      "Bank is required.",
      "Account name is required.",
      "Account number is required.",
      "Required",
    ])
      expect(summary.getByRole("link", { name: message })).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
  });

  test("save what was typed, and show it", async () => {
    let details: ApiOutputs["bankDetails"]["get"] = null;
    const save = vi.fn<FakeProcedure<"bankDetails", "save">>((typed) => {
      details = { ...someBankDetails, ...typed, branchCode: null, notes: null };
      return { userId: 12 };
    });
    renderWithApi(<BankDetailsCard />, { bankDetails: { get: () => details, save } });
    await user.click(await screen.findByRole("button", { name: "Add bank details" }));

    await user.type(screen.getByRole("textbox", { name: /^Bank/ }), "Capitec");
    await user.type(screen.getByLabelText(/^Account name/), "B Naidoo");
    await user.type(screen.getByLabelText(/^Account number/), "1234567890");
    await user.click(screen.getByRole("radio", { name: "Savings" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("•••• 7890")).toBeTruthy();
    expect(screen.getByText("Saved!")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      bankName: "Capitec",
      chequeOrSavings: "Savings",
    });
  });
});
