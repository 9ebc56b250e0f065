import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { Breakdown, type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import {
  aListedCustomer,
  aListedUser,
  aStockistDetail,
  aUserDetail,
} from "../../../testing/some-people.ts";
import { EditUserDialog } from "./edit-user-dialog.tsx";

const user = userEvent.setup({ delay: null });
type Update = FakeProcedure<"users", "update">;

const someTerms: ApiOutputs["network"]["termsHistory"] = [
  {
    position: 812,
    from: "2026-03-09T08:00:00.000Z",
    stockistMargin: 30,
    distributorPercent: 10,
    vatRegistered: true,
    actorName: "Olive Jacobs",
  },
  {
    position: 40,
    from: "2025-06-01T08:00:00.000Z",
    stockistMargin: 25,
    distributorPercent: 10,
    vatRegistered: true,
    actorName: null,
  },
];

function show(
  detail: ApiOutputs["users"]["byId"],
  update: Update = () => ({ id: detail.id, proposalId: null }),
  users: FakeApi["users"] = {},
) {
  const onClose = vi.fn<() => void>();
  renderWithApi(<EditUserDialog userId={detail.id} onClose={onClose} />, {
    users: { byId: () => detail, update, ...users },
    phones: { check: () => ({ valid: true, international: "+27829999999" }) },
    network: { termsHistory: () => someTerms },
  });
  return onClose;
}

const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const openTab = async (name: string | RegExp) =>
  user.click(await screen.findByRole("tab", { name }));
const save = () => user.click(screen.getByRole("button", { name: "Save" }));
async function refill(label: RegExp, text: string) {
  const input = await field(label);
  await user.clear(input);
  await user.click(input);
  if (text) await user.paste(text);
}

describe("the tabs of a person", () => {
  test.each([
    ["an admin", aUserDetail(aListedUser({ role: "admin", level: null, code: null })), 2],
    ["a customer", aUserDetail(aListedCustomer), 2],
    ["a distributor", aUserDetail(aListedUser()), 3],
    ["a school", aUserDetail(aListedUser({ role: "school" })), 3],
    ["a stockist", aStockistDetail, 3],
  ] as const)("%s", async (_who, detail, count) => {
    show(detail);
    expect((await screen.findAllByRole("tab")).map(({ textContent }) => textContent)).toEqual(
      ["Person", "Business", "Codes"].slice(0, count),
    );
  });

  test("link to the history of the account", async () => {
    show(aUserDetail(aListedUser()));
    const link = await screen.findByRole("link", { name: "View account history" });
    expect(link.getAttribute("href")).toBe("/admin/audit?subject=17");
  });

  test("contain only the fields of the role", async () => {
    show(aUserDetail(aListedCustomer, { margin: 5 }));
    await openTab("Business");
    expect((await field(/^Discount/)).value).toBe("5");
    expect(screen.queryByLabelText(/^Stockist margin/)).toBeNull();
    expect(screen.queryByLabelText("This is a school")).toBeNull();
  });
});

describe("loading the person", () => {
  test("shows a failure with a way to retry", async () => {
    let isBroken = true;
    show(aStockistDetail, undefined, {
      byId: () => {
        if (isBroken) throw new Breakdown();
        return aStockistDetail;
      },
    });
    expect(await screen.findByText("We could not load this person.")).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("dialog", { name: "Edit Sam Pillay" })).toBeTruthy();
  });
});

