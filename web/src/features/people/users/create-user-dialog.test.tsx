import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { SignedInUser } from "../../../session/session.tsx";
import {
  type FakeApi,
  type FakeProcedure,
  LostLine,
  Refusal,
  WrongFields,
} from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor } from "../../../testing/some-data.ts";
import { anAdmin, aPreview, someTargets } from "../../../testing/some-people.ts";
import { someStockistTerms } from "../../../testing/some-settings.ts";
import { CreateUserDialog } from "./create-user-dialog.tsx";

const user = userEvent.setup({ delay: null });
type Create = FakeProcedure<"users", "create">;

const everyPhone: NonNullable<FakeApi["phones"]> = {
  check: ({ number }) => ({ valid: true, international: `+27${number.slice(1)}` }),
};

function show(
  users: NonNullable<FakeApi["users"]> = {},
  options: { viewer?: SignedInUser; phones?: NonNullable<FakeApi["phones"]> } = {},
) {
  const onClose = vi.fn<() => void>();
  renderWithApi(<CreateUserDialog viewer={options.viewer ?? anAdmin} onClose={onClose} />, {
    users: { byEmail: () => null, targets: () => someTargets, ...users },
    phones: options.phones ?? everyPhone,
    network: { preview: () => aPreview },
    settings: { stockists: () => someStockistTerms },
  });
  return onClose;
}

const send = () => user.click(screen.getByRole("button", { name: "Send registration email" }));
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

async function fill(label: RegExp, text: string) {
  await user.click(field(label));
  await user.paste(text);
}

async function fillPerson() {
  await fill(/^Email/, "  New.Person@Example.TEST");
  await fill(/^First name/, "Nomsa");
  await fill(/^Last name/, "Khumalo");
  await fill(/^Cell number/, "0821234567");
}

async function pick(label: RegExp, option: RegExp) {
  await user.click(screen.getByRole("combobox", { name: label }));
  await user.click(await screen.findByRole("option", { name: option }));
}

describe("the roles that can be added", () => {
  test.each([
    ["an admin", anAdmin, ["Admin", "Accountant", "Distributor", "Stockist"]],
    ["a level 1", { ...aDistributor, level: 1 as const }, ["Distributor", "Stockist"]],
    ["a level 2", aDistributor, ["Distributor", "Stockist"]],
  ])("by %s", (_who, viewer, roles) => {
    show({}, { viewer });
    const offered = screen.getAllByRole<HTMLInputElement>("radio");
    expect(offered.map(({ labels }) => labels?.[0]?.textContent)).toEqual(roles);
    expect(screen.queryByLabelText(/^Email/)).toBeNull();
  });

  test("by a level 3 are only stockists, without a choice of role", () => {
    show({}, { viewer: { ...aDistributor, level: 3 } });
    expect(screen.getByRole("dialog", { name: "Add stockist" })).toBeTruthy();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(field(/^VAT no/)).toBeTruthy();
  });

  // shows S6.3
  test("have only their own fields", async () => {
    show();
    await user.click(screen.getByRole("radio", { name: "Admin" }));
    expect(screen.queryByLabelText(/^Parent/)).toBeNull();
    expect(screen.queryByLabelText(/^Stockist margin/)).toBeNull();
    await user.click(screen.getByRole("radio", { name: "Distributor" }));
    expect(screen.getByRole("combobox", { name: /^Parent/ })).toBeTruthy();
    expect(screen.getByLabelText("This is a school")).toBeTruthy();
    expect(screen.queryByLabelText(/^VAT no/)).toBeNull();

    await user.click(screen.getByRole("radio", { name: "Stockist" }));
    expect(field(/^VAT no/)).toBeTruthy();
    expect(screen.queryByLabelText("This is a school")).toBeNull();
  });

  test("have editable percentages for the office only; a distributor sees the standard ones", async () => {
    show({}, { viewer: aDistributor });
    await user.click(screen.getByRole("radio", { name: "Stockist" }));
    const terms = within(await screen.findByRole("region", { name: "Standard terms" }));
    expect(terms.getAllByRole("definition").map((each) => each.textContent)).toEqual([
      "25%",
      "10%",
    ]);
    expect(screen.queryByLabelText(/^Stockist margin/)).toBeNull();
    expect(screen.queryByLabelText(/^Distributor commission/)).toBeNull();
    expect(screen.queryByLabelText(/^VAT rate/)).toBeNull();
    await user.click(screen.getByRole("radio", { name: "Distributor" }));
    expect(screen.queryByLabelText("This is a school")).toBeNull();
  });
});

