import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor, aWallet, someBankDetails } from "../../../testing/some-data.ts";
import { someSettings } from "../../../testing/some-settings.ts";
import { BankDetailsCard } from "./bank-details-card.tsx";

const user = userEvent.setup({ delay: null });

describe("the bank details", () => {
  // shows S2.32
  test("are shown without the whole account number", async () => {
    renderWithApi(<BankDetailsCard />, { bankDetails: { get: () => someBankDetails } });
    expect(await screen.findByText("•••• 4567")).toBeTruthy();
    expect(screen.queryByText(/62001234567/)).toBeNull();
  });

  test("use the terms current account and sort code in the United Kingdom", async () => {
    renderWithApi(<BankDetailsCard />, {
      bankDetails: { get: () => ({ ...someBankDetails, chequeOrSavings: "Cheque" }) },
      settings: { public: () => ({ ...someSettings, region: "uk", currency: "GBP" }) },
    });
    expect(await screen.findByText("Current")).toBeTruthy();
    expect(screen.getByText("Sort code")).toBeTruthy();
    expect(screen.queryByText("Cheque")).toBeNull();
  });

  // shows S5.7, S8.4
  test("name missing fields in the specification's words, and save nothing", async () => {
    const save = vi.fn<FakeProcedure<"bankDetails", "save">>(() => ({ userId: 12 }));
    renderWithApi(<BankDetailsCard />, { bankDetails: { get: () => null, save } });
    await user.click(await screen.findByRole("button", { name: "Add bank details" }));

    await user.click(screen.getByRole("button", { name: "Save" }));

    const summary = within(screen.getByRole("alert"));
    for (const message of [
      "Bank is required.",
      "Account name is required.",
      "Account number is required.",
      "Account type: Required",
    ])
      expect(summary.getByRole("link", { name: message })).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
  });

  test("ask before what was typed is lost, but not where nothing was", async () => {
    renderWithApi(<BankDetailsCard />, { bankDetails: { get: () => null } });
    const open = async () =>
      user.click(await screen.findByRole("button", { name: "Add bank details" }));
    await open();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();

    await open();
    await user.type(screen.getByRole("textbox", { name: "Bank" }), "FNB");
    await user.keyboard("{Escape}");
    const question = within(screen.getByRole("dialog", { name: "Lose any unsaved changes?" }));
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(screen.getByDisplayValue("FNB")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  // shows S2.32
  test("are saved and shown", async () => {
    let details: ApiOutputs["bankDetails"]["get"] = null;
    const save = vi.fn<FakeProcedure<"bankDetails", "save">>((typed) => {
      const accountNumber = `•••• ${typed.accountNumber.slice(-4)}`;
      details = { ...someBankDetails, ...typed, accountNumber, branchCode: null, notes: null };
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

  test("keep the number that is not typed again", async () => {
    const save = vi.fn<FakeProcedure<"bankDetails", "save">>(() => ({ userId: 12 }));
    renderWithApi(<BankDetailsCard />, { bankDetails: { get: () => someBankDetails, save } });
    await user.click(await screen.findByRole("button", { name: "Change" }));

    const number = screen.getByLabelText<HTMLInputElement>(/^Account number/);
    expect(number.value).toBe("");
    expect(
      screen.getByText(`Leave this empty to keep ${someBankDetails.accountNumber}.`),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Bank/ }).value).toBe(
      "First National Bank",
    );
    await user.type(number, "1");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(within(screen.getByRole("alert")).getAllByRole("link")).toHaveLength(1);
    expect(save).not.toHaveBeenCalled();

    await user.clear(number);
    await user.clear(screen.getByLabelText(/^Branch code/));
    await user.type(screen.getByLabelText(/^Branch code/), "470010");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.calls[0]?.[0]).toMatchObject({ accountNumber: "", branchCode: "470010" });
  });
});

describe("the password confirmation", () => {
  async function saveDetails(confirmPassword: FakeProcedure<"auth", "confirmPassword">) {
    let isConfirmed = false;
    const save = vi.fn<FakeProcedure<"bankDetails", "save">>(() => {
      if (!isConfirmed) throw new Refusal("access.password-needed");
      return { userId: 12 };
    });
    renderWithApi(<BankDetailsCard />, {
      auth: {
        me: () => aDistributor,
        confirmPassword: (typed) => {
          const answer = confirmPassword(typed);
          isConfirmed = true;
          return answer;
        },
      },
      bankDetails: { get: () => someBankDetails, save },
      wallet: { mine: () => aWallet },
    });
    await user.click(await screen.findByRole("button", { name: "Change" }));
    await user.type(screen.getByLabelText(/^Account number/), "1234567890");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("dialog", { name: "Confirm your password" });
    return save;
  }

  test("repeats the change once the password is right", async () => {
    const save = await saveDetails(({ password }) => {
      if (password !== "Demo-1234!") throw new Refusal("access.wrong-credentials");
      return { confirmed: true };
    });

    await user.type(screen.getByLabelText(/^Your password/), "wrong");
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("The password is incorrect, please try again.")).toBeTruthy();
    expect(save).toHaveBeenCalledTimes(1);

    await user.clear(screen.getByLabelText(/^Your password/));
    await user.type(screen.getByLabelText(/^Your password/), "Demo-1234!");
    await user.click(screen.getByRole("button", { name: "Confirm" }));

    expect(await screen.findByText("Saved!")).toBeTruthy();
    expect(save).toHaveBeenCalledTimes(2);
    expect(save.mock.calls[1]).toEqual(save.mock.calls[0]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("can be cancelled, and the typed values stay", async () => {
    const save = await saveDetails(() => ({ confirmed: true }));
    const question = screen.getByRole("dialog", { name: "Confirm your password" });

    await user.click(within(question).getByRole("button", { name: "Cancel" }));

    expect(await screen.findByText("Enter your password to continue.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Account number/).value).toBe("1234567890");
    expect(save).toHaveBeenCalledTimes(1);
  });
});
