import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { lastDayOfYearFrom } from "@portal/shared/people/tax-details.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeApi, type FakeProcedure, WrongFields } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor } from "../../../testing/some-data.ts";
import { anAdmin } from "../../../testing/some-people.ts";
import { someSettings } from "../../../testing/some-settings.ts";
import { formatDay, today } from "../../../ui/days.tsx";
import { PersonTax } from "./person-tax.tsx";
import { TaxDetailsCard } from "./tax-details-card.tsx";

const user = userEvent.setup({ delay: null });
type Details = NonNullable<ApiOutputs["taxDetails"]["get"]>;

const agreement = {
  agreedOn: "2026-01-05",
  until: null,
  name: "Ben Botha CC",
  address: "4 Loop Street\nCape Town",
  vatNumber: "4123456789",
};
const details: Details = {
  kind: "za-tax",
  number: "•••• 9050",
  idNumber: null,
  vatNumber: "4123456789",
  updatedAt: "2026-01-04T08:00:00.000Z",
  selfBilling: null,
};

function showPerson(
  of: Details | null,
  more: NonNullable<FakeApi["taxDetails"]> = {},
  region: "za" | "uk" = "za",
  vatNo = "4987654321",
) {
  renderWithApi(
    <PersonTax id={12} />,
    {
      auth: { me: () => anAdmin },
      settings: {
        public: () => ({ ...someSettings, region, shop: { ...someSettings.shop, vatNo } }),
      },
      withholding: { rates: () => ({ ofAll: 0, own: null, isDecided: false, inForce: 0 }) },
      taxDetails: { ofUser: () => of, ...more },
    },
    { path: "/admin/people/12", pattern: "/admin/people/12" },
  );
}