describe("a missing or invalid field", () => {
  // shows S5.1
  test("is named in the words of the specification, and nothing is sent", async () => {
    const create = vi.fn<Create>(() => ({ id: 50, proposalId: null }));
    show({ create });
    await user.click(screen.getByRole("radio", { name: "Stockist" }));
    await send();

    const summary = within(screen.getByRole("alert"));
    for (const words of [
      "Email address is required.",
      "First name required.",
      "Last name required.",
      /Please enter a number/,
      /Please enter a whole number/,
      "Company address required.",
      "VAT no. required.",
      /Please complete/,
    ])
      expect(summary.getByText(words)).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
  });

  // shows S5.2
  test("is first of all the role", async () => {
    show();
    await send();
    expect(screen.getByRole("link", { name: /Please complete/ })).toBeTruthy();
  });

  test.each(["12.5", "-1", "100", "ten"])("is named for the percentage %s", async (typed) => {
    show();
    await user.click(screen.getByRole("radio", { name: "Stockist" }));
    await fill(/^Stockist margin/, typed);
    await user.tab();
    expect(screen.getByText("Please enter a whole number")).toBeTruthy();
  });
});

describe("a stockist added by the office", () => {
  async function fillStockist() {
    await user.click(screen.getByRole("radio", { name: "Stockist" }));
    await fillPerson();
    await pick(/^Parent/, /^Anna Smit/);
    await fill(/^Company address/, "4 Loop Street");
    await fill(/^VAT no/, "4001234567");
  }

  test("has the typed margin, and the standard commission if left blank", async () => {
    const create = vi.fn<Create>(() => ({ id: 50, proposalId: null }));
    show({ create });
    await fillStockist();
    expect(await screen.findByText(/Whole number, 0 to 40/)).toBeTruthy();
    expect(screen.getByText(/0 to 20\. Leave blank to use the standard 10%\./)).toBeTruthy();
    await fill(/^Stockist margin/, "30");
    await send();
    await vi.waitFor(() =>
      expect(create.mock.calls[0]?.[0]).toMatchObject({
        role: "stockist",
        stockistMargin: 30,
        distributorPercent: undefined,
      }),
    );
  });

  test("shows beside the field what the shop's settings do not allow", async () => {
    const tooLarge =
      "Enter the margin as a whole percentage, no more than the shop’s settings allow.";
    show({
      create: () => {
        throw new WrongFields({ stockistMargin: tooLarge });
      },
    });
    await fillStockist();
    await fill(/^Stockist margin/, "99");
    await send();
    await screen.findAllByText(tooLarge);
    expect(field(/^Stockist margin/).getAttribute("aria-invalid")).toBe("true");
  });
});