describe("saving", () => {
  // shows S2.31
  test("sends the fields of the role, keeps an unchanged number as stored, and closes", async () => {
    const update = vi.fn<Update>(() => ({ id: 17, proposalId: null }));
    const british = aUserDetail(aListedUser({ cell: "+447911123456" }));
    const onClose = show(british, update);
    expect((await field(/^Cell number/)).value).toBe("07911 123456");
    await refill(/^First name/, "Carla");
    await save();

    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const { commandId: _id, ...sent } = update.mock.calls[0]?.[0] ?? {};
    expect(sent).toEqual({
      id: 17,
      version: british.version,
      email: "cara.l3@shop.test",
      firstName: "Carla",
      lastName: "Botha",
      cellNumber: "+447911123456",
      altNumber: "",
      test: false,
      company: "",
      distributorArea: "Overberg",
      school: false,
      influencer: false,
      distributorVersion: 0,
      distributorCode: "CARA",
    });
    expect(screen.getByText("Saved!")).toBeTruthy();
  });

  // shows S4.18, S8.11
  test("that fails shows why and can be retried", async () => {
    const update = vi.fn<Update>(() => {
      throw new Refusal("network.code-taken");
    });
    const onClose = show(aUserDetail(aListedUser()), update);
    await openTab("Codes");
    await refill(/^Distributor code/, "ANNA");
    expect(screen.getByText("Links with the old code will stop working")).toBeTruthy();
    await save();

    expect(await screen.findByText("This code is already in use.")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    update.mockImplementation(() => ({ id: 17, proposalId: null }));
    await save();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  // shows S5.4
  test("names errors in a hidden tab, and links to them", async () => {
    show(aStockistDetail);
    await openTab("Business");
    await refill(/^Company(?! address)/, "");
    await openTab(/^Person/);
    await save();

    const link = within(screen.getByRole("alert")).getByRole("link", { name: "Company required." });
    expect(screen.getByRole("tab", { name: "Business (check)" })).toBeTruthy();
    await user.click(link);
    expect(screen.getByRole("tab", { name: /^Business/ }).getAttribute("aria-selected")).toBe(
      "true",
    );
    expect(document.activeElement).toBe(await field(/^Company(?! address)/));
  });

  test("needs a name, an email and a number", async () => {
    const update = vi.fn<Update>(() => ({ id: 31, proposalId: null }));
    show(aUserDetail(aListedCustomer), update);
    await refill(/^First name/, "K");
    await refill(/^Email/, "");
    await refill(/^Cell number/, "");
    await save();
    const summary = within(screen.getByRole("alert"));
    expect(summary.getByText("First name required.")).toBeTruthy();
    expect(summary.getByText("Email address is required.")).toBeTruthy();
    expect(summary.getByText(/Please enter a number/)).toBeTruthy();
    expect(update).not.toHaveBeenCalled();
  });

  test("explains the effect of a new email", async () => {
    show(aUserDetail(aListedCustomer));
    await refill(/^Email/, "KIM@new.test");
    expect(screen.getByText("They must confirm the new address by email.")).toBeTruthy();
  });
});

describe("the percentages of a stockist", () => {
  // shows S6.8, L5
  test("are shown with their history and a correct warning", async () => {
    show(aStockistDetail);
    await openTab("Business");
    expect(await screen.findByText("Changing a percentage affects new orders only")).toBeTruthy();
    expect(await screen.findByText("From 9 Mar 2026")).toBeTruthy();
    expect(screen.getByText("Margin 30%, distributor 10%, by Olive Jacobs")).toBeTruthy();
    expect(screen.getByText("Margin 25%, distributor 10%")).toBeTruthy();
    expect(screen.queryByRole("checkbox", { name: /I have read this/ })).toBeNull();
  });

  test.each([
    ["the margin", /^Stockist margin/],
    ["what the distributor earns", /^Distributor commission/],
  ])("are changed only after the warning is confirmed: %s", async (_what, label) => {
    const update = vi.fn<Update>(() => ({ id: 23, proposalId: null }));
    const onClose = show(aStockistDetail, update);
    await openTab("Business");
    await refill(label, "25");
    await save();
    expect(
      screen.getAllByText("Confirm that you have read the note about percentages."),
    ).not.toHaveLength(0);
    expect(update).not.toHaveBeenCalled();

    await user.click(screen.getByRole("checkbox", { name: /I have read this/ }));
    await save();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(update.mock.calls[0]?.[0]).not.toHaveProperty("readAboutTerms");
  });

  test("stand beside the area, which is optional", async () => {
    const update = vi.fn<Update>(() => ({ id: 23, proposalId: null }));
    show(aStockistDetail, update);
    await openTab("Business");
    await refill(/^Area/, "Paarl");
    await save();
    await vi.waitFor(() =>
      expect(update.mock.calls[0]?.[0]).toMatchObject({ distributorArea: "Paarl" }),
    );
  });

  test("need no confirmation while unchanged", async () => {
    const update = vi.fn<Update>(() => ({ id: 23, proposalId: null }));
    show(aStockistDetail, update);
    await refill(/^First name/, "Samuel");
    await save();
    await vi.waitFor(() =>
      expect(update.mock.calls[0]?.[0]).toMatchObject({
        firstName: "Samuel",
        company: "Pillay Pharmacy",
        stockistMargin: 30,
        distributorPercent: 10,
        stockistVAT: null,
      }),
    );
  });

  test.each([
    ["Stockist margin", /^Stockist margin/],
    ["Distributor commission", /^Distributor commission/],
    ["VAT rate", /^VAT rate/],
  ])("are whole numbers: %s", async (_name, label) => {
    show(aStockistDetail);
    await openTab("Business");
    await refill(label, "12.5");
    await user.tab();
    expect(screen.getByText("Please enter a whole number")).toBeTruthy();
  });
});