describe("self-billing of a person, for the office", () => {
  // shows T317
  test("is offered for a VAT number alone", async () => {
    showPerson({ ...details, vatNumber: null });
    await screen.findByText("•••• 9050");
    expect(screen.queryByRole("button", { name: "Add agreement" })).toBeNull();
  });

  test("is agreed with day, name and address, and says what is wrong beside its field", async () => {
    const saveSelfBilling = vi.fn<FakeProcedure<"taxDetails", "saveSelfBilling">>(() => {
      throw new WrongFields({ agreedOn: "Enter a day up to today." });
    });
    showPerson(details, { saveSelfBilling });
    await user.click(await screen.findByRole("button", { name: "Add agreement" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Self-billing" }));
    await user.click(dialog.getByRole("button", { name: "Save agreement" }));
    expect((await dialog.findAllByText("Required")).length).toBeGreaterThan(0);
    expect(saveSelfBilling).not.toHaveBeenCalled();
    await user.type(dialog.getByLabelText(/^Name/), "Ben Botha CC");
    await user.type(dialog.getByLabelText(/^Address/), "4 Loop Street");
    await user.click(dialog.getByRole("button", { name: "Save agreement" }));
    expect((await dialog.findAllByText("Enter a day up to today.")).length).toBeGreaterThan(0);
    expect(saveSelfBilling.mock.calls[0]?.[0]).toMatchObject({
      userId: 12,
      name: "Ben Botha CC",
      address: "4 Loop Street",
    });
  });

  test.each([
    ["4987654321", 0],
    ["", 1],
  ])("warns where the shop is not registered for VAT: its number %j", async (vatNo, notices) => {
    showPerson(details, {}, "za", vatNo);
    await user.click(await screen.findByRole("button", { name: "Add agreement" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Self-billing" }));
    expect(dialog.queryAllByText(/a day without registration gets no tax invoice/)).toHaveLength(
      notices,
    );
  });

  // shows T320
  test("has a last day in the United Kingdom, proposed after twelve months and later with the contract", async () => {
    const saveSelfBilling = vi.fn<FakeProcedure<"taxDetails", "saveSelfBilling">>(() => {
      throw new WrongFields({ until: "Enter a day within twelve months." });
    });
    showPerson(details, { saveSelfBilling }, "uk");
    await user.click(await screen.findByRole("button", { name: "Add agreement" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Self-billing" }));
    await user.type(dialog.getByLabelText(/^Name/), "Ben Botha Ltd");
    await user.type(dialog.getByLabelText(/^Address/), "4 Loop Street");
    await user.click(dialog.getByLabelText("This is the last day of the contract with the member"));
    await user.click(dialog.getByRole("button", { name: "Save agreement" }));
    expect(await dialog.findByText("Enter a day within twelve months.")).toBeTruthy();
    expect(saveSelfBilling.mock.calls[0]?.[0]).toMatchObject({
      until: lastDayOfYearFrom(today()),
      endsWithContract: true,
    });
  });

  test("is said to have no last day where it needs one, and asks for it", async () => {
    const saveSelfBilling = vi.fn<FakeProcedure<"taxDetails", "saveSelfBilling">>(() => ({
      userId: 12,
    }));
    showPerson({ ...details, selfBilling: agreement }, { saveSelfBilling }, "uk");
    expect(await screen.findByText("Missing")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Change agreement" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Self-billing" }));
    await user.click(dialog.getByRole("button", { name: "Save agreement" }));
    expect(await dialog.findByText("Last day: Choose a date.")).toBeTruthy();
    expect(saveSelfBilling).not.toHaveBeenCalled();
  });

  // shows T320
  test.each([
    [-1, ", ended"],
    [30, ", ends soon"],
  ])("that ends in %s days says so, and is renewed from today", async (days, words) => {
    const saveSelfBilling = vi.fn<FakeProcedure<"taxDetails", "saveSelfBilling">>(() => ({
      userId: 12,
    }));
    const until = addDays(today(), days);
    showPerson({ ...details, selfBilling: { ...agreement, until } }, { saveSelfBilling });
    const shown = await screen.findByText(formatDay(until));
    expect(shown.parentElement?.textContent).toBe(`${formatDay(until)}${words}`);
    await user.click(screen.getByRole("button", { name: "Renew agreement" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Self-billing" }));
    await user.click(dialog.getByRole("button", { name: "Save agreement" }));
    await vi.waitFor(() =>
      expect(saveSelfBilling.mock.calls[0]?.[0]).toMatchObject({
        agreedOn: today(),
        until: null,
        name: "Ben Botha CC",
      }),
    );
  });

  test("that ends later is not offered to be renewed", async () => {
    const until = addDays(today(), 31);
    showPerson({ ...details, selfBilling: { ...agreement, until } });
    await screen.findByText(formatDay(until));
    expect(screen.queryByRole("button", { name: "Renew agreement" })).toBeNull();
  });

  test("is ended after a question", async () => {
    const endSelfBilling = vi.fn<FakeProcedure<"taxDetails", "endSelfBilling">>(() => ({
      userId: 12,
    }));
    showPerson({ ...details, selfBilling: agreement }, { endSelfBilling });
    expect(await screen.findByText("5 Jan 2026")).toBeTruthy();
    expect(screen.getByText("Cape Town")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "End agreement" }));
    const dialog = within(
      await screen.findByRole("dialog", { name: "End agreement to self-billing?" }),
    );
    await user.click(dialog.getByRole("button", { name: "End agreement" }));
    await vi.waitFor(() => expect(endSelfBilling.mock.calls[0]?.[0]).toMatchObject({ userId: 12 }));
  });
});

test("members read that we write their tax invoices", async () => {
  renderWithApi(
    <TaxDetailsCard />,
    {
      auth: { me: () => aDistributor },
      settings: { public: () => someSettings },
      taxDetails: { get: () => ({ ...details, selfBilling: agreement }) },
    },
    { path: "/distributor/my-profile", pattern: "/distributor/my-profile" },
  );
  expect((await screen.findByText(/^You agreed to self-billing on/)).textContent).toBe(
    "You agreed to self-billing on 5 Jan 2026: we write the tax invoice of each payout in the name of Ben Botha CC. You find it in your wallet. Do not send us one of your own.",
  );
  await user.click(await screen.findByRole("button", { name: "Change" }));
  expect(
    await screen.findByText("Another VAT number ends your agreement to self-billing."),
  ).toBeTruthy();
});