describe("a person", () => {
  // shows S2.30, S4.18, S8.16
  test("is added under a chosen member, and gets the registration email", async () => {
    const create = vi.fn<Create>(() => ({ id: 50, proposalId: null }));
    const onClose = show({ create });
    await user.click(screen.getByRole("radio", { name: "Distributor" }));
    await fillPerson();
    await pick(/^Parent/, /^Anna Smit/);
    await fill(/^Area/, "Garden Route");
    await user.click(screen.getByLabelText("This is a school"));
    await send();

    expect(await screen.findByRole("dialog", { name: "Registration email sent!" })).toBeTruthy();
    expect(screen.getByText(/We’ll email Nomsa Khumalo at new\.person@example\.test/)).toBeTruthy();
    expect(create.mock.calls[0]?.[0]).toMatchObject({
      role: "distributor",
      email: "new.person@example.test",
      firstName: "Nomsa",
      lastName: "Khumalo",
      cellNumber: "0821234567",
      parentId: 11,
      distributorArea: "Garden Route",
      distributorCode: undefined,
      school: true,
      influencer: false,
    });
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("becomes a level 1 without a parent, if an admin chooses so", async () => {
    const create = vi.fn<Create>(() => ({ id: 50, proposalId: null }));
    show({ create });
    await user.click(screen.getByRole("radio", { name: "Distributor" }));
    await fillPerson();
    await pick(/^Parent/, /No parent \(level 1\)/);
    await send();
    await vi.waitFor(() => expect(create.mock.calls[0]?.[0]).toMatchObject({ parentId: null }));
  });

  test("is placed under “Me” by a distributor, who does not set the terms", async () => {
    const create = vi.fn<Create>(() => ({ id: 50, proposalId: null }));
    show({ create }, { viewer: aDistributor });
    await user.click(screen.getByRole("radio", { name: "Stockist" }));
    await fillPerson();
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: /^Parent/ }).value).toBe("Me");
    await fill(/^Company address/, "4 Loop Street");
    await fill(/^VAT no/, "4001234567");
    await fill(/^Code/, "NOMSA");
    await send();

    await vi.waitFor(() =>
      expect(create.mock.calls[0]?.[0]).toMatchObject({
        role: "stockist",
        parentId: aDistributor.id,
        stockistMargin: undefined,
        distributorPercent: undefined,
        stockistVAT: null,
        companyAddress: "4 Loop Street",
        vatNo: "4001234567",
        stockistCode: "NOMSA",
      }),
    );
  });

  test("can be followed by adding another", async () => {
    show({ create: () => ({ id: 50, proposalId: null }) });
    await user.click(screen.getByRole("radio", { name: "Admin" }));
    await fillPerson();
    await send();
    await user.click(await screen.findByRole("button", { name: "Add another person" }));
    expect(screen.getByRole("dialog", { name: "Add person" })).toBeTruthy();
    expect(screen.queryByLabelText(/^Email/)).toBeNull();
  });

  test("who could not be added stays in the form, and a retry sends the same command id", async () => {
    const create = vi.fn<Create>(() => {
      throw new LostLine();
    });
    show({ create });
    await user.click(screen.getByRole("radio", { name: "Admin" }));
    await fillPerson();
    await send();
    expect(await screen.findByText(/We could not reach the shop/)).toBeTruthy();
    create.mockImplementation(() => ({ id: 50, proposalId: null }));
    await send();

    expect(await screen.findByRole("dialog", { name: "Registration email sent!" })).toBeTruthy();
    const [first, second] = create.mock.calls.map(([request]) => request.commandId);
    expect(first).toBe(second);
  });
});

describe("an email in use", () => {
  const kim = {
    canConvert: true as const,
    canInvite: false as const,
    id: 31,
    fullName: "Kim Dlamini",
    role: "customer" as const,
  };
  async function leaveEmail() {
    await fill(/^Email/, "Kim@Shop.test");
    await user.tab();
  }

  // shows S4.7
  test("is reported on blur, with the offer to convert its owner", async () => {
    const byEmail = vi.fn<FakeProcedure<"users", "byEmail">>(() => kim);
    show({ byEmail });
    await user.click(screen.getByRole("radio", { name: "Stockist" }));
    await leaveEmail();

    expect(await screen.findByText("This email address is already in use.")).toBeTruthy();
    expect(screen.getByText("This address belongs to Kim Dlamini (customer).")).toBeTruthy();
    expect(byEmail).toHaveBeenCalledWith({ email: "kim@shop.test" });
    expect(field(/^Email/).value).toBe("kim@shop.test");

    await user.click(screen.getByRole("button", { name: "Convert to stockist…" }));
    expect(screen.getByRole("dialog", { name: "Convert Kim Dlamini to stockist" })).toBeTruthy();
  });

  test("offers no conversion to an admin, and none of a person who is not a customer", async () => {
    show({
      byEmail: () => ({
        canConvert: false,
        canInvite: false,
        id: 11,
        fullName: "Anna Smit",
        role: "distributor",
      }),
    });
    await user.click(screen.getByRole("radio", { name: "Distributor" }));
    await leaveEmail();
    expect(
      await screen.findByText("This address belongs to Anna Smit (distributor)."),
    ).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Convert/ })).toBeNull();
  });

  const unseen = { canConvert: false as const, id: null, fullName: null, role: null };

  test("of a customer without a seller leads to an invitation by email, without a name", async () => {
    const invite = vi.fn<FakeProcedure<"users", "invite">>(() => ({ sent: true }));
    show({ byEmail: () => ({ ...unseen, canInvite: true }), invite }, { viewer: aDistributor });
    await user.click(screen.getByRole("radio", { name: "Stockist" }));
    await leaveEmail();
    await user.click(await screen.findByRole("button", { name: "Send invitation" }));
    expect(await screen.findByText("Invitation sent.")).toBeTruthy();
    expect(invite.mock.calls[0]?.[0]).toMatchObject({ email: "kim@shop.test", role: "stockist" });
  });

  test("of a person whom the viewer may not see shows no name", async () => {
    show({ byEmail: () => ({ ...unseen, canInvite: false }) }, { viewer: aDistributor });
    await user.click(screen.getByRole("radio", { name: "Stockist" }));
    await leaveEmail();
    expect(await screen.findByText("Contact the office about this person.")).toBeTruthy();
  });

  // shows S8.2
  test("that only the server detects is shown in the same way", async () => {
    let isTaken = false;
    show({
      byEmail: () => (isTaken ? kim : null),
      create: () => {
        isTaken = true;
        throw new Refusal("account.email-in-use");
      },
    });
    await user.click(screen.getByRole("radio", { name: "Distributor" }));
    await fillPerson();
    await pick(/^Parent/, /No parent/);
    await send();
    expect(await screen.findByText("This address belongs to Kim Dlamini (customer).")).toBeTruthy();
    expect(screen.getAllByText("This email address is already in use.")).toHaveLength(1);
  });
});

describe("a cell number", () => {
  const typeCell = async () => {
    await user.click(screen.getByRole("radio", { name: "Admin" }));
    await fill(/^Cell number/, "082 123");
    await user.tab();
  };

  // shows S5.2
  test("is checked on blur", async () => {
    show(
      {},
      { phones: { check: () => ({ valid: false, message: "Please enter a valid number" }) } },
    );
    await typeCell();
    expect(await screen.findByText("Please enter a valid number")).toBeTruthy();
  });

  // shows S8.15
  test("that the phone service did not check shows that", async () => {
    const warning = "We could not check this number. Make sure that it is right.";
    const check = () => ({ valid: true as const, international: "+27821234567", warning });
    show({}, { phones: { check } });
    await typeCell();
    expect(await screen.findByText(warning)).toBeTruthy();
  });

  // shows S8.15
  test("that cannot be checked shows why", async () => {
    show(
      {},
      {
        phones: {
          check: () => {
            throw new LostLine();
          },
        },
      },
    );
    await typeCell();
    expect(await screen.findByText(/We could not reach the shop/)).toBeTruthy();
  });
});

test("typed values are not discarded without asking", async () => {
  const onClose = show();
  await user.click(screen.getByRole("radio", { name: "Admin" }));
  await fill(/^First name/, "Nomsa");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("dialog", { name: "Lose any unsaved changes?" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(onClose).not.toHaveBeenCalled();

  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
